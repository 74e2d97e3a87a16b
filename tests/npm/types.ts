// A program in TypeScript that uses every entry of the package; each line after an expected error is a mistake.
import { Engine, FourfallError, Game, load, type Analysis, type Color, type LoadOptions } from "fourfall";
import { Game as InlineGame } from "fourfall/inline";
import { ConnectFourEngine, type ConnectFourMove, type GameState, type ValidationResult } from "fourfall/plugin";
import { FourfallMoveInput } from "fourfall/move-input";

const options: LoadOptions = { wasm: fetch("fourfall.wasm"), book: new ArrayBuffer(8), worker: "worker.js" };
await load(options);
const game: Game = new InlineGame("7x6", { players: ["Ann", "Bob"] }).drop(3);
const turn: Color | null = game.turn;
const found: Analysis = game.analyse({ limitMs: 100 });
const score: number | null | undefined = found.scores[3];
const engine = new Engine();
const again = await engine.analyse(game, { signal: AbortSignal.timeout(10), onProgress: ({ scores }) => scores.length });
const column: number = await engine.choose(game, { level: "perfect", seed: 1n, onProgress: ({ depth }) => depth });
const error = new FourfallError("E_FULL", "", -1).code;

const plugin = new ConnectFourEngine();
const state: GameState = plugin.initializeGame([{ id: "a", seat: 1 }, { id: "b" }], {});
const move: ConnectFourMove = { action: "drop", parameters: { column } };
const result: ValidationResult = plugin.validateMove(state, "a", move);
const input: FourfallMoveInput = document.createElement("fourfall-move-input");
input.gameState = state;
input.onMoveChange = ({ parameters }) => parameters.column;
export { turn, score, again, error, result };

// @ts-expect-error a column is a number
game.drop("3");
// @ts-expect-error there is no such level
game.choose({ level: "godlike" });
// @ts-expect-error facts are read-only
game.ply = 3;
// @ts-expect-error the winner is a colour or null
const winner: number = game.winner;
// @ts-expect-error the action of a move is "drop"
plugin.applyMove(state, "a", { action: "push", parameters: { column: 1 } });
export { winner };
