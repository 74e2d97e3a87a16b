// The terms of the game: one is explained with a picture, the others are a press away.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { term } from "../state";
import { terms } from "../texts/terms";
import { Picture } from "./picture";
import { glossary } from "./texts";

export function Glossary({ app }: { app: App }): JSX.Element {
  const words = glossary[app.settings.value.language];
  const { title, text, picture } = words[term.value];
  return (
    <>
      <div class="meaning" aria-live="polite">
        <h3>{title}</h3>
        <Picture term={term.value} label={picture} />
        <p>{text}</p>
      </div>
      <div class="pair">
        {terms.map((name) => (
          <button key={name} type="button" class="quiet" aria-pressed={term.value === name} onClick={() => (term.value = name)}>
            {words[name].title}
          </button>
        ))}
      </div>
    </>
  );
}
