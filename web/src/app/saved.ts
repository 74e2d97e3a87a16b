// Unfinished local games, to be continued later. Each has a storage entry of its own, so that two windows do not
// overwrite each other's games. Without storage they last as long as the page.
import type { Player, Snapshot } from "../core/types";
import type { State } from "./state";
import { keysOf, read, remove, write } from "./storage";
import type { SavedGame } from "./types";

const PREFIX = "saved.";
const KEPT_MAX = 6;
/** A game without a move is only kept for a reload. */
const UNBEGUN_MS = 3_600_000;

export class SavedGames {
  /** All games by id, also those of other windows. */
  private games = new Map<string, SavedGame>();
  /** Games that ended during this visit: Forward leads back to them, but nobody has to continue them. */
  private readonly finished = new Map<string, SavedGame>();
  private readonly state: State;

  constructor(state: State) {
    this.state = state;
    this.reread();
    addEventListener("storage", () => this.reread());
  }

  find(id: string): SavedGame | null {
    return this.games.get(id) ?? this.finished.get(id) ?? null;
  }

  /** Another game comes to the board; the one before stays saved. `id`: a saved one that is continued. */
  begin(id: string = newId()): void {
    this.release();
    this.state.gameId.value = id;
    this.publish();
  }

  /** The board shows no local game any more. True if a game was kept. */
  release(): boolean {
    const id = this.state.gameId.peek();
    const game = id === null ? undefined : this.games.get(id);
    this.state.gameId.value = null;
    if (game && !isBegun(game)) this.forget(game.id);
    this.publish();
    return game !== undefined && isBegun(game);
  }

  /** The game on the board stands here now. A finished one is not kept. */
  update(snapshot: Snapshot): void {
    const id = this.state.gameId.peek();
    if (id === null) return;
    if (snapshot.status !== "playing") {
      this.finished.set(id, this.entry(id, snapshot));
      return void this.forget(id);
    }
    this.finished.delete(id);
    this.put(this.entry(id, snapshot));
  }

  /** Returns how to take that back. */
  forget(id: string): () => void {
    const game = this.games.get(id);
    this.games.delete(id);
    remove(PREFIX + id);
    this.publish();
    return () => game && this.put(game);
  }

  private entry(id: string, { board, text, ply, cells }: Snapshot): SavedGame {
    const { setup, you, firstSeat } = this.state;
    const { mode, level, style } = setup.peek();
    const facts = { mode, level, style, you: you.peek(), firstSeat: firstSeat.peek() };
    return { id, text, board: board.name, ...facts, moves: ply, cells: cells.join(""), at: this.now() };
  }

  /** Later than every other game's, also within one millisecond. */
  private now(): number {
    return Math.max(Date.now(), ...[...this.games.values()].map(({ at }) => at + 1));
  }

  private put(game: SavedGame): void {
    const isNew = !this.games.has(game.id);
    this.games.set(game.id, game);
    write(PREFIX + game.id, game);
    if (isNew) this.prune();
    this.publish();
  }

  private prune(): void {
    const now = Date.now();
    const others = newestFirst(this.games).filter(({ id }) => id !== this.state.gameId.peek());
    const old = others.filter((game) => !isBegun(game) && game.at < now - UNBEGUN_MS);
    for (const { id } of [...old, ...others.filter(isBegun).slice(KEPT_MAX)]) this.forget(id);
  }

  /** Another window has changed the storage. */
  private reread(): void {
    const stored = new Map<string, SavedGame>();
    for (const key of keysOf(PREFIX)) {
      const game = savedGame(key.slice(PREFIX.length), read(key));
      if (game) stored.set(game.id, game);
    }
    const id = this.state.gameId.peek();
    const mine = id === null ? undefined : this.games.get(id);
    const theirs = id === null ? undefined : stored.get(id);
    this.games = stored;
    if (mine && !theirs) this.games.set(mine.id, mine);
    if (mine && theirs && mine.at !== theirs.at) this.part(mine);
    this.publish();
  }

  /** Two windows continue the same game: each has its own from now on. */
  private part(mine: SavedGame): void {
    const id = newId();
    this.state.gameId.value = id;
    this.put({ ...mine, id });
  }

  private publish(): void {
    const shown = this.state.gameId.peek();
    const games = newestFirst(this.games).filter((game) => game.id !== shown && isBegun(game));
    this.state.saved.value = games.slice(0, KEPT_MAX);
  }
}

/** A person has moved, or the position came from outside. */
function isBegun({ moves, you }: SavedGame): boolean {
  return moves > (you === 1 ? 1 : 0);
}

function newestFirst(games: ReadonlyMap<string, SavedGame>): SavedGame[] {
  return [...games.values()].sort((a, b) => b.at - a.at);
}

/** crypto.randomUUID() exists only on secure pages. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join("");
}

const isPlayer = (value: unknown): value is Player => value === 0 || value === 1;

/** The storage may hold anything. */
function savedGame(id: string, stored: unknown): SavedGame | null {
  if (typeof stored !== "object" || stored === null) return null;
  const game = stored as Partial<SavedGame>;
  const isGood =
    typeof game.text === "string" && typeof game.board === "string" && typeof game.cells === "string" &&
    typeof game.moves === "number" && typeof game.at === "number" &&
    (game.mode === "two" || (game.mode === "cpu" && isPlayer(game.you))) &&
    ["easy", "medium", "hard", "perfect"].includes(game.level ?? "") &&
    ["balanced", "aggressive", "defensive"].includes(game.style ?? "");
  return isGood ? { ...(game as SavedGame), id, firstSeat: isPlayer(game.firstSeat) ? game.firstSeat : 0 } : null;
}
