// Announces new chat lines for screen readers.
import { useSignal, useSignalEffect } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { lineText } from "./chat";
import type { PartProps } from "./connection";
import { playerName } from "../texts/texts";
import { o } from "./words";

export function OnlineVoice({ app, online }: PartProps): JSX.Element {
  const said = useSignal("");
  const heard = useRef<{ gameId: string | null; seq: number }>({ gameId: null, seq: 0 });
  useSignalEffect(() => {
    const lines = online.chat.value;
    const gameId = online.table.value?.gameId ?? null;
    const last = lines.at(-1);
    // Lines from before the page was opened are not announced.
    const isNewGame = heard.current.gameId !== gameId;
    const isNewLine = last !== undefined && last.seq > heard.current.seq && !isNewGame;
    heard.current = { gameId, seq: last?.seq ?? 0 };
    if (!isNewLine || last.isMine || online.isMuted.peek()) return;
    const text = o(app, "chat.says", { name: playerName(app, last.name), text: lineText(app, last) });
    said.value = said.peek() === text ? `${text}\u00a0` : text;
  });
  return (
    <p class="hidden" aria-live="polite" role="status">
      {said}
    </p>
  );
}
