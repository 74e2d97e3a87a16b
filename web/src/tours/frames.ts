// The animation of the first tour. Offsets are parts of a round.
const ROUND_MS = 5200;
const ROUNDS = 3;
const END = 0.92;

/** `fall`: the height of the falling disc, in pixels. Returns how to stop. */
export function playDrop(root: SVGSVGElement, fall: number): () => void {
  const discs = [...root.querySelectorAll(".ghost")];
  const falling = discs.pop();
  discs.forEach((disc, i) => play(disc, appear(0.03 + 0.05 * i)));
  play(falling, drop(fall));
  play(root.querySelector(".strike"), STRIKE);
  play(root.querySelector(".ripple"), RIPPLE);
  play(root.querySelector(".finger"), FINGER);
  return () => root.getAnimations({ subtree: true }).forEach((animation) => animation.cancel());
}

function play(element: Element | null | undefined, frames: Keyframe[]): void {
  element?.animate(frames, { duration: ROUND_MS, iterations: ROUNDS });
}

function appear(at: number): Keyframe[] {
  return [{ opacity: 0 }, { opacity: 0, offset: at }, { opacity: 1, offset: at + 0.05 }, { opacity: 1, offset: END }, { opacity: 0 }];
}

/** Falls faster and faster, bounces once, and rests. */
function drop(fall: number): Keyframe[] {
  const [high, bounce, rest] = [-fall, -0.06 * fall, 0].map((y) => `0 ${y}px`) as [string, string, string];
  return [
    { opacity: 0, translate: high },
    { opacity: 0, translate: high, offset: 0.4 },
    { opacity: 1, translate: high, offset: 0.42, easing: "cubic-bezier(.5, 0, .9, .6)" },
    { opacity: 1, translate: rest, offset: 0.52, easing: "ease-out" },
    { opacity: 1, translate: bounce, offset: 0.55, easing: "ease-in" },
    { opacity: 1, translate: rest, offset: 0.58 },
    { opacity: 1, translate: rest, offset: END },
    { opacity: 0, translate: rest },
  ];
}

const STRIKE: Keyframe[] = [
  { strokeDashoffset: 1, opacity: 0 },
  { strokeDashoffset: 1, opacity: 0, offset: 0.6 },
  { strokeDashoffset: 1, opacity: 1, offset: 0.61 },
  { strokeDashoffset: 0, opacity: 1, offset: 0.72 },
  { strokeDashoffset: 0, opacity: 1, offset: END },
  { strokeDashoffset: 0, opacity: 0 },
];

const RIPPLE: Keyframe[] = [
  { opacity: 0, scale: 0.3 },
  { opacity: 0, scale: 0.3, offset: 0.36 },
  { opacity: 0.9, scale: 0.5, offset: 0.38 },
  { opacity: 0, scale: 1.3, offset: 0.5 },
  { opacity: 0, scale: 1.3 },
];

const FINGER: Keyframe[] = [
  { opacity: 0, scale: 1 },
  { opacity: 0, scale: 1, offset: 0.2 },
  { opacity: 1, scale: 1, offset: 0.28 },
  { opacity: 1, scale: 1, offset: 0.34 },
  { opacity: 1, scale: 0.86, offset: 0.38 },
  { opacity: 1, scale: 1, offset: 0.44 },
  { opacity: 1, scale: 1, offset: 0.5 },
  { opacity: 0, scale: 1, offset: 0.58 },
  { opacity: 0, scale: 1 },
];
