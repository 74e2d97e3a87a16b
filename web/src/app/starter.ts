// Who begins. "In turns" goes on over reloads; games against the computer and for two people take turns separately.
import type { Player } from "../core/types";
import { read, write } from "./storage";
import type { Setup } from "./types";

/** The first seat's colour in the next game. Red begins. */
export function nextFirstSeat({ mode, first }: Setup): Player {
  const key = `starter.${mode}`;
  const isFirst = first === "alternate" ? read(key) !== 0 : first === "you";
  const colour = isFirst ? 0 : 1;
  write(key, colour);
  return colour;
}
