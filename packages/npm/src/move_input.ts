// <fourfall-move-input>: seven column buttons above the board of a game state, with a preview of where a disc lands.
import type { CellState, ConnectFourMove, GameState } from "../types/plugin";
import type { MoveInputTexts } from "../types/move-input";
import { COLUMNS, ROWS, findLowestEmptyRow } from "./plugin_board";
import { STYLE } from "./move_input_style";

const CELL = 100;
const ENGLISH: MoveInputTexts = {
  group: "Choose a column",
  column: (column, row) => `Column ${column}, lands in row ${row}`,
  full: (column) => `Column ${column} is full`,
  turn: "Your turn: choose a column.",
  wait: "It is not your turn.",
  over: "The game is over.",
  chosen: (column) => `Column ${column} chosen.`,
};

/** Node has no elements; importing the module there does nothing. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/** Red has a ring and yellow a star point: never colour alone. */
function markOf(color: CellState, x: number, y: number): string {
  if (color === "red") return `<circle class="mark" cx="${x}" cy="${y}" r="18"/>`;
  return color === "yellow" ? `<path class="mark" d="M${x} ${y - 18}L${x + 18} ${y}L${x} ${y + 18}L${x - 18} ${y}Z"/>` : "";
}

function drawingOf(board: readonly (readonly CellState[])[]): string {
  const cells = Array.from({ length: ROWS * COLUMNS }, (_, i) => {
    const [row, column] = [Math.floor(i / COLUMNS), i % COLUMNS];
    const color = board[row]?.[column] ?? null;
    const [x, y] = [column * CELL + CELL / 2 + 20, row * CELL + CELL / 2 + 20];
    return `<circle class="${color ?? "empty"}" part="cell ${color ?? "empty"}" data-row="${row}" data-column="${column}" cx="${x}" cy="${y}" r="40"/>${markOf(color, x, y)}`;
  });
  return `<svg part="board" viewBox="0 0 740 640" aria-hidden="true">${cells.join("")}</svg>`;
}

export class FourfallMoveInput extends Base {
  static readonly observedAttributes = ["disabled", "player-id"];

  #onMoveChange: ((move: ConnectFourMove) => void) | null = null;
  #state: GameState | null = null;
  #texts = ENGLISH;
  #buttons: HTMLButtonElement[] = [];
  #board: HTMLElement | null = null;
  #status: HTMLElement | null = null;
  #isDue = false;
  /** The column whose button was disabled while it had the focus. */
  #left: number | null = null;

  get gameState(): GameState | null {
    return this.#state;
  }

  set gameState(state: GameState | null) {
    this.#state = state;
    this.#renderSoon();
  }

  get onMoveChange(): ((move: ConnectFourMove) => void) | null {
    return this.#onMoveChange;
  }

  set onMoveChange(call: ((move: ConnectFourMove) => void) | null) {
    this.#onMoveChange = call;
  }

  get texts(): MoveInputTexts {
    return this.#texts;
  }

  set texts(texts: MoveInputTexts) {
    this.#texts = { ...ENGLISH, ...texts };
    this.#renderSoon();
  }

  get disabled(): boolean {
    return this.hasAttribute("disabled");
  }

  set disabled(isDisabled: boolean) {
    this.toggleAttribute("disabled", isDisabled);
  }

  get playerId(): string | null {
    return this.getAttribute("player-id");
  }

  set playerId(id: string | null) {
    if (id === null || id === undefined) this.removeAttribute("player-id");
    else this.setAttribute("player-id", id);
  }

  attributeChangedCallback(): void {
    this.#renderSoon();
  }

  connectedCallback(): void {
    // Properties that were set before the element was defined hide its accessors.
    for (const name of ["gameState", "onMoveChange", "texts", "disabled", "playerId"] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete (this as Record<string, unknown>)[name];
      Object.assign(this, { [name]: value });
    }
    if (!this.shadowRoot) this.#build(this.attachShadow({ mode: "open" }));
    this.#render();
  }

