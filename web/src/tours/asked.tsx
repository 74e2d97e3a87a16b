// The tours that people ask for: the best line, and what is known about the cube.
import type { JSX } from "preact";
import { LineTour } from "./line";
import { SolutionTour } from "./solution";
import type { TourProps } from "./tours";

export function AskedView({ app, tour, speak }: TourProps): JSX.Element {
  return tour === "line" ? <LineTour app={app} speak={speak} /> : <SolutionTour app={app} speak={speak} />;
}
