import type { ConnectFourMove, GameState } from "./plugin.js";

/** The texts of the element, for other languages. Functions get columns and rows counted from 1. */
export interface MoveInputTexts {
  group: string;
  column(column: number, row: number): string;
  full(column: number): string;
  turn: string;
  wait: string;
  over: string;
  chosen(column: number): string;
}

/**
 * `<fourfall-move-input>`: seven column buttons above the board of a game state. A press sends the event "movechange",
 * whose detail is the move, and calls onMoveChange. Importing this module registers the element.
 */
export class FourfallMoveInput extends HTMLElement {
  gameState: GameState | null;
  /** Whose input this is: all buttons are disabled while another player is to move. Also an attribute, player-id. */
  playerId: string | null;
  onMoveChange: ((move: ConnectFourMove) => void) | null;
  /** Also an attribute. */
  disabled: boolean;
  texts: MoveInputTexts;
}

declare global {
  interface HTMLElementTagNameMap {
    "fourfall-move-input": FourfallMoveInput;
  }
}
