// The chooser of the rules: a card for each variant, and the swap of sides as an option for all of them.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { VARIANTS, type Variant } from "../../core/variants";
import { Switch } from "../kit/controls";
import { t } from "../texts/texts";
import { Picture } from "./picture";

export interface RulesProps {
  readonly app: App;
  readonly variant: Variant;
  readonly pie: boolean;
  onPick(variant: Variant): void;
  onPie(pie: boolean): void;
}

export function Rules({ app, variant, pie, onPick, onPie }: RulesProps): JSX.Element {
  return (
    <>
      <ul class="kinds">
        {VARIANTS.map((name) => (
          <li key={name}>
            <button type="button" aria-pressed={name === variant} onClick={() => onPick(name)}>
              <Picture variant={name} />
              <span>
                <strong>{t(app, `variant.${name}`)}</strong> <small>{t(app, `rule.${name}`)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Switch label={t(app, "pie.title")} hint={t(app, "pie.hint")} checked={pie} onChange={onPie} />
    </>
  );
}
