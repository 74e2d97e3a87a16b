// How a bead falls on its pole: gravity, one main bounce and a small one. A function of time alone, so that every
// frame rate shows the same fall.

const GRAVITY = 38;
/** The duration of each bounce relative to the fall; its height is the square of that. */
const BOUNCES = [0.52, 0.18] as const;
export const TOUCHES = BOUNCES.length + 1;

function fallTime(height: number): number {
  return Math.sqrt((2 * Math.max(0, height)) / GRAVITY);
}

export function fallDuration(height: number): number {
  return fallTime(height) * (1 + BOUNCES[0] + BOUNCES[1]);
}

/** Touch-downs up to this moment: 0 in the air, 3 at rest. */
export function fallTouches(height: number, seconds: number): number {
  if (seconds >= fallDuration(height)) return TOUCHES;
  const time = fallTime(height);
  let touches = 0;
  let at = time;
  while (touches < TOUCHES && seconds >= at) {
    at += time * (BOUNCES[touches] ?? 0);
    touches++;
  }
  return touches;
}

/** The height over the seat after `seconds` of falling from `height`. */
export function fallLift(height: number, seconds: number): number {
  const time = fallTime(height);
  if (seconds < time) return height - (GRAVITY / 2) * seconds * seconds;
  let begin = time;
  for (const share of BOUNCES) {
    const span = share * time;
    const t = seconds - begin;
    if (t < span) return (GRAVITY / 2) * t * (span - t);
    begin += span;
  }
  return 0;
}
