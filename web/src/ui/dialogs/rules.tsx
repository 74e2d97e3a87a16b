// The rules of the next game: a row that says what they are, and the dialog of the start page that changes them. Pictures
// and cards are loaded when a variant is in sight.
import type { JSX } from "preact";
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { App } from "../../app/types";
import { usualBoard, type Variant } from "../../core/variants";
import { Icon } from "../kit/icons";
import { NotLoaded } from "../kit/later";
import { t } from "../texts/texts";
import type * as Parts from "../variant/variant_parts";

/** "failed": it can be tried again. */
const parts = signal<typeof Parts | "none" | "loading" | "failed">("none");

function loadParts(): void {
  parts.value = "loading";
  import("../variant/variant_parts").then(
    (part) => (parts.value = part),
    (error: unknown) => {
      console.info(error);
      parts.value = "failed";
    },
  );
}

/** Null until the part is there. It is loaded once. */
export function useVariantParts(isWanted = true): typeof Parts | null {
  useEffect(() => {
    if (isWanted && (parts.peek() === "none" || parts.peek() === "failed")) loadParts();
  }, [isWanted]);
  return typeof parts.value === "string" ? null : parts.value;
}

/** In the place of what the part would show. */
export function VariantParts({ app, children }: { app: App; children(part: typeof Parts): JSX.Element }): JSX.Element {
  const part = useVariantParts();
  if (part) return children(part);
  if (parts.value === "failed") return <NotLoaded app={app} onRetry={loadParts} />;
  return <p class="note">{t(app, "app.loading")}</p>;
}

/** The bar of special moves under the board. */
export function Tray({ app }: { app: App }): JSX.Element | null {
  const part = useVariantParts();
  if (part) return <part.Tray app={app} />;
  return parts.value === "failed" ? <NotLoaded app={app} onRetry={loadParts} /> : null;
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
  const part = useVariantParts(!isClassic);
  const name = t(app, `variant.${variant}`) + (pie ? ` · ${t(app, "pie.short")}` : "");
  return (
    <div class={`rules ${isClassic ? "classic" : ""}`}>
      <button type="button" class="way" aria-expanded={isOpen} onClick={onOpen}>
        {!isClassic && part ? <part.Picture variant={variant} /> : <Icon name="rules" />}
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
  const { variant, pie } = app.setup.value;
  const pick = (value: Variant): void => {
    chooseRules(app, value);
    app.dialog.value = null;
  };
  return (
    <div class="body">
      <VariantParts app={app}>
        {(part) => <part.Rules app={app} variant={variant} pie={pie} onPie={(value) => void app.prepare({ pie: value })} onPick={pick} />}
      </VariantParts>
    </div>
  );
}

/** For the next game. A board that the variant refuses gives way to its usual one. */
export function chooseRules(app: App, variant: Variant, pie = app.setup.peek().pie): void {
  const { board, variant: before } = app.setup.peek();
  const wanted = { variant, pie, board: boardFor(board, before, variant) };
  void app.prepare(wanted).then((refused) => refused && app.prepare({ ...wanted, board: usualBoard(variant) }));
}