  #build(root: ShadowRoot): void {
    root.innerHTML = `<style>${STYLE}</style><div class="buttons" part="buttons" role="group"></div><div class="board"></div><p class="status" part="status" role="status"></p>`;
    const row = root.querySelector(".buttons")!;
    for (let column = 0; column < COLUMNS; column++) row.append(this.#buttonOf(column));
    row.addEventListener("keydown", (event) => this.#walk(event as KeyboardEvent));
    this.#board = root.querySelector(".board");
    this.#status = root.querySelector(".status");
  }

  #buttonOf(column: number): HTMLButtonElement {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = String(column + 1);
    button.part.add("button");
    button.dataset["column"] = String(column);
    button.addEventListener("click", () => this.#choose(column));
    for (const name of ["pointerenter", "focus"]) button.addEventListener(name, () => this.#preview(column));
    for (const name of ["pointerleave", "blur"]) button.addEventListener(name, () => this.#preview(null));
    this.#buttons[column] = button;
    return button;
  }

  /** The arrow keys walk over the buttons that can be pressed; Home and End go to the outermost. */
  #walk(event: KeyboardEvent): void {
    const open = this.#buttons.filter(({ disabled }) => !disabled);
    const at = open.indexOf(event.target as HTMLButtonElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: open.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    open[(to + open.length) % open.length]?.focus();
  }

  get #isMine(): boolean {
    const state = this.#state;
    if (!state || state.status !== "in_progress" || this.disabled) return false;
    return this.playerId === null || state.players[state.currentPlayerIndex]?.id === this.playerId;
  }

  /** Several properties set at once draw the element once. */
  #renderSoon(): void {
    if (this.#isDue || !this.#board) return;
    this.#isDue = true;
    queueMicrotask(() => this.#render());
  }

  #render(): void {
    this.#isDue = false;
    const board = this.#state?.metadata.board ?? [];
    this.shadowRoot!.querySelector(".buttons")!.setAttribute("aria-label", this.#texts.group);
    this.#buttons.forEach((button, column) => {
      const row = findLowestEmptyRow(board, column);
      button.disabled = !this.#isMine || row === null;
      button.setAttribute("aria-label", row === null && board.length > 0 ? this.#texts.full(column + 1) : this.#texts.column(column + 1, ROWS - (row ?? 0)));
    });
    this.#keepFocus();
    this.#board!.innerHTML = drawingOf(board);
    const focused = this.#buttons.indexOf(this.shadowRoot!.activeElement as HTMLButtonElement);
    this.#preview(focused < 0 ? null : focused);
    this.#say(this.#statusText());
  }

  /** A disabled button loses the focus. It goes to the nearest one as soon as a move may be made, unless something else has it by then. */
  #keepFocus(): void {
    const focused = this.#buttons.findIndex((button) => button === this.shadowRoot!.activeElement);
    if (focused >= 0) this.#left = this.#buttons[focused]!.disabled ? focused : null;
    else if (document.activeElement !== document.body) this.#left = null;
    const from = this.#left;
    if (from === null) return;
    const open = [...this.#buttons.keys()].filter((column) => !this.#buttons[column]!.disabled);
    const [nearest] = open.sort((a, b) => Math.abs(a - from) - Math.abs(b - from));
    if (nearest !== undefined) this.#buttons[nearest]!.focus({ preventScroll: true });
  }

  #statusText(): string {
    if (!this.#state) return "";
    if (this.#state.status === "completed") return this.#texts.over;
    return this.#isMine ? this.#texts.turn : this.#texts.wait;
  }

  #say(text: string): void {
    if (this.#status!.textContent !== text) this.#status!.textContent = text;
  }

  #preview(column: number | null): void {
    for (const cell of this.#board!.querySelectorAll(".preview")) {
      cell.setAttribute("class", "empty");
      cell.setAttribute("part", "cell empty");
    }
    const state = this.#state;
    const row = column === null || !state || !this.#isMine ? null : findLowestEmptyRow(state.metadata.board, column);
    if (row === null) return;
    const cell = this.#board!.querySelector(`[data-row="${row}"][data-column="${column}"]`)!;
    cell.setAttribute("class", `preview ${state!.currentPlayerIndex === 0 ? "red" : "yellow"}`);
    cell.setAttribute("part", "cell preview");
  }

  #choose(column: number): void {
    const move: ConnectFourMove = { action: "drop", parameters: { column } };
    this.#say(this.#texts.chosen(column + 1));
    this.#onMoveChange?.(move);
    this.dispatchEvent(new CustomEvent("movechange", { detail: move, bubbles: true, composed: true }));
  }
}

if (globalThis.customElements && !customElements.get("fourfall-move-input")) customElements.define("fourfall-move-input", FourfallMoveInput);
