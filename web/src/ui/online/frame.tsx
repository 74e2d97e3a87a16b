// The frame of everything that has to do with other people: a sheet over the board with a title, a way back,
// and the places one can go to. A native dialog: the browser keeps the focus inside and gives it back.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Screen } from "../../app/types";
import { IconButton } from "../kit/controls";
import { Icon, type IconName } from "../kit/icons";
import { refusalText } from "../texts/refusals";
import { t } from "../texts/texts";
import { ConnectionStrip, type PartProps } from "./connection";
import { MyGames, Watch } from "./lists";
import { Lobby } from "./lobby";
import { refusal } from "./state";
import { o } from "./words";

type Place = Exclude<Screen["kind"], "profile" | "games">;

const places: readonly { readonly kind: Place; readonly icon: IconName }[] = [
  { kind: "lobby", icon: "globe" },
  { kind: "mine", icon: "calendar" },
  { kind: "watch", icon: "eye" },
  { kind: "leaders", icon: "trophy" },
  { kind: "account", icon: "user" },
];

/** Other parts of the page that stand in this frame, by the kind of their screen. */
export interface Guests {
  readonly [kind: string]: (props: PartProps & { screen: Screen }) => JSX.Element | null;
}

export function makeScreens(guests: Guests): (props: PartProps) => JSX.Element {
  return function Screens({ app, online }: PartProps): JSX.Element {
    const element = useRef<HTMLDialogElement>(null);
    const trail = useTrail(app);
    const screen = app.screen.value;
    useLayoutEffect(() => {
      if (screen === null) element.current?.close();
      else if (element.current && !element.current.open) element.current.showModal();
      if (screen !== null) element.current?.querySelector<HTMLElement>("h2")?.focus();
      refusal.value = null;
    }, [screen?.kind]);
    const close = (): void => {
      app.screen.value = null;
    };
    return (
      <dialog
        ref={element}
        class="screen"
        aria-labelledby="screen-title"
        onClose={(event) => !event.currentTarget.open && app.screen.peek() !== null && close()}
        onCancel={(event) => {
          event.preventDefault();
          close();
        }}
        onClick={(event) => event.target === event.currentTarget && close()}
      >
        {screen && (
          <div class="sheet">
            <div class="head">
              {trail.length > 0 && (
                <IconButton icon="back" label={o(app, "frame.back")} onClick={() => goBack(app, trail)} />
              )}
              <h2 id="screen-title" tabIndex={-1}>
                {o(app, `screen.${screen.kind}`)}
              </h2>
              <IconButton icon="close" label={t(app, "action.close")} onClick={close} />
            </div>
            <div class="middle">
              <ConnectionStrip app={app} online={online} />
              <p class="wrong" role="alert">
                {refusalText(app, refusal.value)}
              </p>
              <Content app={app} online={online} screen={screen} guests={guests} />
            </div>
            <Places app={app} online={online} />
          </div>
        )}
      </dialog>
    );
  };
}

/** Screens left behind on the way to this one; nothing of it is left when the sheet is closed. */
function useTrail(app: PartProps["app"]): Screen[] {
  const trail = useRef<Screen[]>([]);
  const before = useRef<Screen | null>(null);
  const now = app.screen.value;
  if (now === null) trail.current = [];
  else if (before.current !== null && before.current !== now && trail.current.at(-1) !== now) {
    if (isPlace(now)) trail.current = [];
    else trail.current = [...trail.current, before.current];
  }
  if (trail.current.at(-1) === now) trail.current = trail.current.slice(0, -1);
  before.current = now;
  return trail.current;
}

const isPlace = (screen: Screen): boolean => places.some(({ kind }) => kind === screen.kind);

function goBack(app: PartProps["app"], trail: readonly Screen[]): void {
  app.screen.value = trail.at(-1) ?? null;
}

function Content(props: PartProps & { screen: Screen; guests: Guests }): JSX.Element | null {
  const { app, online, screen, guests } = props;
  if (screen.kind === "lobby") return <Lobby app={app} online={online} />;
  if (screen.kind === "mine") return <MyGames app={app} online={online} />;
  if (screen.kind === "watch") return <Watch app={app} online={online} />;
  const Guest = guests[screen.kind];
  const key = "playerId" in screen ? screen.playerId : screen.kind;
  return Guest ? <Guest key={key} app={app} online={online} screen={screen} /> : null;
}

function Places({ app, online }: PartProps): JSX.Element {
  const count = online.turns.value;
  return (
    <nav class="places" aria-label={o(app, "frame.places")}>
      {places.map(({ kind, icon }) => {
        const badge = kind === "mine" ? count : 0;
        return (
          <button
            key={kind}
            type="button"
            aria-current={app.screen.value?.kind === kind ? "page" : undefined}
            onClick={() => (app.screen.value = { kind })}
          >
            <Icon name={icon} />
            <span>{o(app, `place.${kind}`)}</span>
            {badge > 0 && (
              <b class="badge">
                <span aria-hidden="true">{badge}</span>
                <span class="hidden">{o(app, "frame.turns", { count: badge })}</span>
              </b>
            )}
          </button>
        );
      })}
    </nav>
  );
}
