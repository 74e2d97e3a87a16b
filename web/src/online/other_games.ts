// My games that are not on the board. A live one is offered to return to; the others stand in the list of my games.
import { signal } from "@preact/signals";
import type { Player } from "../core/types";
import type { Lists } from "./lists";
import type { RunningGame, Table } from "./types";
import { playerOf, type Update } from "./wire";

export class OtherGames {
  readonly running = signal<RunningGame | null>(null);

  constructor(
    private readonly lists: Lists,
    private readonly notify: (key: string) => void,
  ) {}

  offer(table: Table, ply: number, turn: Player, isMyTurn: boolean): void {
    const { gameId, board, people } = table;
    const names = [people[0].name, people[1].name] as const;
    this.running.value = { gameId, board, names, ply, turn, isMyTurn, deadline: null };
  }

  forget(gameId: string): void {
    if (this.running.peek()?.gameId === gameId) this.running.value = null;
  }

  receive(event: string, payload: unknown): void {
    if (event === "game-over") this.over((payload as { gameId: string }).gameId);
    else if (event === "game-update") this.update(payload as Update);
  }

  private over(gameId: string): void {
    this.forget(gameId);
    void this.lists.refreshMine();
  }

  private update({ gameId, ply, isYourTurn = false, currentPlayer }: Update): void {
    const running = this.running.peek();
    if (running?.gameId === gameId) this.running.value = { ...running, isMyTurn: isYourTurn, ply, turn: playerOf(currentPlayer) ?? running.turn };
    if (isYourTurn) this.notify("note.yourTurnElsewhere");
    void this.lists.refreshMine();
  }
}
