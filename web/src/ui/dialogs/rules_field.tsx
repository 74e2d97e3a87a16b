// The rules in a form: the row opens the cards in place.
import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Variant } from "../../core/variants";
import { boardFor, RulesRow, VariantParts } from "./rules";
import { boardOf, draftOf, type Draft } from "./setup";

export function RulesField({ app, draft }: { app: App; draft: Signal<Draft> }): JSX.Element {
  const isOpen = useSignal(false);
  const { variant, pie } = draft.value.setup;
  const change = (name: Variant, withPie: boolean): void => {
    const board = boardFor(boardOf(draft.value), variant, name);
    draft.value = draftOf({ ...draft.value.setup, variant: name, pie: withPie, board });
  };
  const pick = (name: Variant): void => {
    change(name, pie);
    isOpen.value = false;
  };
  return (
    <>
      <RulesRow
        app={app}
        variant={variant}
        pie={pie}
        isOpen={isOpen.value}
        onOpen={() => (isOpen.value = !isOpen.value)}
        onClassic={() => change("standard", false)}
      />
      {isOpen.value && (
        <VariantParts app={app}>
          {(part) => <part.Rules app={app} variant={variant} pie={pie} onPick={pick} onPie={(value) => change(variant, value)} />}
        </VariantParts>
      )}
    </>
  );
}
