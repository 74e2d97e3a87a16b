// What a side can do beside dropping a disc, between the board and the turn indicator: pops, special discs, turns of the
// board, the swap of sides; and what each side has left, or has kept.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Player, Snapshot } from "../../core/types";
import { canDo, moveOf, POWERS, type Action, type VariantFacts } from "../../core/variants";
import { Disc } from "../kit/disc";
import { Icon } from "../kit/icons";
import { colorName } from "../texts/names";
import { t } from "../texts/texts";

type Special = Exclude<Action, "drop">;

/** The buttons of a variant. */
const offered: Readonly<Partial<Record<VariantFacts["name"], readonly Special[]>>> = {
  popout: ["pop"],
  powerup: POWERS,
  turn: ["turn-left", "turn-right"],
};

/** Each side has its own store of these. */
const hasStore = (name: VariantFacts["name"]): boolean => name === "powerup" || name === "turn" || name === "popten";

export function Tray({ app }: { app: App }): JSX.Element | null {
  const at = app.snapshot.value;
  const { variant } = at;
  if (!variant) return null;
  const canSwap = canDo(at, "swap");
  const actions: readonly Special[] = [...(offered[variant.name] ?? []), ...(canSwap ? (["swap"] as const) : [])];
  if (actions.length === 0 && !hasStore(variant.name)) return null;
  const left = app.firstSeat.value;
  return (
    <section class={`specials line-${at.turn}`} aria-label={t(app, "do.title")}>
      {hasStore(variant.name) && <Store app={app} variant={variant} side={left} />}
      {actions.length > 0 && (
        <div>
          {actions.map((action) => (
            <Do key={action} app={app} at={at} action={action} />
          ))}
        </div>
      )}
      {hasStore(variant.name) && <Store app={app} variant={variant} side={left === 0 ? 1 : 0} />}
    </section>
  );
}

const isAtOnce = (action: Special): boolean => action === "swap" || action === "turn-left" || action === "turn-right";

function Do({ app, at, action }: { app: App; at: Snapshot; action: Special }): JSX.Element {
  const isOpen = app.phase.value === "turn" && canDo(at, action);
  const press = (): void => (isAtOnce(action) ? app.move(moveOf(action)) : app.choose(action));
  return (
    <button
      type="button"
      class="do"
      title={t(app, `about.${action}`)}
      aria-pressed={isAtOnce(action) ? undefined : app.action.value === action}
      aria-disabled={!isOpen}
      onClick={() => isOpen && press()}
    >
      <Icon name={action} />
      <span>{t(app, `do.${action}`)}</span>
    </button>
  );
}

interface StoreProps {
  readonly app: App;
  readonly variant: VariantFacts;
  readonly side: Player;
}

/** What a side still has, as small signs, and in words for screen readers. */
function Store({ app, variant, side }: StoreProps): JSX.Element {
  return (
    <p class={`store line-${side}`}>
      <Disc player={side} />
      <span aria-hidden="true">
        <Signs variant={variant} side={side} />
      </span>
      <span class="hidden">{storeText(app, variant, side)}</span>
    </p>
  );
}

function Signs({ variant, side }: Omit<StoreProps, "app">): JSX.Element {
  if (variant.name === "popten") return <b>{variant.kept[side]}</b>;
  if (variant.name === "turn") return <Pips icon="turn-right" has={[0, 1].map((at) => at < variant.turns[side])} />;
  return (
    <>
      {POWERS.map((power) => (
        <i key={power} class={variant.powers[side].includes(power) ? "" : "spent"}>
          <Icon name={power} />
        </i>
      ))}
    </>
  );
}

function Pips({ icon, has }: { icon: "turn-right"; has: readonly boolean[] }): JSX.Element {
  return (
    <>
      {has.map((isLeft, at) => (
        <i key={at} class={isLeft ? "" : "spent"}>
          <Icon name={icon} />
        </i>
      ))}
    </>
  );
}

function storeText(app: App, variant: VariantFacts, side: Player): string {
  const color = colorName(app, side);
  if (variant.name === "popten") return t(app, "do.kept", { color, kept: variant.kept[side] });
  if (variant.name === "turn") return t(app, "do.turns", { color, turns: variant.turns[side] });
  const list = variant.powers[side].map((power) => t(app, `do.${power}`)).join(", ");
  return t(app, "do.has", { color, list: list || t(app, "do.nothing") });
}
