// The rules of the next game: a row that says what they are, and the dialog of the start page that changes them. Pictures
// and cards are loaded when a variant is in sight.
import type { JSX } from "preact";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { App } from "../../app/types";
import { usualBoard, type Variant } from "../../core/variants";
import { Icon } from "../kit/icons";
import { t } from "../texts/texts";
import type * as Parts from "../variant/variant_parts";

const loaded: { parts: typeof Parts | null } = { parts: null };

/** Null until the part is there. It is loaded once; a failed load is tried again. */
export function useVariantParts(isWanted = true): typeof Parts | null {
  const parts = useSignal(loaded.parts);
  useEffect(() => {
    if (!isWanted || parts.peek()) return;
    import("../variant/variant_parts").then(
      (part) => (parts.value = loaded.parts = part),
      (error: unknown) => console.info(error),
    );
  }, [isWanted]);
  return parts.value;
}

/** The bar of special moves under the board. */
export function Tray({ app }: { app: App }): JSX.Element | null {
  const parts = useVariantParts();
  return parts && <parts.Tray app={app} />;
}

/** Another variant begins with its usual board, unless the one chosen suits both. */
export function boardFor(board: string, from: Variant, to: Variant): string {
  return usualBoard(from) === usualBoard(to) ? board : usualBoard(to);
}

interface RowProps {
  readonly app: App;
  readonly variant: Variant;
  readonly pie: boolean;
  readonly isOpen?: boolean;
  onOpen(): void;
  onClassic(): void;
}

/** The rules chosen: one row, with a way back to the classic ones. */
export function RulesRow({ app, variant, pie, isOpen, onOpen, onClassic }: RowProps): JSX.Element {
  const isClassic = variant === "standard" && !pie;
  const parts = useVariantParts(!isClassic);
  const name = t(app, `variant.${variant}`) + (pie ? ` · ${t(app, "pie.short")}` : "");
  return (
    <div class={`rules ${isClassic ? "classic" : ""}`}>
      <button type="button" class="way" aria-expanded={isOpen} onClick={onOpen}>
        {!isClassic && parts ? <parts.Picture variant={variant} /> : <Icon name="rules" />}
        <span>
          {isClassic ? t(app, "rules.change") : <strong>{name}</strong>} {variant !== "standard" && <small>{t(app, `rule.${variant}`)}</small>}
        </span>
        <Icon name={isOpen ? "down" : "chevron"} />
      </button>
      {!isClassic && (
        <button type="button" class="link" onClick={onClassic}>
          {t(app, "rules.classic")}
        </button>
      )}
    </div>
  );
}

/** The start page's dialog: a choice is remembered, and its board shown, at once. */
export function RulesDialog({ app }: { app: App }): JSX.Element {
  const parts = useVariantParts();
  const { variant, pie } = app.setup.value;
  return (
    <div class="body">
      {parts ? (
        <parts.Rules
          app={app}
          variant={variant}
          pie={pie}
          onPie={(value) => void app.prepare({ pie: value })}
          onPick={(value) => {
            chooseRules(app, value);
            app.dialog.value = null;
          }}
        />
      ) : (
        <p class="note">{t(app, "app.loading")}</p>
      )}
    </div>
  );
}

/** For the next game. A board that the variant refuses gives way to its usual one. */
export function chooseRules(app: App, variant: Variant, pie = app.setup.peek().pie): void {
  const { board, variant: before } = app.setup.peek();
  const wanted = { variant, pie, board: boardFor(board, before, variant) };
  void app.prepare(wanted).then((refused) => refused && app.prepare({ ...wanted, board: usualBoard(variant) }));
}
