// Exporting all data, deleting it.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { deleteMe } from "../../records/calls";
import { Icon } from "../kit/icons";
import { saveFile } from "../kit/save";
import type { AccountProps } from "./account";
import { Form, Input, useSending, Wrong } from "./form";
import { useProof } from "./proof";
import { playerName } from "../texts/texts";
import { r } from "./words";

export function ExportPart({ app, online }: AccountProps): JSX.Element {
  const sending = useSending();
  const save = (): void =>
    sending.send(
      () => online.api.file("api/me/export"),
      (file) => saveFile(file, "fourfall-my-data.json"),
    );
  return (
    <div class="choiceline">
      <p class="note">{r(app, "data.exportHint")}</p>
      <button type="button" class="quiet" aria-busy={sending.isBusy} onClick={save}>
        <Icon name="save" />
        {r(app, "data.export")}
      </button>
      <Wrong text={sending.rest(app, [])} />
    </div>
  );
}

/** Typing the name prevents an accidental deletion. */
export function DeletePart(props: AccountProps): JSX.Element {
  const { app, online, self, changed } = props;
  const typed = useSignal("");
  const name = playerName(app, self.name);
  const isTyped = typed.value === name;
  const sending = useSending();
  const proof = useProof(props, sending);
  const submit = (): void => {
    if (!isTyped) return;
    sending.send(
      async () => {
        const answer = await proof.ask();
        return answer.ok ? deleteMe(online.api, self.name, answer.value) : answer;
      },
      () => void online.useToken(null).then(() => changed("said.deleted")),
    );
  };
  return (
    <details class="danger">
      <summary>{r(app, "data.delete")}</summary>
      <p class="note">{r(app, "data.deleteHint")}</p>
      <Form onSubmit={submit} label={r(app, "data.delete")}>
        <Input
          label={r(app, "data.confirm", { name })}
          value={typed.value}
          wrong={sending.wrong(app, "name")}
          autocomplete="off"
          onInput={(value) => (typed.value = value)}
        />
        {proof.fields}
        <Wrong text={sending.rest(app, ["name", "password"])} />
        <button type="submit" class="quiet destroy" aria-disabled={!isTyped}>
          {r(app, "data.deleteNow")}
        </button>
      </Form>
    </details>
  );
}
