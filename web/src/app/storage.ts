// What the page keeps between visits. Storage may be missing, full, or hold anything; the page then uses its
// defaults.
import { gameName, VARIANTS } from "../core/variants";
import type { Settings, Setup, Tally, Tour } from "./types";

const PREFIX = "fourfall.";

export const DEFAULT_SETTINGS: Settings = {
  theme: "system",
  marks: true,
  motion: "system",
  sound: true,
  volume: 0.6,
  language: "en",
  scores: false,
  threats: false,
  naturalDelay: true,
  quality: "auto",
  finish: "plastic",
  lens: "normal",
};

export const DEFAULT_SETUP: Setup = { mode: "cpu", board: "7x6", variant: "standard", pie: false, level: "medium", style: "balanced", first: "alternate" };

export const EMPTY_TALLY: Tally = { first: 0, second: 0, draws: 0, streak: 0 };

const CHOICES: Partial<Record<keyof Settings | keyof Setup, readonly string[]>> = {
  theme: ["system", "classic", "dark", "contrast"],
  motion: ["system", "full", "reduced"],
  language: ["en", "de"],
  quality: ["auto", "low", "medium", "high"],
  finish: ["plastic", "metal"],
  lens: ["normal", "wide"],
  mode: ["two", "cpu"],
  variant: VARIANTS,
  level: ["easy", "medium", "hard", "perfect"],
  style: ["balanced", "aggressive", "defensive"],
  first: ["you", "cpu", "alternate"],
};

/** What the storage refused (a private window, a full disk): it lasts as long as the page. */
const refused = new Map<string, string>();

export function read(key: string): unknown {
  try {
    return JSON.parse(refused.get(key) ?? localStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    return null;
  }
}

/** Keys that begin with `prefix`. */
export function keysOf(prefix: string): string[] {
  try {
    const all = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? "");
    return all.filter((key) => key.startsWith(PREFIX + prefix)).map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

export function remove(key: string): void {
  refused.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // There is nothing to remove.
  }
}

export function write(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + key, text);
    refused.delete(key);
  } catch {
    refused.set(key, text);
  }
}

function isFit(key: string, value: unknown, like: unknown): boolean {
  const choices = CHOICES[key as keyof typeof CHOICES];
  if (typeof value !== typeof like) return false;
  if (typeof value === "number") return Number.isFinite(value) && value >= 0;
  return !choices || choices.includes(value as string);
}

/** The defaults, overwritten by the stored values that are valid. */
function merged<T extends object>(defaults: T, stored: unknown): T {
  if (typeof stored !== "object" || stored === null) return defaults;
  const fit = Object.entries(stored).filter(
    ([key, value]) => key in defaults && isFit(key, value, defaults[key as keyof T]),
  );
  return { ...defaults, ...Object.fromEntries(fit) };
}

export function readSettings(): Settings {
  const language = navigator.language?.toLowerCase().startsWith("de") ? "de" : "en";
  const settings = merged<Settings>({ ...DEFAULT_SETTINGS, language }, read("settings"));
  return { ...settings, volume: Math.min(settings.volume, 1) };
}

/** Grows when a stored setup means something else than before. */
const SETUP_VERSION = 2;

/** Before version 2 the person always began unless they chose otherwise; now the starter alternates unless they do. */
export function readSetup(): Setup {
  const stored = read("setup") as { readonly version?: unknown; readonly first?: unknown } | null;
  const setup = merged(DEFAULT_SETUP, stored);
  return stored?.version !== SETUP_VERSION && setup.first === "you" ? { ...setup, first: DEFAULT_SETUP.first } : setup;
}

export function writeSetup(setup: Setup): void {
  write("setup", { ...setup, version: SETUP_VERSION });
}

/** Each opponent and each game has a tally of its own. */
export function tallyKey(setup: Setup): string {
  return `tally.${gameName(setup)}.${setup.mode === "cpu" ? setup.level : "two"}`;
}

export function readTally(setup: Setup): Tally {
  return merged(EMPTY_TALLY, read(tallyKey(setup)));
}

export function hasSeen(tour: Tour): boolean {
  return (read("tours") as Partial<Record<Tour, unknown>> | null)?.[tour] === true;
}

export function rememberTour(tour: Tour): void {
  write("tours", { ...(read("tours") as object | null), [tour]: true });
}

/** The unfinished game of an older page, which kept only one. It is read once. */
export function takeOldGame(): { readonly text: string; readonly you: 0 | 1 | null } | null {
  const stored = read("game") as { readonly text?: unknown; readonly notation?: unknown; readonly you?: unknown } | null;
  const text = stored?.text ?? stored?.notation; // a still older page called it notation
  remove("game");
  if (typeof text !== "string") return null;
  const you = stored?.you === 0 || stored?.you === 1 ? stored.you : null;
  return { text, you };
}
