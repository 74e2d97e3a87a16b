// Reporting a player to the moderators.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Online } from "../../online/types";
import { reportKinds, type ReportKind, reportPlayer } from "../../records/moderation";
import { Choice } from "../kit/controls";
import { Form, TextArea, useSending, Wrong } from "./form";
import { useFocusRescue } from "./parts";
import { r } from "./words";

interface ReportProps {
  readonly app: App;
  readonly online: Online;
  readonly playerId: string;
}

export function ReportPart({ app, online, playerId }: ReportProps): JSX.Element {
  const kind = useSignal<ReportKind>("chat");
  const text = useSignal("");
  const isSent = useSignal(false);
  const sending = useSending();
  const thanks = useFocusRescue();
  const submit = (): void => {
    const { table } = online;
    const gameId = table.peek()?.gameId ?? null;
    sending.send(
      () => reportPlayer(online.api, playerId, { kind: kind.peek(), text: text.peek(), gameId }),
      () => (isSent.value = true),
    );
  };
  if (isSent.value) {
    return (
      <p class="said" role="status" tabIndex={-1} ref={thanks}>
        {r(app, "report.thanks")}
      </p>
    );
  }
  return (
    <details class="report">
      <summary>{r(app, "report.title")}</summary>
      <Form onSubmit={submit} label={r(app, "report.title")}>
        <Choice<ReportKind>
          legend={r(app, "report.about")}
          name="report-kind"
          value={kind.value}
          options={reportKinds.map((one) => ({ value: one, label: r(app, `report.${one}`) }))}
          onChange={(value) => (kind.value = value)}
        />
        <TextArea label={r(app, "report.text")} value={text.value} maxLength={200} onInput={(value) => (text.value = value)} />
        <Wrong text={sending.rest(app, [])} />
        <button type="submit" class="quiet" aria-busy={sending.isBusy}>
          {r(app, "report.send")}
        </button>
      </Form>
    </details>
  );
}
