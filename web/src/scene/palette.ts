// The product's colours, and the background and light of each theme.
import type { Theme } from "./types";

export const BOARD_BLUE = "#0052CC";
/** By player: red, yellow. */
export const DISC_COLORS = ["#E63946", "#FFD60A"] as const;

interface Light {
  readonly color: string;
  readonly intensity: number;
}

export interface Ambience {
  /** Backdrop from top to bottom, with a soft glow behind the board; equal colours: flat. */
  readonly top: string;
  readonly bottom: string;
  readonly glow: string;
  readonly vignette: number;
  /** A pool of light on the floor that fades into the backdrop, so that there is no horizon. */
  readonly pool: string;
  readonly poolStrength: number;
  readonly reflection: number;
  readonly shadow: number;
  readonly contact: number;
  readonly environment: number;
  readonly key: Light;
  readonly fill: Light;
  readonly rim: Light;
  /** Flat colours and drawn edges instead of light. */
  readonly isFlat: boolean;
}

export const AMBIENCES: Readonly<Record<Theme, Ambience>> = {
  classic: {
    top: "#e9ddcb",
    bottom: "#cdb797",
    glow: "#fffaf0",
    vignette: 0.2,
    pool: "#fff3df",
    poolStrength: 0.5,
    reflection: 0.2,
    shadow: 0.36,
    contact: 0.5,
    environment: 0.5,
    key: { color: "#fff0dc", intensity: 3.0 },
    fill: { color: "#c9d8ff", intensity: 0.45 },
    rim: { color: "#fff6ea", intensity: 1.4 },
    isFlat: false,
  },
  dark: {
    top: "#1a1a2e",
    bottom: "#16213e",
    glow: "#33406f",
    vignette: 0.3,
    pool: "#5468b4",
    poolStrength: 0.55,
    reflection: 0.4,
    shadow: 0.5,
    contact: 0.62,
    environment: 0.36,
    key: { color: "#fff0de", intensity: 3.7 },
    fill: { color: "#8fb0ff", intensity: 0.55 },
    rim: { color: "#b9ceff", intensity: 2.0 },
    isFlat: false,
  },
  contrast: {
    top: "#000000",
    bottom: "#000000",
    glow: "#000000",
    vignette: 0,
    pool: "#000000",
    poolStrength: 0,
    reflection: 0,
    shadow: 0,
    contact: 0,
    environment: 1,
    key: { color: "#ffffff", intensity: 2 },
    fill: { color: "#ffffff", intensity: 1 },
    rim: { color: "#ffffff", intensity: 1 },
    isFlat: true,
  },
};
