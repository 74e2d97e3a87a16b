// Answers of the server as a panel needs them: asked when shown, given up when left, asked again on demand.
import { batch, computed, type ReadonlySignal, type Signal, signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Answer, Refusal } from "./api";

export interface Asked<T> {
  readonly value: T | null;
  readonly trouble: Refusal | null;
  readonly isBusy: boolean;
  again(): void;
}

/** Asks anew whenever `key` changes; the last answer stays in sight until the next one is there. */
export function useAnswer<T>(key: string, load: (signal: AbortSignal) => Promise<Answer<T>>): Asked<T> {
  const turn = useSignal(0);
  const state = useSignal<{ value: T | null; trouble: Refusal | null; isBusy: boolean }>({
    value: null,
    trouble: null,
    isBusy: true,
  });
  useEffect(() => {
    const leaving = new AbortController();
    state.value = { ...state.peek(), isBusy: true };
    void load(leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return;
      const value = answer.ok ? answer.value : null;
      state.value = { value, trouble: answer.ok ? null : answer.trouble, isBusy: false };
    });
    return () => leaving.abort();
  }, [key, turn.value]);
  return { ...state.value, again: () => (turn.value += 1) };
}

/** A list that grows page by page. */
export class Feed<T> {
  /** Page after page as they came; none of them changes. */
  readonly pages: Signal<readonly (readonly T[])[]> = signal([]);
  readonly items: ReadonlySignal<readonly T[]> = computed(() => this.pages.value.flat());
  readonly trouble: Signal<Refusal | null> = signal(null);
  readonly isBusy: Signal<boolean> = signal(false);
  /** Nothing follows; false before the first page is there. */
  readonly isWhole: Signal<boolean> = signal(false);
  private cursor: string | null = null;
  private leaving = new AbortController();

  constructor(
    private readonly load: (
      cursor: string | null,
      signal: AbortSignal,
    ) => Promise<Answer<{ readonly items: readonly T[]; readonly next: string | null }>>,
  ) {}

  /** The next page; a page the server had to leave empty leads on to the one after it. */
  async more(): Promise<void> {
    if (this.isBusy.peek() || this.isWhole.peek()) return;
    const { signal: left } = this.leaving;
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
    this.leaving.abort();
  }

  private take(answer: Answer<{ readonly items: readonly T[]; readonly next: string | null }>): void {
    batch(() => {
      this.trouble.value = answer.ok ? null : answer.trouble;
      if (!answer.ok) return;
      this.cursor = answer.value.next;
      this.isWhole.value = this.cursor === null;
      if (answer.value.items.length > 0) this.pages.value = [...this.pages.peek(), answer.value.items];
    });
  }
}

/** A feed for each `key`; the one before is given up. */
export function useFeed<T>(key: string, make: () => Feed<T>): Feed<T> {
  const feed = useMemo(make, [key]);
  useEffect(() => {
    void feed.more();
    return () => feed.leave();
  }, [feed]);
  return feed;
}
