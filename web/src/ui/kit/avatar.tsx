// A small picture for a player, made from their id: four discs in two hues on a dark ground. Decoration: the name stands beside it.
import type { JSX } from "preact";

/** FNV-1a, then mixed: similar ids give different pictures. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Twelve hues, each as light as the eye needs to see it as bright as the others. */
const hues = [
  "#ff6b6b", "#ff9f43", "#ffd60a", "#b8e04a", "#4cd97b", "#2fd6c3",
  "#4fc3ff", "#6c9bff", "#9b8cff", "#c67bff", "#ff7bd5", "#ff8fa3",
] as const;
const grounds = ["#1d2b53", "#2b1d4f", "#123b3a", "#3d1f33", "#27313f", "#3a2a17"] as const;

export interface AvatarLook {
  readonly ground: string;
  /** The colours of the discs, row by row. */
  readonly discs: readonly [string, string, string, string];
  /** The disc with a hole. */
  readonly ring: number;
}

/** Two hues, at least a quarter of the circle apart; every pattern but four equal discs. */
export function avatarLook(id: string): AvatarLook {
  const hash = hashOf(id);
  const first = hash % 12;
  const second = (first + 3 + ((hash >>> 4) % 7)) % 12;
  const pattern = 1 + ((hash >>> 8) % 14);
  const disc = (at: number): string => hues[pattern & (1 << at) ? first : second]!;
  return {
    ground: grounds[(hash >>> 16) % grounds.length]!,
    discs: [disc(0), disc(1), disc(2), disc(3)],
    ring: (hash >>> 24) % 4,
  };
}

export function Avatar({ id }: { id: string }): JSX.Element {
  const { ground, discs, ring } = avatarLook(id);
  return (
    <svg class="avatar" viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="7" fill={ground} />
      {discs.map((color, at) => {
        const [x, y] = [at % 2 ? 16.6 : 7.4, at < 2 ? 7.4 : 16.6];
        if (at === ring) return <circle key={at} cx={x} cy={y} r="2.7" fill="none" stroke={color} stroke-width="2.2" />;
        return <circle key={at} cx={x} cy={y} r="3.8" fill={color} />;
      })}
    </svg>
  );
}
