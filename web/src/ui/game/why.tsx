// Who wins and why, while exact scores are shown.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { later } from "../kit/later";

const Sentence = later(() => import("../glossary/sentence").then((part) => part.Sentence));

export function Why({ app }: { app: App }): JSX.Element | null {
  const isWanted = app.settings.value.scores && app.analysis.value !== null && app.snapshot.value.status === "playing";
  return isWanted ? <Sentence app={app} /> : null;
}
