// A worker with its own instance of the core. The page starts several: one keeps the game and answers at
// once, the others search.
import { CoreError, Module } from "./module";
import { VariantModule } from "./variant_module";
import { isVariant } from "./variants";
import { SEATS, type FromWorker, type Help, type Request, type ToWorker } from "./messages";
import type { ReviewProgress, Snapshot } from "./types";

const PROGRESS_MS = 120;

const scope = self as unknown as { postMessage(message: FromWorker): void; onmessage: unknown };
let core: Module | null = null;
let variants: VariantModule | null = null;
/** The module that has the game: one of the two. */
let holder: Module | null = null;
let job = { id: 0, isChoosing: false, endsAt: Infinity, nextReport: 0 };

/** Reports no faster than the page can show them. */
function isDue(now: number): boolean {
  if (now < job.nextReport) return false;
  job.nextReport = now + PROGRESS_MS;
  return true;
}

/** The core calls this while it searches. A computer player reports its progress from here, too. */
function shouldStop(): boolean {
  const now = performance.now();
  if (job.isChoosing && holder && isDue(now)) scope.postMessage({ id: job.id, progress: holder.thought() });
  return now >= job.endsAt;
}

function reportReview(progress: ReviewProgress): void {
  if (isDue(performance.now())) scope.postMessage({ id: job.id, progress });
}

function named(module: Module, names: readonly [string, string]): Module {
  for (const seat of SEATS) module.setName(seat, names[seat]);
  return module;
}

/** The module whose rules the game has. */
function moduleFor(text: string): Module {
  if (!isVariant(text)) return core!;
  if (!variants) throw new CoreError("E_LOADING", "The variants are not loaded", -1);
  return variants;
}

/** Another game takes the place of the one before, unless it is refused. */
function held(module: Module, begin: () => Snapshot): Snapshot {
  module.setNow(Date.now());
  const at = begin();
  holder = module;
  return at;
}

function answer(request: Request): unknown {
  const module = "text" in request ? moduleFor(request.text) : "board" in request ? moduleFor(`${request.board}:`) : (holder ?? core!);
  if (request.op !== "open" && "text" in request) holder = module;
  switch (request.op) {
    case "begin":
      return held(module, () => module.begin(request.board));
    case "open":
      return held(module, () => module.open(request.text));
    case "drop":
      module.setNow(Date.now());
      return module.drop(request.column);
    case "undo":
      return module.undo();
    case "redo":
      return module.redo();
    case "seek":
      return module.seek(request.ply);
    case "threats":
      return module.threats();
    case "svg":
      return named(module, request.names).svg();
    case "json":
      return named(module, request.names).stateJson();
    case "analyse":
      module.open(request.text);
      return module.analyse();
    case "estimate":
      module.open(request.text);
      job.endsAt = performance.now() + request.limitMs;
      return module.estimate();
    case "review":
      module.open(request.text);
      return request.isExact ? module.review(reportReview) : module.reviewByEstimates(reportReview);
    case "lesson":
      module.open(request.text);
      job.endsAt = performance.now() + request.limitMs;
      return module.lesson(request.player);
    case "choose":
      module.open(request.text);
      job.isChoosing = true;
      job.endsAt = performance.now() + request.limitMs;
      job.nextReport = performance.now() + PROGRESS_MS;
      return module.choose(request.level, request.style, request.seed);
  }
}

function failure(error: unknown): { code: string; text: string; at: number } {
  if (error instanceof CoreError) return { code: error.code, text: error.message, at: error.at };
  return { code: "E_CRASH", text: String(error), at: -1 };
}

/** A file that cannot be read is no reason to fail: searches only take longer or are weaker without it. */
function open(help: Help, file: ArrayBuffer): void {
  try {
    if (help === "variants") variants = new VariantModule(new WebAssembly.Module(file), shouldStop);
    else if (help === "book") core?.openBook(file);
    else core?.openNetwork(file);
  } catch (error) {
    console.info(`No ${help}:`, error);
  }
}

function serve(id: number, request: Request): void {
  job = { id, isChoosing: false, endsAt: Infinity, nextReport: 0 };
  try {
    scope.postMessage({ id, value: answer(request) });
  } catch (error) {
    scope.postMessage({ id, error: failure(error) });
  }
}

scope.onmessage = ({ data: message }: MessageEvent<ToWorker>) => {
  if ("module" in message) core = new Module(message.module, shouldStop);
  else if ("help" in message) open(message.help, message.file);
  else serve(message.id, message.request);
};
