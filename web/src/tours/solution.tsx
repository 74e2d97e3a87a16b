// What is known about the cube: a card beside the board, which shows each step. The board can be turned meanwhile. Escape, the
// close button or a press elsewhere ends the tour.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { App } from "../app/types";
import { IconButton } from "../ui/kit/controls";
import { isStill } from "./motion";
import { lettersOf } from "./known";
import { asOfText, mapText, marksOf, positionsOf, STEPS, stepText, type Step } from "./solution_steps";
import { word } from "./solution_words";

const STEP_MS = 700;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export function SolutionTour({ app, speak }: { app: App; speak(text: string): void }): JSX.Element {
  const card = useRef<HTMLElement>(null);
  const at = useSignal(0);
  const step = STEPS[at.value]!;
  const isLast = at.value === STEPS.length - 1;
  useEffect(() => watch(app, card.current!), [app]);
  useEffect(() => {
    speak(`${stepText(app, step)} ${step.isMapped ? mapText(app, step) : ""}`);
    return play(app, step);
  }, [at.value]);
  return (
    <section class="tour solution" aria-labelledby="solution-title" ref={card}>
      <header>
        <h2 id="solution-title">{word(app, "title")}</h2>
        <IconButton icon="close" label={word(app, "close")} onClick={() => app.endTour()} />
      </header>
      <p>{stepText(app, step)}</p>
      {step.isMapped && <Replies app={app} step={step} />}
      {isLast && <p class="note">{asOfText(app)}</p>}
      <footer>
        <small>{word(app, "step", { step: at.value + 1, steps: STEPS.length })}</small>
        <button type="button" class="quiet" disabled={at.value === 0} onClick={() => at.value--}>
          {word(app, "back")}
        </button>
        <button type="button" class="primary" data-next onClick={() => (isLast ? app.endTour() : at.value++)}>
          {word(app, isLast ? "done" : "next")}
        </button>
      </footer>
    </section>
  );
}

/** Yellow's replies from above: proven to lose, or open. */
function Replies({ app, step }: { app: App; step: Step }): JSX.Element {
  const letters = lettersOf(Array.from(marksOf(step).keys()));
  return (
    <div class="replies" role="img" aria-label={mapText(app, step)}>
      {marksOf(step).map((mark, column) => (
        <span key={column} class={mark === "open" ? "unsure" : mark}>
          {letters[column]}
          <b>{mark === "lost" ? "L" : "?"}</b>
        </span>
      ))}
      <p aria-hidden="true">
        <span class="lost">
          <b>L</b>
        </span>{" "}
        {word(app, "lost")} <span class="unsure"><b>?</b></span> {word(app, "unknown")}
      </p>
    </div>
  );
}

/** Returns how to stop. */
function play(app: App, step: Step): () => void {
  let isOver = false;
  const run = async (): Promise<void> => {
    for (const [index, text] of positionsOf(step, isStill(app)).entries()) {
      if (index > 0) await pause(STEP_MS);
      if (isOver) return;
      await app.present(text);
    }
  };
  void run().catch(() => app.endTour());
  return () => {
    isOver = true;
  };
}

/** The focus comes to the card and goes back where it was. */
function watch(app: App, card: HTMLElement): () => void {
  const before = document.activeElement;
  card.querySelector<HTMLElement>("[data-next]")?.focus();
  const press = (event: Event): void => {
    const { target } = event;
    if (target instanceof Element && !card.contains(target) && target.id !== "board") app.endTour();
  };
  /** The keys of the game wait. */
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Escape") app.endTour();
    if (event.key === "Escape" || !card.contains(event.target as Node)) event.stopPropagation();
  };
  addEventListener("pointerdown", press, { capture: true });
  addEventListener("keydown", key, { capture: true });
  return () => {
    removeEventListener("pointerdown", press, { capture: true });
    removeEventListener("keydown", key, { capture: true });
    app.setView("home");
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
}
