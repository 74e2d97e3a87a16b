// The other ways to play: a friend, a code, the server's computer. Each unfolds in place.
import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Level, Style } from "../../core/types";
import { Choice, Field, Switch } from "../kit/controls";
import { Icon, type IconName } from "../kit/icons";
import { StrengthFields } from "../dialogs/setup";
import type { PartProps } from "./connection";
import { Invited } from "./invitation";
import { attempt } from "./state";
import { friendWish, type WishDraft, wishOf } from "./wish";
import { o } from "./words";

export type Way = "friend" | "join" | "cpu";
type Colour = "X" | "O" | "random";

interface WaysProps extends PartProps {
  readonly draft: WishDraft;
}

export function Ways({ app, online, draft, open }: WaysProps & { open: Signal<Way | null> }): JSX.Element {
  const props = { app, online, draft };
  return (
    <section class="ways" aria-labelledby="ways-title">
      <h3 id="ways-title">{o(app, "ways.title")}</h3>
      <WayItem app={app} way="friend" icon="people" open={open}>
        {online.invitation.value ? (
          <Invited app={app} online={online} invitation={online.invitation.value} />
        ) : (
          <Friend {...props} />
        )}
      </WayItem>
      <WayItem app={app} way="join" icon="key" open={open}>
        <Join app={app} online={online} />
      </WayItem>
      <WayItem app={app} way="cpu" icon="cpu" open={open}>
        <Computer {...props} />
      </WayItem>
    </section>
  );
}

interface ItemProps {
  readonly app: PartProps["app"];
  readonly way: Way;
  readonly icon: IconName;
  readonly open: Signal<Way | null>;
  readonly children: ComponentChildren;
}

function WayItem({ app, way, icon, open, children }: ItemProps): JSX.Element {
  const isOpen = open.value === way;
  const toggle = (): void => {
    open.value = isOpen ? null : way;
  };
  return (
    <>
      <button type="button" class="large" aria-expanded={isOpen} onClick={toggle}>
        <Icon name={icon} />
        <span>
          <strong>{o(app, `${way}.title`)}</strong>
          <small>{o(app, `${way}.hint`)}</small>
        </span>
        <Icon name="down" />
      </button>
      {isOpen && <Unfolded>{children}</Unfolded>}
    </>
  );
}

/** Fields that open scroll into view. */
function Unfolded({ children }: { children: ComponentChildren }): JSX.Element {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => fields.current?.scrollIntoView({ block: "nearest" }), []);
  return (
    <div class="fields" ref={fields}>
      {children}
    </div>
  );
}

function ColourChoice({ app, colour }: { app: PartProps["app"]; colour: Signal<Colour> }): JSX.Element {
  const colours: readonly Colour[] = ["X", "O", "random"];
  return (
    <Choice
      legend={o(app, "friend.colour")}
      name="colour"
      options={colours.map((value) => ({ value, label: o(app, `colour.${value}`) }))}
      value={colour.value}
      onChange={(value) => (colour.value = value)}
    />
  );
}

function Friend({ app, online, draft }: WaysProps): JSX.Element {
  const colour = useSignal<Colour>("random");
  const isPublic = useSignal(false);
  const wish = friendWish(draft, online.me.value);
  const make = (event: Event): void => {
    event.preventDefault();
    void attempt(() => online.invite(wish, colour.value, isPublic.value));
  };
  return (
    <form onSubmit={make}>
      {wishOf(draft).isRated && <FriendRated app={app} isRated={wish.isRated} />}
      <ColourChoice app={app} colour={colour} />
      <Switch
        label={o(app, "friend.public")}
        checked={isPublic.value}
        onChange={(checked) => (isPublic.value = checked)}
      />
      <button type="submit" class="primary">
        <Icon name="link" />
        {o(app, "friend.make")}
      </button>
    </form>
  );
}

/** What "rated" means between friends: both have accounts. */
function FriendRated({ app, isRated }: { app: PartProps["app"]; isRated: boolean }): JSX.Element {
  return (
    <p class="note">
      {o(app, isRated ? "friend.rated" : "friend.unrated")}
      {!isRated && (
        <>
          {" "}
          <button type="button" class="quiet" onClick={() => (app.screen.value = { kind: "account" })}>
            {o(app, "friend.account")}
          </button>
        </>
      )}
    </p>
  );
}

function Join({ app, online }: PartProps): JSX.Element {
  const code = useSignal("");
  const join = (event: Event): void => {
    event.preventDefault();
    if (code.value.trim() !== "") void attempt(() => online.join(code.value));
  };
  return (
    <form class="copy" onSubmit={join}>
      <Field label={o(app, "join.field")}>
        <input
          type="text"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          maxLength={40}
          value={code.value}
          onInput={(event) => (code.value = event.currentTarget.value)}
        />
      </Field>
      <button type="submit" class="primary">
        {o(app, "join.button")}
      </button>
    </form>
  );
}

function Computer({ app, online, draft }: WaysProps): JSX.Element {
  const { level, style } = app.setup.peek();
  const strength = useSignal<{ level: Level; style: Style }>({ level, style });
  const colour = useSignal<Colour>("random");
  const play = (event: Event): void => {
    event.preventDefault();
    // Games against the computer are never rated.
    const wish = { ...wishOf(draft), isRated: false };
    void attempt(() => online.playComputer(wish, strength.value.level, strength.value.style, colour.value));
  };
  return (
    <form onSubmit={play}>
      <StrengthFields
        app={app}
        game={wishOf(draft).board}
        {...strength.value}
        onChange={(change) => (strength.value = { ...strength.value, ...change })}
      />
      <ColourChoice app={app} colour={colour} />
      <button type="submit" class="primary">
        <Icon name="play" />
        {o(app, "cpu.button")}
      </button>
    </form>
  );
}
