// Names of players, columns and boards, and the texts for positions of a game.
import type { App } from "../../app/types";
import { isSolved } from "../../core/exact";
import { cellIndex, type Board, type Outlook, type Player, type Prospect, type Snapshot, type Verdict } from "../../core/types";
import { actionOf, droppedColumn, gameName, kindOf, pressOf, usualBoard, type Kind } from "../../core/variants";
import { playerName, t } from "./texts";

export function colorName(app: App, player: Player): string {
  return t(app, player === 0 ? "color.0" : "color.1");
}

/** Seat 1 is the person or player 1, seat 2 the computer or player 2. Colours may swap between games. */
export function seatOf(app: App, player: Player): 1 | 2 {
  return player === app.firstSeat.value ? 1 : 2;
}

export function seatName(app: App, seat: 1 | 2): string {
  const remote = app.remote.value;
  const first = app.firstSeat.value;
  if (remote) return playerName(app, remote.names[seat === 1 ? first : first === 0 ? 1 : 0]);
  if (app.setup.value.mode === "two") return t(app, "seat.player", { seat });
  return t(app, seat === 1 ? "seat.you" : "seat.cpu");
}

/** What is in a column and where the next disc lands: "Column 4: 3 discs, yellow on top, lands in row 4". */
export function columnName(app: App, column: number): string {
  const snapshot = app.snapshot.value;
  const { board, cells, heights, status } = snapshot;
  const discs = heights[column] ?? 0;
  const name = t(app, "column.name", { column: columnLetter(snapshot, column) });
  const press = pressOf(snapshot, column, app.action.value);
  const isPop = press !== null && actionOf(press) === "pop";
  const landing = status !== "playing" ? "" : isPop ? t(app, "column.pops") : t(app, "column.lands", { row: discs + 1 });
  if (discs === 0) return `${name}: ${t(app, "table.empty")}${landing}`;
  const top = cells[cellIndex(board, column % board.width, discs - 1, Math.floor(column / board.width))];
  const color = t(app, top === 0 ? "column.top.0" : "column.top.1");
  const content = discs === board.height ? t(app, "column.full") : t(app, "column.discs", { discs });
  return `${name}: ${content}, ${color}${discs === board.height && !isPop ? "" : landing}`;
}

export function columnLetter(snapshot: Snapshot, column: number): string {
  return snapshot.letters[column] ?? String(column + 1);
}

/** "7x6" as people write it: "7 × 6". */
function sizeText(name: string): string {
  return name.replace(/c\d+$/, "").split("x").join(" × ");
}

/** A board, or a game with its variant. */
export function boardTitle(app: App, name: string): string {
  if (name.includes("-")) return kindTitle(app, kindOf(name));
  if (name === "7x6") return t(app, "board.classic");
  if (name === "5x5x5") return t(app, "board.cube");
  const connect = /c(\d+)$/.exec(name);
  if (!connect) return sizeText(name);
  return t(app, "board.connects", { size: sizeText(name), connect: connect[1] ?? "" });
}

/** "PopOut", "Cylinder · 9 × 7", "Classic". A variant's own board is not named. */
export function kindTitle(app: App, { board, variant, pie }: Kind): string {
  if (variant === "standard") return boardTitle(app, board) + (pie ? ` · ${t(app, "pie.short")}` : "");
  const parts = [t(app, `variant.${variant}`), board === usualBoard(variant) ? "" : boardTitle(app, board), pie ? t(app, "pie.short") : ""];
  return parts.filter(Boolean).join(" · ");
}

export function isDeep(board: Board): boolean {
  return board.depth > 1;
}

const levels = ["easy", "medium", "hard", "perfect"] as const;

/** A level as it is called in this game (a board, perhaps with a variant): "Perfect" is "Expert" where it cannot be solved. */
export function levelName(app: App, level: string, game: string): string {
  const found = levels.find((name) => name === level);
  if (!found) return level; // the server has levels that the page does not offer
  return t(app, found === "perfect" && (!isSolved(game) || game.includes("-")) ? "level.expert" : `level.${found}`);
}

export function opponentTitle(app: App): string {
  const { mode, level } = app.setup.value;
  return mode === "two" ? t(app, "setup.two") : `${t(app, "setup.cpu")} · ${levelName(app, level, gameName(app.setup.value))}`;
}

/** Who has won. */
export function endText(app: App, winner: Player | null): string {
  const remote = app.remote.value;
  if (winner === null) return t(app, "end.draw");
  if (remote && winner !== remote.seat) return t(app, "end.name", { name: playerName(app, remote.names[winner]) });
  if (app.you.value === null) return t(app, "end.player", { seat: seatOf(app, winner) });
  return t(app, winner === app.you.value ? "end.you" : "end.cpu");
}

