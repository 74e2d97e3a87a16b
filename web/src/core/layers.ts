// The board of a JSON state as numbers: 0 red, 1 yellow, 2 empty; layer by layer, rows from the top.

export type Layers = readonly (readonly (readonly number[])[])[];

const colors: Readonly<Record<string, number>> = { red: 0, yellow: 1 };

function rowOf(row: unknown): number[] {
  return Array.isArray(row) ? row.map((cell) => colors[String(cell)] ?? 2) : [];
}

/** One layer for upright boards; with depth every layer has rows of its own. */
export function layersOf(board: readonly unknown[]): number[][][] {
  const first = board[0];
  const isDeep = Array.isArray(first) && Array.isArray(first[0]);
  return isDeep ? board.map((layer) => (layer as unknown[]).map(rowOf)) : [board.map(rowOf)];
}
