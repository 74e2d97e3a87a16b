// How discs move: falling with bounces, rising out, tumbling away. Functions of time only.

/** Speed kept at the first touch and at the second: one main bounce and a smaller one. */
const RESTITUTION = 0.22;
const SECOND_RESTITUTION = 0.42;
const WHOLE = 1 + 2 * RESTITUTION * (1 + SECOND_RESTITUTION);

const FULL_FALL_MIN = 0.5;
const FULL_FALL_MAX = 0.8;
/** Seconds of a full fall on the classic board. */
const CLASSIC_FALL = 0.7;
const CLASSIC_DROP = 6.18;

/** Gravity for a board whose longest fall is `drop`: a full fall takes 0.5 to 0.8 seconds on any board. */
export function gravityFor(drop: number): number {
  const natural = CLASSIC_FALL * Math.sqrt(drop / CLASSIC_DROP);
  const touch = Math.min(Math.max(natural, FULL_FALL_MIN), FULL_FALL_MAX) / WHOLE;
  return (2 * drop) / (touch * touch);
}

/** Seconds until a disc that falls `drop` lies still. */
export function fallSeconds(drop: number, gravity: number): number {
  return Math.sqrt((2 * drop) / gravity) * WHOLE;
}

export interface Fall {
  /** Height above the resting place. */
  height: number;
  /** How often it has touched down so far: 0 in the first fall, 3 at rest. */
  touches: number;
}

/** The position of a disc `t` seconds after it was dropped from `drop` above its resting place. */
export function fallAt(t: number, drop: number, gravity: number, out: Fall): Fall {
  const touch = Math.sqrt((2 * drop) / gravity);
  out.touches = 0;
  if (t < touch) {
    out.height = drop - (gravity * Math.max(t, 0) ** 2) / 2;
    return out;
  }
  let left = t - touch;
  let speed = gravity * touch;
  for (const kept of [RESTITUTION, SECOND_RESTITUTION]) {
    out.touches++;
    speed *= kept;
    const flight = (2 * speed) / gravity;
    if (left < flight) {
      out.height = speed * left - (gravity * left * left) / 2;
      return out;
    }
    left -= flight;
  }
  out.touches = 3;
  out.height = 0;
  return out;
}

export const RISE_SECONDS = 0.24;

/** How far a taken-back disc has risen, from 0 to 1: it starts fast and accelerates. */
export function riseAt(t: number): number {
  const u = Math.min(Math.max(t / RISE_SECONDS, 0), 1);
  return u * u * (1.6 - 0.6 * u);
}

export const OUT_SECONDS = 0.95;

export interface Tumble {
  /** Sideways from its column. */
  x: number;
  y: number;
  /** Out of the slot towards one of the faces. */
  z: number;
  /** Turn about the x axis: it lands flat. */
  tilt: number;
  scale: number;
}

/**
 * A disc that falls out of the opened board from height y: it falls down the slot, tips over, lies on the
 * floor for a moment and vanishes. `chance` in 0..1 varies each disc a little.
 */
export function tumbleAt(t: number, y: number, lift: number, flat: number, chance: number, out: Tumble) {
  const gravity = 46;
  const side = chance < 0.5 ? -1 : 1;
  const exit = Math.sqrt((2 * Math.max(y - lift, 0)) / gravity);
  const free = Math.max(t - exit, 0);
  const tip = Math.min(free / 0.24, 1);
  const height = y - (gravity * Math.max(t, 0) ** 2) / 2;
  out.x = (1 - Math.exp(-free * 4)) * (((chance * 7) % 1) - 0.5) * 1.1;
  out.tilt = side * tip * (Math.PI / 2);
  out.z = side * (1 - Math.exp(-free * 5)) * (0.5 + ((chance * 13) % 1) * 1.3);
  out.y = Math.max(height, flat + (lift - flat - 0.2) * (1 - tip) * (1 - tip));
  out.scale = 1 - Math.min(Math.max((t - OUT_SECONDS + 0.18) / 0.18, 0), 1) ** 2;
  return out;
}
