// A disabled button loses the focus. It gets the focus back when it is enabled again.
import { useLayoutEffect, useRef } from "preact/hooks";

/** For a group of buttons that are disabled while the other side moves. Only a visible focus is kept. */
export function useKeptFocus(group: { readonly current: HTMLElement | null }, isTurn: boolean): void {
  const kept = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const remember = (event: FocusEvent): void => {
      const button = event.target instanceof HTMLElement ? event.target : null;
      kept.current = button?.matches(":focus-visible") ? button : null;
    };
    const element = group.current;
    element?.addEventListener("focusin", remember);
    return () => element?.removeEventListener("focusin", remember);
  }, [group]);
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === kept.current;
    if (isTurn && isLost) kept.current?.focus();
    else if (!isLost) kept.current = null;
  }, [isTurn]);
}
