// A rough estimate of how hard a password is to guess. Only a hint while typing: the server decides.

export type Strength = "short" | "weak" | "fair" | "good";

export const passwordMin = 8;
export const passwordMax = 128;

const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/];
const common = /^(?:password|passwort|12345678|qwert[yz]|fourfall|letmein|iloveyou)/i;

/** Repeated characters and runs such as "abcd" or "4321" count once. */
function freshCharacters(text: string): number {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  let fresh = 0;
  let stepBefore = Number.NaN;
  codes.forEach((code, index) => {
    const step = index === 0 ? Number.NaN : code - (codes[index - 1] ?? 0);
    const isRun = Math.abs(step) <= 1 && step === stepBefore;
    if (!isRun && step !== 0) fresh++;
    stepBefore = step;
  });
  return fresh;
}

export function strengthOf(password: string, login: string): Strength {
  if (Array.from(password).length < passwordMin) return "short";
  const name = login.trim().toLowerCase();
  if (common.test(password) || (name.length > 2 && password.toLowerCase().includes(name))) return "weak";
  const variety = kinds.filter((kind) => kind.test(password)).length;
  const weight = freshCharacters(password) + 2 * (variety - 1);
  if (weight < 10) return "weak";
  return weight < 15 ? "fair" : "good";
}
