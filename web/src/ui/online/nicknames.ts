// Friendly names to choose from: an adjective and an animal, with at most 20 letters as the server allows.
import type { Language } from "../../app/types";

const english = {
  adjectives: ["Brave", "Clever", "Swift", "Merry", "Calm", "Bright", "Gentle", "Lucky", "Sunny", "Jolly", "Quiet", "Witty"],
  animals: ["Otter", "Fox", "Owl", "Badger", "Falcon", "Panda", "Lynx", "Dolphin", "Heron", "Beaver", "Robin", "Turtle"],
};

/** Without endings: the animal's gender adds -er, -e or -es. */
const german = {
  adjectives: ["Flink", "Klug", "Mutig", "Froh", "Ruhig", "Schlau", "Munter", "Still", "Wach", "Nett", "Kühn", "Sonnig"],
  animals: {
    er: ["Fuchs", "Otter", "Dachs", "Luchs", "Biber", "Falke", "Igel"],
    e: ["Eule", "Amsel", "Robbe", "Meise"],
    es: ["Reh", "Lama", "Küken"],
  },
};

const pick = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)]!;

function germanName(random: () => number): string {
  const animals = Object.entries(german.animals).flatMap(([ending, names]) => names.map((name) => [ending, name] as const));
  const [ending, animal] = pick(animals, random);
  return `${pick(german.adjectives, random)}${ending} ${animal}`;
}

const nameIn = (language: Language, random: () => number): string =>
  language === "de" ? germanName(random) : `${pick(english.adjectives, random)} ${pick(english.animals, random)}`;

/** Different names, all of them shorter than 20 letters. */
export function suggestNames(language: Language, count: number, random: () => number = Math.random): readonly string[] {
  const names = new Set<string>();
  while (names.size < count) names.add(nameIn(language, random));
  return [...names];
}
