// What a newcomer is shown once, over the board. Its parts are loaded when they are needed.
import { signal, useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import type { App, Tour } from "../app/types";
import type { TourProps } from "../tours/tours";

type Part = (props: TourProps) => JSX.Element;

const loaders = {
  first: () => import("../tours/tours").then(({ TourView }) => TourView),
  asked: () => import("../tours/asked").then(({ AskedView }) => AskedView),
} as const;
const parts = signal<Readonly<Partial<Record<keyof typeof loaders, Part>>>>({});

const kindOf = (tour: Tour): keyof typeof loaders => (tour === "line" || tour === "solution" ? "asked" : "first");

async function load(kind: keyof typeof loaders): Promise<void> {
  const part = await loaders[kind]();
  parts.value = { ...parts.peek(), [kind]: part };
}

/** The live region stands from the start: screen readers announce only what changes in it. */
export function TourLayer({ app }: { app: App }): JSX.Element {
  const spoken = useSignal("");
  useSignalEffect(() => {
    const tour = app.tour.value;
    if (tour === null) spoken.value = "";
    else if (!parts.peek()[kindOf(tour)]) void load(kindOf(tour)).catch(() => app.endTour());
  });
  const tour = app.tour.value;
  const Part = tour && parts.value[kindOf(tour)];
  return (
    <>
      <p class="hidden" role="status" aria-live="polite">
        {spoken}
      </p>
      {tour && Part && <Part key={tour} app={app} tour={tour} speak={(text) => (spoken.value = text)} />}
    </>
  );
}
