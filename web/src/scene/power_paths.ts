// The signs of the special discs of Power Up: on the discs and on their buttons. 24 x 24, drawn with one stroke.
import { POWERS, type Power } from "../core/variants";

export const POWER_PATHS: Readonly<Record<Power, string>> = {
  anvil: "M3.5 7.5H9M9 6.5h12c-.3 3-2.6 4.3-5.5 4.5v3l2.5 3.5H8.5L11 14v-3C7.5 11 5 9.5 3.5 7.5",
  bomb: "M10 8.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12ZM13.5 9.5l3-3M16 6l1.5 1.5M18.5 4.5c.5-1 1.3-1.3 2.5-1",
  wall: "M3.5 5.5h17v13h-17ZM3.5 9.8h17M3.5 14.2h17M9.2 5.5v4.3M15 5.5v4.3M6.4 9.8v4.4M12 9.8v4.4M17.6 9.8v4.4M9.2 14.2v4.3M15 14.2v4.3",
  double: "M9 5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM16.3 8.6a5.5 5.5 0 1 1-6.6 9.3",
};

/** The first power, as an index of ACTIONS. */
const FIRST = 2;

/** The place among POWERS of what a cell of a snapshot says of its disc, an index of ACTIONS; -1: nothing special. */
export const powerOf = (special: number): number => (POWERS[special - FIRST] ? special - FIRST : -1);

/** The ground of the signs on discs: it sets them off from both colours. */
export const POWER_GROUND = "#1a1a2e";

/** Draws a sign in white into the middle of a square. */
export function strokePower(pen: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, power: Power, left: number, side: number): void {
  const size = side * 0.62;
  pen.save();
  pen.translate(left + (side - size) / 2, (side - size) / 2);
  pen.scale(size / 24, size / 24);
  Object.assign(pen, { strokeStyle: "#fff", lineWidth: 2.2, lineCap: "round", lineJoin: "round" });
  pen.stroke(new Path2D(POWER_PATHS[power]));
  pen.restore();
}
