// Deep boards for tests: positions, a seeded hand, a camera that stands where the page's camera stands.
import { bundle } from './bundle.mjs';

const library = new URL('../../web/node_modules/three/build/three.module.js', import.meta.url);
export const three = await import(library);
const { cellIndex } = await bundle('core/types.ts');
const { CameraRig } = await bundle('scene/camera.ts');

export function boardOf(width, height, depth) {
  const name = `${width}x${height}x${depth}`;
  return { name, width, height, depth, connect: 4, columns: width * depth, cells: width * height * depth };
}

export const cube = boardOf(5, 5, 5);
export const cellOf = (board, column, level) =>
  cellIndex(board, column % board.width, level, Math.floor(column / board.width));

/** Numbers from 0 to 1, the same for the same seed. */
export function hand(seed) {
  let state = seed;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

export function randomMoves(board, count, random) {
  const heights = new Array(board.columns).fill(0);
  const moves = [];
  while (moves.length < count) {
    const column = Math.floor(random() * board.columns);
    if (heights[column] === board.height) continue;
    heights[column]++;
    moves.push(column);
  }
  return moves;
}

export function snapshotOf(board, moves, lines = []) {
  const heights = new Array(board.columns).fill(0);
  const cells = new Uint8Array(board.cells).fill(2);
  moves.forEach((column, ply) => (cells[cellOf(board, column, heights[column]++)] = ply % 2));
  const isWon = lines.length > 0;
  return {
    board,
    moves,
    ply: moves.length,
    first: 0,
    status: isWon ? 'won' : 'playing',
    // At the end the core says nobody, whatever the contract of the page says.
    turn: isWon ? 2 : moves.length % 2,
    winner: isWon ? (moves.length + 1) % 2 : null,
    cells,
    heights,
    canDrop: heights.map((height) => height < board.height && !isWon),
    lines,
    notation: `${board.name}:${moves}`,
    letters: [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].slice(0, board.columns),
  };
}

export function pictureOf(snapshot, more = {}) {
  const plain = { hover: null, kept: null, hint: null, threats: [], isLoss: false, motion: 'jump', layers: false, level: null };
  return { snapshot, ...plain, ...more };
}

/** A camera that frames the model in a window of this size, as the page's does. */
export function cameraFor(model, width, height, insets) {
  const camera = new three.PerspectiveCamera();
  const rig = new CameraRig(camera, () => ({ reducedMotion: true, lens: 'normal' }));
  rig.resize(width, height);
  rig.setInsets(insets);
  rig.setModel(model);
  rig.update(0, () => {});
  return { camera, rig };
}

export function rayAt(camera, x, y, width, height) {
  const caster = new three.Raycaster();
  caster.setFromCamera(new three.Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), camera);
  return caster.ray;
}
