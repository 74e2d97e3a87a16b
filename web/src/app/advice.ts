// Exact scores or estimates, threats, hints and reviews of the position shown, computed by the core on demand.
import { batch, effect } from "@preact/signals";
import { Cancelled, CoreError, type Core } from "../core/client";
import { hasScores } from "../core/exact";
import { actionOf, columnOfMove, hasColumn } from "../core/variants";
import type { Snapshot } from "../core/types";
import { say, type State } from "./state";

const HINT_MS = 1900;
const NO_HISTORY = "The first moves of this game are not known";

export class Advice {
  /** Counts review requests, so that only the latest one reports its end. */
  private reviews = 0;
  /** The game under review; null: none is. */
  private reviewed: string | null = null;

  constructor(
    private readonly core: Core,
    private readonly state: State,
  ) {
    if (!core.canSearch) return;
    effect(() => this.followScores());
    effect(() => this.followThreats());
    effect(() => this.followGame());
  }

  async hint(): Promise<void> {
    const { phase, snapshot, analysis, estimate, hint } = this.state;
    if (!allowsAdvice(this.state)) return say(this.state, "note.fairPlay", {}, "refusal");
    if (phase.peek() !== "turn") return say(this.state, "message.noHint", {}, "refusal");
    const at = snapshot.peek();
    const move = analysis.peek()?.line[0] ?? estimate.peek()?.best ?? (await this.suggestion(at.text));
    if (move === null || snapshot.peek() !== at) return;
    const action = actionOf(move);
    const column = hasColumn(action) ? columnOfMove(move) : null;
    const words = { key: action === "drop" ? "message.hint" : `hint.${action}`, args: { column: column === null ? "" : (at.letters[column] ?? "?") } };
    batch(() => {
      hint.value = { action, column, words };
      say(this.state, words.key, words.args);
    });
  }

  async review(): Promise<void> {
    const { snapshot, review, reviewProgress } = this.state;
    const at = snapshot.peek();
    if (!allowsAdvice(this.state)) return say(this.state, "note.fairPlay", {}, "refusal");
    if (at.first > 0) return this.refuseReview(new CoreError("E_NO_HISTORY", NO_HISTORY, -1));
    const mine = ++this.reviews;
    batch(() => {
      review.value = null;
      reviewProgress.value = { done: 0, moves: at.moves.length };
      say(this.state, "message.reviewing", { moves: at.moves.length });
    });
    const game = (this.reviewed = wholeNotation(at));
    try {
      const found = await this.core.review(game, !at.variant && hasScores(at.board.name), (progress) => (reviewProgress.value = progress));
      // Another game may be on the board by now, or other moves of this one.
      if (!wholeNotation(snapshot.peek()).startsWith(game)) return;
      review.value = found;
      say(this.state, "message.reviewReady");
    } catch (error) {
      if (error instanceof CoreError) this.refuseReview(error);
      else if (!(error instanceof Cancelled)) throw error;
    } finally {
      // A review that a newer one replaced must not clear the progress of the newer one.
      if (mine === this.reviews) {
        this.reviewed = null;
        reviewProgress.value = null;
      }
    }
  }

  stopReview(): void {
    if (this.reviewed !== null) this.core.stopReviewing();
  }

  /** Nobody waits for the review of a game that has left the board. */
  private followGame(): void {
    const { snapshot, phase } = this.state;
    const game = wholeNotation(snapshot.value);
    const hasLeft = phase.value === "welcome" || (this.reviewed !== null && !game.startsWith(this.reviewed));
    if (hasLeft) this.stopReview();
  }

  private refuseReview({ code, message: text }: CoreError): void {
    say(this.state, "message.noReview", { text, error: code }, "refusal");
  }

  private async suggestion(text: string): Promise<number | null> {
    try {
      const task = { text, level: "perfect", style: "balanced", seed: 1n, limitMs: HINT_MS } as const;
      return await this.core.choose(task);
    } catch (error) {
      if (error instanceof Cancelled) return null;
      throw error;
    }
  }

  private followScores(): void {
    const { settings, snapshot, phase, analysis, estimate, analysisState } = this.state;
    const at = snapshot.value;
    const isWanted = settings.value.scores && !at.variant && allowsAdvice(this.state) && phase.value !== "welcome" && at.status === "playing";
    const known = analysis.peek() ?? estimate.peek();
    if (known?.text === at.text && isWanted) return;
    this.core.stopAnalysing();
    batch(() => {
      analysis.value = null;
      estimate.value = null;
      analysisState.value = isWanted ? "working" : "off";
    });
    if (isWanted) void this.score(at);
  }

  private async score({ text, board }: Snapshot): Promise<void> {
    const { snapshot, analysis, estimate, analysisState } = this.state;
    try {
      const isExact = hasScores(board.name);
      const found = isExact ? { analysis: await this.core.analyse(text), estimate: null } : { analysis: null, estimate: await this.core.estimate(text) };
      if (!(found.analysis ?? found.estimate) || snapshot.peek().text !== text) return;
      batch(() => {
        analysis.value = found.analysis;
        estimate.value = found.estimate;
        analysisState.value = "done";
      });
    } catch (error) {
      if (error instanceof CoreError) analysisState.value = "none";
      else if (!(error instanceof Cancelled)) throw error;
    }
  }

  private followThreats(): void {
    const { settings, snapshot, phase, threats } = this.state;
    const at = snapshot.value;
    if (!settings.value.threats || !allowsAdvice(this.state) || phase.value === "welcome" || at.status !== "playing") {
      threats.value = [];
      return;
    }
    void this.core.threats().then((found) => {
      if (snapshot.peek() === at) threats.value = found;
    });
  }
}

/** Fair play: no help while playing against people. */
export function allowsAdvice({ remote }: State): boolean {
  return remote.value?.allowsAdvice ?? true;
}

/** The notation of all known moves, including those after the position shown. */
export function wholeNotation(at: State["snapshot"]["value"]): string {
  const shown = at.ply - at.first;
  if (at.variant) return at.notation + at.variant.texts.slice(shown).join("");
  return at.notation + at.moves.slice(shown).map((column) => at.letters[column]).join("");
}
