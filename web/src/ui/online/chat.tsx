// The chat of a game: quick messages, emoji, and free text. Lines of other people are only ever shown as text.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { App } from "../../app/types";
import type { ChatLine } from "../../online/types";
import { Avatar } from "../kit/avatar";
import { IconButton } from "../kit/controls";
import { Disc } from "../kit/disc";
import { Icon } from "../kit/icons";
import { refusalText } from "../texts/refusals";
import { playerName, t } from "../texts/texts";
import type { PartProps } from "./connection";
import { Emoji, isEmoji } from "./emoji";
import { followKeyboard } from "./keyboard";
import { attempt, refusal } from "./state";
import { o, quickText } from "./words";

/** Earlier lines are drawn on demand. */
const shownAtOnce = 80;
const textMax = 200;

export function ChatPanel({ app, online }: PartProps): JSX.Element {
  const isTrayOpen = useSignal(online.chat.peek().length === 0);
  useEffect(followKeyboard, []);
  useEffect(() => {
    if (online.unread.value > 0) online.unread.value = 0;
  }, [online.unread.value]);
  return (
    <div class="chat" id="panel-body" role="tabpanel" aria-labelledby="tab-chat">
      <Lines app={app} online={online} />
      {isTrayOpen.value && <Tray app={app} online={online} />}
      <Composer
        app={app}
        online={online}
        isTrayOpen={isTrayOpen.value}
        onTray={() => (isTrayOpen.value = !isTrayOpen.value)}
      />
    </div>
  );
}

function Lines({ app, online }: PartProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const limit = useSignal(shownAtOnce);
  const isMuted = online.isMuted.value;
  const lines = online.chat.value;
  const last = lines.at(-1)?.seq;
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [last]);
  const shown = lines.slice(-limit.value);
  return (
    <div class="scroll lines" ref={list} tabIndex={0} role="region" aria-label={t(app, "chat.title")}>
      {isMuted && <p class="note">{o(app, "chat.muted")}</p>}
      {online.table.value?.seat === null && <p class="note">{o(app, "chat.spectators")}</p>}
      {lines.length === 0 && !isMuted && <p class="note">{o(app, "chat.empty")}</p>}
      {shown.length < lines.length && (
        <button type="button" class="quiet" onClick={() => (limit.value += 200)}>
          {o(app, "chat.earlier")}
        </button>
      )}
      <ol>
        {shown.map((line) => (
          <Said key={line.seq} app={app} line={line} />
        ))}
      </ol>
    </div>
  );
}

function Said({ app, line }: { app: App; line: ChatLine }): JSX.Element {
  return (
    <li class={line.isMine ? "mine" : ""}>
      <small>
        {!line.isMine && <Avatar id={line.playerId} />}
        {line.from !== null && <Disc player={line.from} />}
        {line.isMine ? o(app, "chat.you") : playerName(app, line.name)}
      </small>
      {line.quick && isEmoji(line.quick) ? (
        <p class="large-emoji">
          <Emoji name={line.quick} />
          <span class="hidden">{lineText(app, line)}</span>
        </p>
      ) : (
        <p>{lineText(app, line)}</p>
      )}
    </li>
  );
}

export function lineText(app: App, line: ChatLine): string {
  if (line.quick === null) return line.text;
  const name = isEmoji(line.quick) && !line.quick.startsWith("emoji-") ? `emoji-${line.quick}` : line.quick;
  return quickText(app, name, line.text);
}

function Tray({ app, online }: PartProps): JSX.Element {
  const messages = online.quickMessages.value;
  const say = (id: number): void => void attempt(() => online.sayQuick(id));
  return (
    <div class="tray" role="group" aria-label={o(app, "chat.quick")}>
      <div class="emojis">
        {messages
          .filter(({ name }) => isEmoji(name))
          .map(({ id, name }) => (
            <EmojiButton key={id} name={name} label={quickText(app, name, "")} onClick={() => say(id)} />
          ))}
      </div>
      <div class="phrases">
        {messages
          .filter(({ name }) => !isEmoji(name))
          .map(({ id, name, text }) => (
            <button key={id} type="button" class="quiet" onClick={() => say(id)}>
              {quickText(app, name, text)}
            </button>
          ))}
      </div>
    </div>
  );
}

function EmojiButton(props: { name: string; label: string; onClick(): void }): JSX.Element {
  return (
    <button type="button" aria-label={props.label} title={props.label} onClick={props.onClick}>
      <Emoji name={props.name} />
    </button>
  );
}

interface ComposerProps extends PartProps {
  readonly isTrayOpen: boolean;
  onTray(): void;
}

function Composer({ app, online, isTrayOpen, onTray }: ComposerProps): JSX.Element {
  const text = useSignal("");
  const length = [...text.value].length;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const said = text.value;
    if (said.trim() === "" || length > textMax) return;
    text.value = "";
    // A refused text goes back into the field.
    if (!(await attempt(() => online.say(said))) && text.value === "") text.value = said;
  };
  return (
    <form class="composer" onSubmit={(event) => void send(event)}>
      <p class="wrong" role="alert">
        {refusalText(app, refusal.value)}
      </p>
      <IconButton icon="smile" label={o(app, "chat.quick")} pressed={isTrayOpen} onClick={onTray} />
      <input
        type="text"
        aria-label={o(app, "chat.write")}
        placeholder={o(app, "chat.write")}
        autocomplete="off"
        enterkeyhint="send"
        value={text.value}
        aria-invalid={length > textMax}
        aria-describedby="chat-left"
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      <button type="submit" class="square send" aria-label={o(app, "chat.send")} title={o(app, "chat.send")}>
        <Icon name="send" />
      </button>
      <IconButton
        icon={online.isMuted.value ? "mute" : "sound"}
        label={o(app, "chat.mute")}
        pressed={online.isMuted.value}
        onClick={() => (online.isMuted.value = !online.isMuted.value)}
      />
      <small id="chat-left" class={length > textMax - 50 ? "left" : "hidden"}>
        {o(app, "chat.left", { left: textMax - length })}
      </small>
    </form>
  );
}
