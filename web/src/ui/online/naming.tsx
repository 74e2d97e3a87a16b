// Before the first game with others: what should they call the player? One press accepts the suggestion.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Refusal } from "../../online/refusal";
import { Avatar } from "../kit/avatar";
import { Field } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Modal } from "../kit/modal";
import { refusalText } from "../texts/refusals";
import type { PartProps } from "./connection";
import { suggestNames } from "./nicknames";
import { o } from "./words";

const NAME_MAX = 20;

export function NameDialog({ app, online }: PartProps): JSX.Element {
  const isAsked = online.isNameAsked.value;
  const suggestions = useMemo(() => suggestNames(app.settings.peek().language, 4), [isAsked]);
  const skip = (): void => void online.answerName(suggestions[0]!, false);
  return (
    <Modal isOpen={isAsked} class="naming" labelledBy="naming-title" closesOutside={false} onClose={skip}>
      {isAsked && <Question app={app} online={online} suggestions={suggestions} onSkip={skip} />}
    </Modal>
  );
}

interface QuestionProps extends PartProps {
  readonly suggestions: readonly string[];
  onSkip(): void;
}

function Question({ app, online, suggestions, onSkip }: QuestionProps): JSX.Element {
  const name = useSignal(suggestions[0]!);
  const wrong = useSignal<Refusal | null>(null);
  const accept = async (event: Event): Promise<void> => {
    event.preventDefault();
    const chosen = name.value.trim() || suggestions[0]!;
    wrong.value = await online.answerName(chosen, true);
  };
  return (
    <form class="sheet" onSubmit={(event) => void accept(event)}>
      <div class="greeting">
        <Avatar id={online.me.value?.playerId ?? ""} />
        <div>
          <h2 id="naming-title">{o(app, "naming.title")}</h2>
          <p class="note">{o(app, "naming.why")}</p>
        </div>
      </div>
      <Field label={o(app, "you.name")}>
        <input
          type="text"
          autocomplete="nickname"
          maxLength={NAME_MAX}
          value={name.value}
          onFocus={(event) => event.currentTarget.select()}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </Field>
      <p class="wrong" role="alert">
        {refusalText(app, wrong.value)}
      </p>
      <div class="ideas" role="group" aria-label={o(app, "naming.ideas")}>
        {suggestions.map((idea) => (
          <button
            key={idea}
            type="button"
            class="quiet"
            aria-pressed={name.value === idea}
            onClick={() => (name.value = idea)}
          >
            {idea}
          </button>
        ))}
      </div>
      <div class="pair">
        <button type="button" class="quiet" onClick={onSkip}>
          {o(app, "naming.skip")}
        </button>
        <button type="submit" class="primary" autofocus>
          <Icon name="play" />
          {o(app, "naming.accept", { name: name.value.trim() || suggestions[0]! })}
        </button>
      </div>
    </form>
  );
}
