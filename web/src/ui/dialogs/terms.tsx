import type { JSX } from "preact";
import type { App } from "../../app/types";
import { later } from "../kit/later";

const Glossary = later(() => import("../glossary/glossary").then((part) => part.Glossary));

export function Terms({ app }: { app: App }): JSX.Element {
  return (
    <div class="body prose">
      <Glossary app={app} />
    </div>
  );
}
