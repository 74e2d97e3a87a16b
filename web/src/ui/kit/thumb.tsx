// A small picture of a position: one path for the holes, one for each colour. Decoration: the text beside it says more.
import type { JSX } from "preact";
import type { Layers } from "../../core/layers";

/** Levels of a deep board stand side by side, three in a row. */
const across = 3;
const gap = 0.8;
const radius = 0.4;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Deep boards are drawn level by level from above: level y has row y of every layer. */
function levelsOf(layers: Layers): Layers {
  const [first] = layers;
  if (layers.length < 2 || !first) return layers;
  return first.map((_, row) => layers.map((layer) => layer[row] ?? [])).reverse();
}

function sizeOf(levels: Layers): Size {
  return { width: levels[0]?.[0]?.length ?? 0, height: levels[0]?.length ?? 0 };
}

function cornerOf(level: number, { width, height }: Size): { x: number; y: number } {
  return { x: (level % across) * (width + gap), y: Math.floor(level / across) * (height + gap) };
}

/** Two half circles. */
function hole(x: number, y: number): string {
  const half = (across: number): string => `a${radius} ${radius} 0 1 1 ${across} 0`;
  return `M${(x - radius).toFixed(2)} ${y.toFixed(2)}${half(2 * radius)}${half(-2 * radius)}`;
}

/** The circles of all cells that hold `content`. */
export function circles(levels: Layers, content: number): string {
  const size = sizeOf(levels);
  const parts = levels.flatMap((rows, level) => {
    const { x, y } = cornerOf(level, size);
    return rows.flatMap((row, r) => row.map((cell, c) => (cell === content ? hole(x + c + 0.5, y + r + 0.5) : "")));
  });
  return parts.join("");
}

export function Thumb({ layers }: { layers: Layers }): JSX.Element {
  const levels = levelsOf(layers);
  const size = sizeOf(levels);
  const columns = Math.min(across, levels.length);
  const rows = Math.ceil(levels.length / across);
  const width = columns * size.width + (columns - 1) * gap;
  const height = rows * size.height + (rows - 1) * gap;
  return (
    <svg class="thumb" viewBox={`-0.2 -0.2 ${width + 0.4} ${height + 0.4}`} aria-hidden="true">
      {levels.map((_, level) => (
        <rect
          key={level}
          {...cornerOf(level, size)}
          width={size.width}
          height={size.height}
          rx="0.4"
        />
      ))}
      <path class="holes" d={circles(levels, 2)} />
      <path class="fill-0" d={circles(levels, 0)} />
      <path class="fill-1" d={circles(levels, 1)} />
    </svg>
  );
}
