// The worker of Engine: an instance of the core that answers three requests. Analysis tells the score of each column as
// soon as it is known.
import type { Help, Request } from "../../../web/src/core/messages";
import type { Analysis, Snapshot } from "../../../web/src/core/types";
import type { AnalysisProgress } from "../types/index";
import { Core, CoreError } from "./core";

const PROGRESS_MS = 100;
const SLICES = 2000;

type Message = { network: ArrayBuffer } | { module: WebAssembly.Module } | { help: Help; file: ArrayBuffer } | { id: number; request: Request };

const scope = self as unknown as { postMessage(message: unknown): void; onmessage: unknown };
let core: Core;
let network: ArrayBuffer | null = null;
/** Why the book or the network cannot be used: every request is answered with it. */
let damage: CoreError | null = null;
let job = { id: 0, isChoosing: false, endsAt: Infinity, nextReport: 0 };

function report(progress: unknown): void {
  scope.postMessage({ id: job.id, progress });
}

function isDue(): boolean {
  const now = performance.now();
  if (now < job.nextReport) return false;
  job.nextReport = now + PROGRESS_MS;
  return true;
}

function shouldStop(): boolean {
  if (job.isChoosing && isDue()) report(core.thought());
  return performance.now() >= job.endsAt;
}

/** The columns that take a disc, from the middle outwards: the best are usually found there. */
function columnsOf({ board, canDrop }: Snapshot): number[] {
  const middle = (board.columns - 1) / 2;
  const open = canDrop.flatMap((can, column) => (can ? [column] : []));
  return open.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
}

/** The score of a drop for the side that makes it. Null if it ends the game: the analysis will tell. */
function scoreAfter(column: number): number | null {
  const after = core.drop(column);
  let score: number | null = null;
  if (after.status === "playing") while (score === null) score = core.solve(SLICES);
  core.undo();
  return score === null ? null : -score;
}

/** What the columns teach stays in the solver's table, so that the analysis that follows is short. */
function analyse(game: Snapshot): { found: Analysis | null; text: string } {
  const columns = game.status === "playing" ? columnsOf(game) : [];
  const progress = { done: 0, columns: columns.length, scores: game.canDrop.map((): number | null => null) };
  for (const column of columns) {
    progress.scores[column] = scoreAfter(column);
    progress.done++;
    report({ ...progress, scores: [...progress.scores] } satisfies AnalysisProgress);
  }
  return { found: core.analyse(), text: core.explanation() };
}

function answer(request: Request): unknown {
  if (request.op === "analyse") return analyse(core.open(request.text));
  if (request.op === "review") {
    core.open(request.text);
    return core.review((progress) => isDue() && report(progress));
  }
  if (request.op !== "choose") throw new Error(`Unknown request ${request.op}`);
  core.open(request.text);
  job.isChoosing = true;
  job.endsAt = performance.now() + request.limitMs;
  return core.choose(request.level, request.style, request.seed);
}

function failure(error: unknown): { code: string; text: string; at: number } {
  if (error instanceof CoreError) return { code: error.code, text: error.message, at: error.at };
  return { code: "E_CRASH", text: String(error), at: -1 };
}

function use(open: () => void): void {
  try {
    open();
  } catch (error) {
    damage = error as CoreError;
  }
}

function serve(id: number, request: Request): void {
  job = { id, isChoosing: false, endsAt: Infinity, nextReport: performance.now() + PROGRESS_MS };
  try {
    if (damage) throw damage;
    scope.postMessage({ id, value: answer(request) });
  } catch (error) {
    scope.postMessage({ id, error: failure(error) });
  }
}

function begin(module: WebAssembly.Module): void {
  core = new Core(module, shouldStop);
  const file = network;
  if (file) use(() => core.openNetwork(file));
}

scope.onmessage = ({ data }: MessageEvent<Message>) => {
  if ("network" in data) network = data.network;
  else if ("module" in data) begin(data.module);
  else if ("help" in data) use(() => core.openBook(data.file)); // no other file is sent this way
  else serve(data.id, data.request);
};
