// The frame of the lobby, lists, profiles and account: a sheet over the board with a title, a Back button and
// the navigation.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Screen } from "../../app/types";
import { IconButton } from "../kit/controls";
import { Icon, type IconName } from "../kit/icons";
import { Modal } from "../kit/modal";
import { refusalText } from "../texts/refusals";
import { t } from "../texts/texts";
import { ConnectionStrip, type PartProps } from "./connection";
import { MyGames, Watch } from "./lists";
import { Lobby } from "./lobby";
import { refusal } from "./state";
import { o } from "./words";

type Place = Exclude<Screen["kind"], "profile" | "games" | "moderation">;

const places: readonly { readonly kind: Place; readonly icon: IconName }[] = [
  { kind: "lobby", icon: "globe" },
  { kind: "mine", icon: "calendar" },
  { kind: "watch", icon: "eye" },
  { kind: "leaders", icon: "trophy" },
  { kind: "account", icon: "user" },
];

/** Screens of other modules, by kind. */
export interface OtherScreens {
  readonly [kind: string]: (props: PartProps & { screen: Screen }) => JSX.Element | null;
}

export function makeScreens(otherScreens: OtherScreens): (props: PartProps) => JSX.Element {
  return function Screens({ app, online }: PartProps): JSX.Element {
    const trail = useTrail(app);
    const screen = app.screen.value;
    const close = (): void => {
      app.screen.value = null;
    };
    return (
      <Modal isOpen={screen !== null} class="screen" labelledBy="screen-title" onClose={close}>
        {screen && (
          <div class="sheet">
            <Head app={app} screen={screen} trail={trail} onClose={close} />
            <div class="middle">
              <ConnectionStrip app={app} online={online} />
              <p class="wrong" role="alert">
                {refusalText(app, refusal.value)}
              </p>
              {refusal.value?.code === "rated-account" && (
                <button type="button" class="primary" onClick={() => (app.screen.value = { kind: "account" })}>
                  {o(app, "friend.account")}
                </button>
              )}
              <Content app={app} online={online} screen={screen} otherScreens={otherScreens} />
            </div>
            <Places app={app} online={online} />
          </div>
        )}
      </Modal>
    );
  };
}

interface HeadProps {
  readonly app: PartProps["app"];
  readonly screen: Screen;
  readonly trail: readonly Screen[];
  onClose(): void;
}

/** A new screen takes the focus; the refusals of the one before are forgotten. */
function Head({ app, screen, trail, onClose }: HeadProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    heading.current?.focus();
    const forget = (): void => void (refusal.value = null);
    forget();
    return forget;
  }, [screen.kind]);
  return (
    <div class="head">
      {trail.length > 0 && (
        <IconButton icon="back" label={o(app, "frame.back")} onClick={() => goBack(app, trail)} />
      )}
      <h2 id="screen-title" ref={heading} tabIndex={-1} autofocus>
        {o(app, `screen.${screen.kind}`)}
      </h2>
      <IconButton icon="close" label={t(app, "action.close")} onClick={onClose} />
    </div>
  );
}

/** The screens that lead to this one, for Back. Empty when the sheet is closed. */
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

function Content(props: PartProps & { screen: Screen; otherScreens: OtherScreens }): JSX.Element | null {
  const { app, online, screen, otherScreens } = props;
  if (screen.kind === "lobby") return <Lobby app={app} online={online} />;
  if (screen.kind === "mine") return <MyGames app={app} online={online} />;
  if (screen.kind === "watch") return <Watch app={app} online={online} />;
  const Other = otherScreens[screen.kind];
  const key = "playerId" in screen ? screen.playerId : screen.kind;
  return Other ? <Other key={key} app={app} online={online} screen={screen} /> : null;
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
