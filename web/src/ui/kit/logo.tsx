// The logo: four yellow discs in a rising line, and a red one. The app's icons show the same.
import type { JSX } from "preact";

export function Logo(): JSX.Element {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect class="plate" width="32" height="32" rx="7" />
      <circle class="fill-1" cx="6.5" cy="25.5" r="3.7" />
      <circle class="fill-1" cx="12.8" cy="19.2" r="3.7" />
      <circle class="fill-1" cx="19.2" cy="12.8" r="3.7" />
      <circle class="fill-1" cx="25.5" cy="6.5" r="3.7" />
      <circle class="fill-0" cx="25.5" cy="25.5" r="3.7" />
    </svg>
  );
}
