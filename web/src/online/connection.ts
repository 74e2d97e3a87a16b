// The wire to the server: the stock client, without its waiting rooms. Whatever cannot be sent at once is
// refused, so nothing is ever sent later than the person meant it; and trying again is done here, because
// the page shows when.
import { signal } from "@preact/signals";
import { io, type Socket } from "socket.io-client";
import type { Connection as State, Trouble } from "./types";

const ANSWER_MS = 8000;
const RETRY_MS = [500, 1000, 2000, 4000, 8000] as const;

export type Refusal = { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };
export type Answer<T> = ({ readonly ok: true } & T) | Refusal;

/** Nobody knows whether the request arrived. */
export const LOST = "lost";
const NOT_SENT: Refusal = { ok: false, error: { code: "offline", message: "There is no connection" } };
const UNKNOWN: Refusal = { ok: false, error: { code: LOST, message: "The connection was lost" } };

export const troubleOf = (answer: Answer<unknown>): Trouble => (answer.ok ? null : answer.error);

export interface Ears {
  auth(): object;
  hear(event: string, payload: unknown): void;
  /** The wire is cut; until the next session nothing is known. */
  cut(): void;
}

export class Connection {
  readonly state = signal<State>("off");
  readonly retryAt = signal<number | null>(null);
  private readonly socket: Socket;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private tries = 0;
  private waiting: ((trouble: Trouble) => void)[] = [];

  constructor(home: URL, private readonly ears: Ears) {
    this.socket = io(home.origin, {
      path: `${home.pathname}socket.io/`,
      auth: (give) => give(ears.auth()),
      autoConnect: false,
      reconnection: false,
      forceNew: true,
      timeout: ANSWER_MS,
    });
    this.socket.onAny((event: string, payload: unknown) => this.hear(event, payload));
    this.socket.on("connect_error", (error) => this.failed(error.message));
    this.socket.on("disconnect", () => this.failed("The connection was lost"));
    globalThis.addEventListener?.("offline", () => this.drop());
    const hurry = () => this.state.peek() === "lost" && this.open();
    globalThis.addEventListener?.("online", hurry);
    globalThis.document?.addEventListener("visibilitychange", hurry);
  }

  connect(): Promise<Trouble> {
    const state = this.state.peek();
    if (state === "online") return Promise.resolve(null);
    if (state === "replaced") return Promise.resolve({ code: state, message: "You are playing in another window" });
    const outcome = new Promise<Trouble>((resolve) => this.waiting.push(resolve));
    if (state !== "connecting") this.open();
    return outcome;
  }

  /** Begins anew, as the newest window of whoever `auth` says. */
  again(): Promise<Trouble> {
    this.leave();
    return this.connect();
  }

  leave(state: State = "off"): void {
    this.state.value = state;
    this.forgetRetry();
    this.socket.disconnect();
    this.settle({ code: "left", message: "Left" });
  }

  /** `take` is called before any event that came after the answer; whoever awaits may be later than that. */
  async ask<T = object>(event: string, data: object = {}, take?: (given: T) => void): Promise<Answer<T>> {
    if (this.state.peek() !== "online" || !this.socket.connected) return NOT_SENT;
    return new Promise((resolve) => {
      this.socket.timeout(ANSWER_MS).emit(event, data, (error: Error | null, answer: Answer<T>) => {
        // A server that does not answer is as good as gone; the next one says where the game stands.
        if (error) this.drop();
        else if (answer.ok) take?.(answer);
        resolve(error ? UNKNOWN : answer);
      });
    });
  }

  private open(): void {
    this.forgetRetry();
    if (this.state.peek() !== "lost") this.state.value = "connecting";
    this.socket.connect();
  }

  private drop(): void {
    if (this.state.peek() === "online") this.socket.disconnect();
  }

  private hear(event: string, payload: unknown): void {
    if (event === "session") {
      this.tries = 0;
      this.state.value = "online";
    } else if (event === "session-replaced") this.state.value = "replaced";
    this.ears.hear(event, payload);
    if (event === "session") this.settle(null);
  }

  /** A window that was replaced does not fight for the seat. */
  private failed(message: string): void {
    const state = this.state.peek();
    if (state === "off" || state === "replaced" || state === "ended") return;
    if (state === "online") this.ears.cut();
    this.state.value = "lost";
    this.settle({ code: "offline", message });
    this.forgetRetry();
    const delay = (RETRY_MS[this.tries++] ?? RETRY_MS[4]) * (0.75 + Math.random() / 2);
    this.retryAt.value = performance.now() + delay;
    this.timer = setTimeout(() => this.open(), delay);
  }

  private forgetRetry(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.retryAt.value = null;
  }

  private settle(trouble: Trouble): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve(trouble);
  }
}
