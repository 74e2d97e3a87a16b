// The player in the top bar: picture and name, which open the profile, or the account of a guest.
import type { JSX } from "preact";
import { Avatar } from "../kit/avatar";
import type { PartProps } from "./connection";
import { playerName } from "../texts/texts";
import { o } from "./words";

export function MyBadge({ app, online }: PartProps): JSX.Element | null {
  const me = online.me.value;
  if (!me) return null;
  const name = playerName(app, me.name);
  const open = (): void => {
    app.screen.value = me.isGuest ? { kind: "account" } : { kind: "profile", playerId: me.playerId };
  };
  return (
    <button type="button" class="me-badge" title={name} aria-label={o(app, "me.open", { name })} onClick={open}>
      <Avatar id={me.playerId} />
      <bdi aria-hidden="true">{name}</bdi>
    </button>
  );
}
