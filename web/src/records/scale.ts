// The geometry of the rating graph: a scale of round values, and the curve.

export interface Scale {
  readonly low: number;
  readonly high: number;
  /** Values that get a grid line, ascending. */
  readonly ticks: readonly number[];
}

const rounds = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];
const lines = 4;
/** The smallest span of the scale, so that small changes look small. */
const leastSpan = 40;

/** The smallest round scale that holds all values. */
export function scaleOf(values: readonly number[]): Scale {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const spare = Math.max(0, leastSpan - (most - least)) / 2;
  const span = most - least + 2 * spare;
  const step = rounds.find((round) => span / round <= lines) ?? Math.ceil(span / lines / 1000) * 1000;
  const low = Math.floor((least - spare) / step) * step;
  const high = Math.ceil((most + spare) / step) * step;
  const count = Math.round((high - low) / step);
  return { low, high, ticks: Array.from({ length: count + 1 }, (_, index) => low + index * step) };
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/** One point per game from left to right, evenly spaced. A single point stands in the middle. */
export function spotsOf(values: readonly number[], scale: Scale, width: number, height: number): Spot[] {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const start = values.length > 1 ? 0 : width / 2;
  return values.map((value, index) => ({ x: start + step * index, y: heightOf(value, scale, height) }));
}

export function heightOf(value: number, scale: Scale, height: number): number {
  return height - ((value - scale.low) / (scale.high - scale.low)) * height;
}

export function curvePath(spots: readonly Spot[]): string {
  return spots.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** Percentages that add up to 100: the largest remainders are rounded up. */
export function percents(parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  if (whole === 0) return parts.map(() => 0);
  const exact = parts.map((part) => (100 * part) / whole);
  const floors = exact.map(Math.floor);
  const missing = 100 - floors.reduce((sum, part) => sum + part, 0);
  const byRest = exact.map((part, index) => ({ index, rest: part % 1 })).sort((a, b) => b.rest - a.rest);
  const lifted = new Set(byRest.slice(0, missing).map(({ index }) => index));
  return floors.map((part, index) => part + (lifted.has(index) ? 1 : 0));
}
