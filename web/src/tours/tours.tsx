// The tours: where to press and what wins, and the lines of the cube. asked.tsx has those that people ask for.
import type { JSX } from "preact";
import type { App, Tour } from "../app/types";
import { CubeTour } from "./cube";
import { DropTour } from "./drop";

export interface TourProps {
  readonly app: App;
  readonly tour: Tour;
  /** For screen readers. */
  speak(text: string): void;
}

export function TourView({ app, tour, speak }: TourProps): JSX.Element {
  return tour === "cube" ? <CubeTour app={app} speak={speak} /> : <DropTour app={app} speak={speak} />;
}
