// The settings of each quality tier, and when to step down.
import type { Quality } from "./types";

export interface Tier {
  /** Device pixels per CSS pixel for a screen with this ratio and a canvas of this many CSS pixels. */
  readonly pixelRatio: (screen: number, area: number) => number;
  /** Side of the shadow map; 0: contact shadow only. */
  readonly shadowSize: number;
  /** Size of the reflection relative to the picture; 0: none. */
  readonly reflection: number;
  readonly reflectionTaps: number;
  readonly particles: number;
}

const LOW_PIXELS = 1_600_000;

export const TIERS: Readonly<Record<Quality, Tier>> = {
  // At least 1.5 on any screen: thin bevels shimmer at one sample per pixel.
  high: {
    pixelRatio: (screen) => Math.min(Math.max(screen, 1.5), 2),
    shadowSize: 2048,
    reflection: 0.5,
    reflectionTaps: 16,
    particles: 260,
  },
  medium: {
    pixelRatio: (screen) => Math.min(screen, 1.5),
    shadowSize: 1024,
    reflection: 0.35,
    reflectionTaps: 8,
    particles: 180,
  },
  low: {
    // Up to 2 on phones, where its plain shaders are cheap; large canvases get less, down to 1, because weak
    // machines draw each pixel in software.
    pixelRatio: (screen, area) => Math.min(screen, 2, Math.max(Math.sqrt(LOW_PIXELS / area), 1)),
    shadowSize: 0,
    reflection: 0,
    reflectionTaps: 0,
    particles: 140,
  },
};

const BELOW: Readonly<Record<Quality, Quality | null>> = { high: "medium", medium: "low", low: null };

/** Frames judged together, and frames ignored at the start while shaders compile. */
const WINDOW = 24;
const WARM_UP = 6;
const SLOW_MS = 25;
const HOPELESS_MS = 120;

/** Watches frame times and says when a tier is too slow on this machine. */
export class QualityWatch {
  private seen = 0;
  private total = 0;
  private slow = 0;

  constructor(private tier: Quality) {}

  get quality(): Quality {
    return this.tier;
  }

  reset(tier: Quality): void {
    this.tier = tier;
    this.seen = this.total = this.slow = 0;
  }

  /** Takes one frame's time; returns the tier to change to, or null to stay. Never goes up. */
  add(frameMs: number): Quality | null {
    this.seen++;
    if (this.seen <= WARM_UP) return null;
    this.total += frameMs;
    if (frameMs > HOPELESS_MS) this.slow++;
    const count = this.seen - WARM_UP;
    const isHopeless = this.slow >= 4;
    if (count < WINDOW && !isHopeless) return null;
    const isSlow = isHopeless || this.total / count > SLOW_MS;
    const next = isSlow ? BELOW[this.tier] : null;
    this.reset(next ?? this.tier);
    return next;
  }
}
