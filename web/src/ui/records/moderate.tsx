// What a moderator does to one player: mute, ban, rename, and the end of it.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Online } from "../../online/types";
import { type Deed, deeds, fetchModerated, type Moderated, moderatePlayer } from "../../records/moderation";
import { useRequest } from "../../records/requests";
import { Choice } from "../kit/controls";
import { Form, TextArea, useSending, Wrong } from "./form";
import { Failed, Waiting } from "./parts";
import { dayText, r, type Word } from "./words";

interface ModerateProps {
  readonly app: App;
  readonly online: Online;
  readonly playerId: string;
}

const spans = [24, 168, 720, 87600] as const;

export function ModeratePart({ app, online, playerId }: ModerateProps): JSX.Element | null {
  const news = useSignal<Moderated | null>(null);
  const { value, refusal, retry } = useRequest(playerId, (signal) => fetchModerated(online.api, playerId, signal));
  const player = news.value ?? value;
  if (refusal) return <Failed app={app} refusal={refusal} retry={retry} />;
  if (!player) return <Waiting app={app} lines={2} />;
  if (player.isModerator) return <p class="note">{r(app, "moderate.peer")}</p>;
  const props = { app, online, playerId, changed: (now: Moderated) => (news.value = now) };
  return (
    <>
      <p class="said" role="status">
        {standing(app, player)}
      </p>
      <OrderForm {...props} />
      {player.mutedUntil && <End {...props} action="mute" word="moderate.unmute" />}
      {player.bannedUntil && <End {...props} action="ban" word="moderate.unban" />}
    </>
  );
}

function standing(app: App, { mutedUntil, bannedUntil }: Moderated): string {
  const parts = [
    mutedUntil && r(app, "moderate.muted", { day: dayText(app, mutedUntil) }),
    bannedUntil && r(app, "moderate.banned", { day: dayText(app, bannedUntil) }),
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(" · ") : r(app, "moderate.free");
}

interface OrderProps extends ModerateProps {
  changed(now: Moderated): void;
}

function OrderForm({ app, online, playerId, changed }: OrderProps): JSX.Element {
  const action = useSignal<Deed>("mute");
  const hours = useSignal<`${(typeof spans)[number]}`>("24");
  const reason = useSignal("");
  const sending = useSending();
  const submit = (): void => {
    const span = action.peek() === "rename" ? {} : { hours: Number(hours.peek()) };
    sending.send(
      () => moderatePlayer(online.api, playerId, { action: action.peek(), reason: reason.peek(), ...span }),
      (now) => {
        reason.value = "";
        changed(now);
      },
    );
  };
  return (
    <Form onSubmit={submit} label={r(app, "moderate.title")}>
      <Choice<Deed>
        legend={r(app, "moderate.action")}
        name={`moderate-${playerId}`}
        value={action.value}
        options={deeds.map((one) => ({ value: one, label: r(app, `moderate.${one}`) }))}
        onChange={(value) => (action.value = value)}
      />
      {action.value !== "rename" && (
        <Choice
          legend={r(app, "moderate.span")}
          name={`moderate-span-${playerId}`}
          value={hours.value}
          options={spans.map((one) => ({ value: `${one}` as const, label: r(app, `span.${one}`) }))}
          onChange={(value) => (hours.value = value)}
        />
      )}
      <TextArea
        label={r(app, "moderate.reason")}
        value={reason.value}
        maxLength={200}
        onInput={(value) => (reason.value = value)}
      />
      <Wrong text={sending.rest(app, [])} />
      <button type="submit" class="quiet destroy" aria-busy={sending.isBusy} aria-disabled={reason.value.trim() === ""}>
        {r(app, "moderate.do")}
      </button>
    </Form>
  );
}

function End(props: OrderProps & { readonly action: Deed; readonly word: Word }): JSX.Element {
  const { app, online, playerId, action, word, changed } = props;
  const sending = useSending();
  const end = (): void =>
    sending.send(() => moderatePlayer(online.api, playerId, { action, hours: 0, reason: r(app, word) }), changed);
  return (
    <>
      <button type="button" class="quiet" aria-busy={sending.isBusy} onClick={end}>
        {r(app, word)}
      </button>
      <Wrong text={sending.rest(app, [])} />
    </>
  );
}
