// REST requests of a panel: sent when the panel is shown, aborted when it is left, repeated on demand.
import { batch, computed, type ReadonlySignal, type Signal, signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Answer } from "../online/api";
import type { Refusal } from "../online/refusal";

export interface RequestState<T> {
  readonly value: T | null;
  readonly refusal: Refusal | null;
  readonly isBusy: boolean;
  retry(): void;
}

/** Sends the request again whenever `key` changes. The last answer is shown until the next one is there. */
export function useRequest<T>(key: string, load: (signal: AbortSignal) => Promise<Answer<T>>): RequestState<T> {
  const attempts = useSignal(0);
  const state = useSignal<Omit<RequestState<T>, "retry">>({ value: null, refusal: null, isBusy: true });
  useEffect(() => {
    const aborter = new AbortController();
    state.value = { ...state.peek(), isBusy: true };
    void load(aborter.signal).then((answer) => {
      if (aborter.signal.aborted) return;
      const value = answer.ok ? answer.value : null;
      state.value = { value, refusal: answer.ok ? null : answer.refusal, isBusy: false };
    });
    return () => aborter.abort();
  }, [key, attempts.value]);
  return { ...state.value, retry: () => (attempts.value += 1) };
}

/** A list that grows page by page. */
export class Feed<T> {
  /** A page never changes once it is there. */
  readonly pages: Signal<readonly (readonly T[])[]> = signal([]);
  readonly items: ReadonlySignal<readonly T[]> = computed(() => this.pages.value.flat());
  readonly refusal: Signal<Refusal | null> = signal(null);
  readonly isBusy: Signal<boolean> = signal(false);
  /** There is no further page; false before the first one is there. */
  readonly isComplete: Signal<boolean> = signal(false);
  private cursor: string | null = null;
  private aborter = new AbortController();

  constructor(
    private readonly load: (
      cursor: string | null,
      signal: AbortSignal,
    ) => Promise<Answer<{ readonly items: readonly T[]; readonly next: string | null }>>,
  ) {}

  /** Loads the next page. An empty page with a cursor leads on to the one after it. */
  async more(): Promise<void> {
    if (this.isBusy.peek() || this.isComplete.peek()) return;
    const { signal: left } = this.aborter;
    this.isBusy.value = true;
    let isEmpty = true;
    while (isEmpty && !left.aborted) {
      const answer = await this.load(this.cursor, left);
      if (left.aborted) return;
      isEmpty = answer.ok && answer.value.items.length === 0 && answer.value.next !== null;
      this.take(answer);
    }
    this.isBusy.value = false;
  }

  leave(): void {
    this.aborter.abort();
  }

  private take(answer: Answer<{ readonly items: readonly T[]; readonly next: string | null }>): void {
    batch(() => {
      this.refusal.value = answer.ok ? null : answer.refusal;
      if (!answer.ok) return;
      this.cursor = answer.value.next;
      this.isComplete.value = this.cursor === null;
      if (answer.value.items.length > 0) this.pages.value = [...this.pages.peek(), answer.value.items];
    });
  }
}

/** A new feed for each `key`; the one before is aborted. */
export function useFeed<T>(key: string, make: () => Feed<T>): Feed<T> {
  const feed = useMemo(make, [key]);
  useEffect(() => {
    void feed.more();
    return () => feed.leave();
  }, [feed]);
  return feed;
}
