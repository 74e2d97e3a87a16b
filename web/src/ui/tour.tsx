// What a newcomer is shown once, over the board. Its parts are loaded when they are needed.
import { signal, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import type { App } from "../app/types";
import type { TourProps } from "../tours/tours";

const part = signal<((props: TourProps) => JSX.Element) | null>(null);

/** The live region stands from the start: screen readers announce only what changes in it. */
export function TourLayer({ app }: { app: App }): JSX.Element {
  const spoken = useSignal("");
  useSignalEffect(() => {
    if (app.tour.value === null) spoken.value = "";
    else if (!part.peek()) void import("../tours/tours").then(({ TourView }) => (part.value = TourView), () => app.endTour());
  });
  const Part = part.value;
  const tour = app.tour.value;
  return (
    <>
      <p class="hidden" role="status" aria-live="polite">
        {spoken}
      </p>
      {tour && Part && <Part key={tour} app={app} tour={tour} speak={(text) => (spoken.value = text)} />}
    </>
  );
}
