// A small picture of a game, from its moves: discs pile up in their columns, seen from the front, or from above
// on a deep board. It is decoration; the entry around it has the words.
import type { JSX } from "preact";

interface Size {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly player: 0 | 1;
  /** 1 for flat boards; deep ones draw a column the larger the higher it is. */
  readonly share: number;
}

export function sizeOf(board: string): Size | null {
  const parts = /^(\d+)x(\d+)(?:x(\d+))?/.exec(board);
  if (!parts) return null;
  return { width: Number(parts[1]), height: Number(parts[2]), depth: Number(parts[3] ?? 1) };
}

/** Digits up to nine columns, letters beyond that, as the notation has it. */
function columnAt(letter: string, columns: number): number {
  if (columns <= 9) return letter.charCodeAt(0) - 49;
  const code = letter.charCodeAt(0);
  return code >= 97 ? code - 97 : code - 65 + 26;
}

/** The moves may stand behind the board's name ("5x5x5:mmgh"). */
export function spotsOf(size: Size, notation: string): Spot[] {
  const moves = notation.slice(notation.indexOf(":") + 1);
  const columns = size.width * size.depth;
  const heights = new Map<number, number>();
  const spots = [...moves].map((letter, ply): Spot => {
    const column = columnAt(letter, columns);
    const pile = heights.get(column) ?? 0;
    heights.set(column, pile + 1);
    const player = ply % 2 === 0 ? 0 : 1;
    if (size.depth === 1) return { x: column, y: size.height - 1 - pile, player, share: 1 };
    const share = 0.45 + (0.55 * (pile + 1)) / size.height;
    return { x: column % size.width, y: Math.floor(column / size.width), player, share };
  });
  return spots.filter(({ x, y }) => x >= 0 && x < size.width && y >= 0);
}

export function Thumb({ board, moves }: { board: string; moves: string }): JSX.Element | null {
  const size = sizeOf(board);
  if (!size) return null;
  const rows = size.depth > 1 ? size.depth : size.height;
  const holes = Array.from({ length: size.width * rows }, (_, at) => at);
  return (
    <svg class="thumb" viewBox={`-0.2 -0.2 ${size.width + 0.4} ${rows + 0.4}`} aria-hidden="true">
      <rect class="plate" x="-0.2" y="-0.2" width={size.width + 0.4} height={rows + 0.4} rx="0.5" />
      {holes.map((at) => {
        const [x, y] = [at % size.width, Math.floor(at / size.width)];
        return <circle key={at} class="hole" cx={x + 0.5} cy={y + 0.5} r="0.38" />;
      })}
      {spotsOf(size, moves).map(({ x, y, player, share }, ply) => (
        <circle key={ply} class={`fill-${player}`} cx={x + 0.5} cy={y + 0.5} r={0.4 * share} />
      ))}
    </svg>
  );
}
