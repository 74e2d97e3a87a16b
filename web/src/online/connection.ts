// The connection to the server: the stock Socket.IO client without its queues. A request that cannot be sent
// at once is refused, so nothing reaches the server later than the player meant it. Reconnecting happens
// here and not in the client, because the page shows when the next attempt is due.
import { signal } from "@preact/signals";
import { io, type Socket } from "socket.io-client";
import { BANNED, LEFT, LOST, OFFLINE, REPLACED, type Refusal } from "./refusal";
import type { ConnectionState } from "./types";

const ANSWER_MS = 8000;
const RETRY_MS = [500, 1000, 2000, 4000, 8000] as const;

type Acknowledgement<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly error: Refusal };

export const refusalIn = (answer: Acknowledgement<unknown>): Refusal | null => (answer.ok ? null : answer.error);

export interface ConnectionHandlers {
  /** The auth payload of the next handshake. */
  auth(): object;
  onEvent(event: string, payload: unknown): void;
  /** The connection broke. Until the next session the page does not know where its game stands. */
  onLost(): void;
}

export class Connection {
  readonly state = signal<ConnectionState>("off");
  readonly retryAt = signal<number | null>(null);
  private readonly socket: Socket;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private failures = 0;
  private waiting: ((refusal: Refusal | null) => void)[] = [];

  constructor(home: URL, private readonly handlers: ConnectionHandlers) {
    this.socket = io(home.origin, {
      path: `${home.pathname}socket.io/`,
      auth: (send) => send(handlers.auth()),
      autoConnect: false,
      reconnection: false,
      forceNew: true,
      timeout: ANSWER_MS,
    });
    this.socket.onAny((event: string, payload: unknown) => this.receive(event, payload));
    this.socket.on("connect_error", (error: Error & { data?: { code?: string } }) => {
      if (error.data?.code === BANNED.code) this.close("banned");
      else this.failed();
    });
    this.socket.on("disconnect", () => this.failed());
    globalThis.addEventListener?.("offline", () => this.disconnect());
    const retryNow = () => this.state.peek() === "lost" && this.open();
    globalThis.addEventListener?.("online", retryNow);
    globalThis.document?.addEventListener("visibilitychange", retryNow);
  }

  /** Resolves to null when connected, or to the first failure. */
  connect(): Promise<Refusal | null> {
    const state = this.state.peek();
    if (state === "online") return Promise.resolve(null);
    if (state === "replaced") return Promise.resolve(REPLACED);
    const outcome = new Promise<Refusal | null>((resolve) => this.waiting.push(resolve));
    if (state !== "connecting") this.open();
    return outcome;
  }

  /** A new session with the present auth payload, which replaces older windows of the same player. */
  reconnect(): Promise<Refusal | null> {
    this.close();
    return this.connect();
  }

  close(state: ConnectionState = "off"): void {
    this.state.value = state;
    this.cancelRetry();
    this.socket.disconnect();
    this.settle(state === "banned" ? BANNED : LEFT);
  }

  /** `onAnswer` runs before any event that came after the answer; awaiting code may run later than that. */
  async request<T = object>(
    event: string,
    data: object = {},
    onAnswer?: (answer: T) => void,
  ): Promise<Acknowledgement<T>> {
    if (this.state.peek() !== "online" || !this.socket.connected) return { ok: false, error: OFFLINE };
    return new Promise((resolve) => {
      this.socket.timeout(ANSWER_MS).emit(event, data, (timeout: Error | null, answer: Acknowledgement<T>) => {
        // A silent server is as good as gone. The snapshot after reconnecting says where the game stands.
        if (timeout) this.disconnect();
        else if (answer.ok) onAnswer?.(answer);
        resolve(timeout ? { ok: false, error: LOST } : answer);
      });
    });
  }

  private open(): void {
    this.cancelRetry();
    if (this.state.peek() !== "lost") this.state.value = "connecting";
    this.socket.connect();
  }

  private disconnect(): void {
    if (this.state.peek() === "online") this.socket.disconnect();
  }

  private receive(event: string, payload: unknown): void {
    if (event === "session") {
      this.failures = 0;
      this.state.value = "online";
    } else if (event === "session-replaced") this.state.value = "replaced";
    this.handlers.onEvent(event, payload);
    if (event === "session") this.settle(null);
  }

  /** A replaced window does not reconnect: two windows would fight for the seat. */
  private failed(): void {
    const state = this.state.peek();
    if (state === "off" || state === "replaced" || state === "ended" || state === "banned") return;
    if (state === "online") this.handlers.onLost();
    this.state.value = "lost";
    this.settle(OFFLINE);
    this.cancelRetry();
    const delay = (RETRY_MS[this.failures++] ?? RETRY_MS[4]) * (0.75 + Math.random() / 2);
    this.retryAt.value = performance.now() + delay;
    this.retryTimer = setTimeout(() => this.open(), delay);
  }

  private cancelRetry(): void {
    clearTimeout(this.retryTimer);
    this.retryAt.value = null;
  }

  private settle(outcome: Refusal | null): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve(outcome);
  }
}
