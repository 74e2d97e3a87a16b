// Colours of the stack in each theme. Beads keep the players' colours everywhere.
import { Color } from "three";
import type { Theme } from "../types";

export const RED = new Color("#e63946");
export const YELLOW = new Color("#ffd60a");
export const PLAYERS = [RED, YELLOW] as const;
/** Marks that survive greyscale: light on red, dark on yellow. */
export const MARKS = [new Color("#fff3e6"), new Color("#3d2600")] as const;

export interface Palette {
  readonly woodDark: Color;
  readonly woodLight: Color;
  readonly inlay: Color;
  readonly letter: Color;
  readonly cage: Color;
  readonly cageAlpha: number;
  readonly numeral: Color;
  readonly pole: Color;
  readonly brass: Color;
  readonly seat: Color;
  /** Side by side: the ring of a landing cell. */
  readonly open: Color;
  readonly ring: Color;
  readonly outline: Color;
  readonly outlineAlpha: number;
  readonly hint: Color;
  /** The colour a dimmed bead fades to. */
  readonly dim: Color;
  readonly isFlat: boolean;
}

function palette(
  colours: Record<Exclude<keyof Palette, "cageAlpha" | "outlineAlpha" | "isFlat">, string>,
  cageAlpha: number,
  outlineAlpha: number,
  isFlat: boolean,
): Palette {
  const made: Record<string, Color | number | boolean> = { cageAlpha, outlineAlpha, isFlat };
  for (const [name, value] of Object.entries(colours)) made[name] = new Color(value);
  return made as unknown as Palette;
}

export const PALETTES: Record<Theme, Palette> = {
  dark: palette(
    {
      woodDark: "#20130e",
      woodLight: "#4a2c1e",
      inlay: "#d9a86c",
      letter: "#f6dcb2",
      cage: "#a9b8ff",
      numeral: "#b9c5ff",
      pole: "#d5dae6",
      brass: "#dcb566",
      seat: "#d8b46a",
      open: "#b9c5ff",
      ring: "#ffffff",
      outline: "#05060c",
      hint: "#5ef2c0",
      dim: "#15141d",
    },
    0.24,
    0.55,
    false,
  ),
  classic: palette(
    {
      woodDark: "#5a3520",
      woodLight: "#9a6238",
      inlay: "#f4d6a4",
      letter: "#fff0d6",
      cage: "#5b6690",
      numeral: "#454f78",
      pole: "#8d94a6",
      brass: "#b9852a",
      seat: "#a5762a",
      open: "#fff4dc",
      ring: "#ffffff",
      outline: "#1c1626",
      hint: "#12c98f",
      dim: "#6f625c",
    },
    0.4,
    0.75,
    false,
  ),
  contrast: palette(
    {
      woodDark: "#1d1d24",
      woodLight: "#1d1d24",
      inlay: "#ffffff",
      letter: "#ffffff",
      cage: "#ffffff",
      numeral: "#ffffff",
      pole: "#ffffff",
      brass: "#ffffff",
      seat: "#9fb4ff",
      open: "#ffffff",
      ring: "#ffffff",
      outline: "#000000",
      hint: "#00ffa8",
      dim: "#1b1b22",
    },
    0.5,
    1,
    true,
  ),
};
