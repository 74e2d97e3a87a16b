// Who wins and why, while scores are shown; or what is estimated.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { later } from "../kit/later";

const Sentence = later(() => import("../glossary/sentence").then((part) => part.Sentence));
const Estimate = later(() => import("../estimate/card").then((part) => part.EstimateCard));

export function Why({ app }: { app: App }): JSX.Element | null {
  if (!app.settings.value.scores || app.snapshot.value.status !== "playing") return null;
  if (app.analysis.value) return <Sentence app={app} />;
  return app.estimate.value && <Estimate app={app} />;
}
