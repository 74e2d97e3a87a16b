// Arrow keys, Home and End in a list of buttons or links: they move the focus. Tab still reaches every entry.
const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  ArrowRight: (at, last) => Math.min(at + 1, last),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** For onKeyDown of the element around the entries. */
export function listKeys(event: KeyboardEvent): void {
  const step = steps[event.key];
  const list = event.currentTarget;
  if (!step || !(list instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  const entries = [...list.querySelectorAll<HTMLElement>("a[href], button:not(:disabled)")];
  const at = entries.indexOf(event.target as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  entries[step(at, entries.length - 1)]?.focus();
}
