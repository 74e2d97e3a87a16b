// Shared by these panels: refusals, placeholders, links to people and games.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { address } from "../../app/files";
import type { App, Screen } from "../../app/types";
import type { Online } from "../../online/types";
import type { Refusal } from "../../online/refusal";
import { Avatar } from "../kit/avatar";
import { Icon } from "../kit/icons";
import { attempt } from "../online/state";
import { refusalText } from "../texts/refusals";
import { playerName } from "../texts/texts";
import { r } from "./words";

export interface ScreenProps {
  readonly app: App;
  readonly online: Online;
  readonly screen: Screen;
}

/** These screens need a connection: the session says who the player is. */
export function useConnection(online: Online): void {
  useEffect(() => {
    if (online.connection.peek() === "off") void online.connect();
  }, [online]);
}

/** If the focused element disappears with an answer, the focus goes to the text of the answer. */
export function useFocusRescue(): { readonly current: HTMLParagraphElement | null } {
  const answer = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) answer.current?.focus();
  });
  return answer;
}

interface FailedProps {
  readonly app: App;
  readonly refusal: Refusal;
  retry(): void;
}

/** A failed request: the reason, and a button to retry. */
export function Failed({ app, refusal, retry }: FailedProps): JSX.Element {
  return (
    <div class="failed" role="alert">
      <p>{refusalText(app, refusal)}</p>
      <button type="button" class="quiet" onClick={retry}>
        <Icon name="again" />
        {r(app, "list.again")}
      </button>
    </div>
  );
}

/** A placeholder in the shape of the content. */
export function Waiting({ app, lines = 6 }: { app: App; lines?: number }): JSX.Element {
  return (
    <div class="shapes" role="status">
      <span class="hidden">{r(app, "list.loading")}</span>
      {Array.from({ length: lines }, (_, index) => (
        <i key={index} />
      ))}
    </div>
  );
}

export function Empty({ text, children }: { text: string; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="empty">
      <p>{text}</p>
      {children}
    </div>
  );
}

interface PersonProps {
  readonly app: App;
  readonly playerId: string | null;
  readonly name: string;
}

/** A name that opens its profile. `bdi`: names may be written in any direction. */
export function PersonLink({ app, playerId, name }: PersonProps): JSX.Element {
  if (playerId === null) return <bdi class="person">{playerName(app, name)}</bdi>;
  const show = (): void => {
    app.screen.value = { kind: "profile", playerId };
  };
  return (
    <button type="button" class="person" onClick={show}>
      <Avatar id={playerId} />
      <bdi>{playerName(app, name)}</bdi>
    </button>
  );
}

export const gameAddress = (gameId: string): string => address(`game/${encodeURIComponent(gameId)}`);

interface GameLinkProps {
  readonly app: App;
  readonly gameId: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A real link, which can be opened in a new tab; a plain click stays on the page. */
export function GameLink({ app, gameId, class: kind, children }: GameLinkProps): JSX.Element {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const online = app.online.peek();
    if (!online) return;
    event.preventDefault();
    void attempt(() => online.open(gameId));
  };
  return (
    <a class={kind} href={gameAddress(gameId)} onClick={follow}>
      {children}
    </a>
  );
}