/** Who begins changes from game to game. Red begins. */
function beginText(app: App): string {
  if (app.you.value === null) return t(app, "begin.player", { seat: seatOf(app, 0) });
  return t(app, app.you.value === 0 ? "begin.you" : "begin.cpu");
}

function turnText(app: App, turn: Player): string {
  const remote = app.remote.value;
  if (!remote && app.landed.value.ply === 0) return beginText(app);
  if (app.phase.value === "thinking") return t(app, "turn.thinking");
  if (remote && turn !== remote.seat) return t(app, "turn.name", { name: playerName(app, remote.names[turn]) });
  if (app.you.value === null) return t(app, "turn.player", { seat: seatOf(app, turn) });
  return t(app, turn === app.you.value ? "turn.you" : "turn.cpu");
}

/** The text of the turn indicator. While a disc falls, it is still its player's turn. */
export function statusText(app: App): string {
  const snapshot = app.landed.value;
  const { status, winner, turn, ply } = snapshot;
  if (app.phase.value === "replay") return t(app, "turn.replay", { ply, moves: lastPly(snapshot) });
  const result = app.remote.value?.result;
  if (result) return endText(app, result.winner);
  return status === "playing" ? turnText(app, turn) : endText(app, winner);
}

/** The colour of the turn indicator; null for a draw. */
export function statusPlayer(app: App): Player | null {
  const { status, turn, winner } = app.landed.value;
  const result = app.phase.value === "replay" ? null : app.remote.value?.result;
  if (result) return result.winner;
  return status === "playing" ? turn : winner;
}

export function outlookText(app: App, outlook: Outlook): string {
  if (outlook.winner === null) return t(app, "bar.draw");
  return t(app, "bar.wins", { color: colorName(app, outlook.winner), moves: outlook.moves });
}

/** An estimated chance is never certain: from 1 to 99. */
export function percentOf(chance: number): number {
  return Math.min(99, Math.max(1, Math.round(chance / 10)));
}

/** The winner's own moves in so many plies, of which the winner makes the last. */
export function movesWithin(plies: number): number {
  return Math.ceil(plies / 2);
}

/** What an estimate says of a position, for the player who moves there: the favourite, or what is proven. */
export function prospectText(app: App, { certainty, chance, plies }: Prospect, mover: Player): string {
  if (certainty === "draw") return t(app, "bar.provenDraw");
  const other = mover === 0 ? 1 : 0;
  const color = (isGood: boolean): string => colorName(app, isGood ? mover : other);
  if (certainty !== "estimated") {
    const key = plies === 1 ? "bar.winNow" : "bar.provenWin";
    return t(app, key, { color: color(certainty === "win"), moves: movesWithin(plies) });
  }
  const isGood = chance >= 500;
  return t(app, "bar.about", { color: color(isGood), percent: percentOf(isGood ? chance : 1000 - chance) });
}

/** Without exact scores a move that is not the best one may be as good. */
export function verdictText(app: App, verdict: Verdict): string {
  return t(app, verdict === "fine" && app.review.value?.prospects ? "verdict.good" : `verdict.${verdict}`);
}

/** The ply after the last known move. */
export function lastPly(snapshot: Snapshot): number {
  return snapshot.first + snapshot.moves.length;
}

/** The winner's own moves in a game that is won: what "wins in" counts everywhere, as in an analysis. Lengths count all discs. */
export function winnersMoves(snapshot: Snapshot): number {
  if (snapshot.variant) return snapshot.variant.movers.filter((mover) => mover === snapshot.winner).length;
  return Math.ceil(lastPly(snapshot) / 2);
}

/** The column of a move by its number, from 1. */
export function columnOf(snapshot: Snapshot, move: number): number | undefined {
  return snapshot.moves[move - 1 - snapshot.first];
}

/** A move as the notation writes it, by its index. */
export function moveLetter(snapshot: Snapshot, index: number): string {
  return snapshot.variant?.texts[index] ?? columnLetter(snapshot, snapshot.moves[index] ?? 0);
}

/** The last move shown: player, column, and row from 1; null at the start. */
export function lastMove(snapshot: Snapshot): { column: number; row: number; player: Player } | null {
  const move = columnOf(snapshot, snapshot.ply);
  const column = move === undefined ? null : droppedColumn(move);
  if (column === null) return null;
  const { board, cells, heights } = snapshot;
  const row = heights[column] ?? 0;
  const x = column % board.width;
  const z = (column - x) / board.width;
  const cell = (z * board.height + board.height - row) * board.width + x;
  return { column, row, player: cells[cell] === 1 ? 1 : 0 };
}
