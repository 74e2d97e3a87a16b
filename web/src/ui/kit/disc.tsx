// A flat disc in a player's colour with its mark: a ring on red, a star on yellow.
import type { JSX } from "preact";
import type { Player } from "../../core/types";

const star = "m16 8.8 2.1 4.9 5.3.5-4 3.5 1.2 5.2-4.6-2.7-4.6 2.7 1.2-5.2-4-3.5 5.3-.5Z";

export function Disc({ player }: { player: Player | null }): JSX.Element {
  if (player === null) {
    return (
      <svg class="disc" viewBox="0 0 32 32" aria-hidden="true">
        <path class="fill-0" d="M16 1a15 15 0 0 0 0 30Z" />
        <path class="fill-1" d="M16 1a15 15 0 0 1 0 30Z" />
      </svg>
    );
  }
  return (
    <svg class="disc" viewBox="0 0 32 32" aria-hidden="true">
      <circle class={`fill-${player}`} cx="16" cy="16" r="15" />
      <circle class="rim" cx="16" cy="16" r="11.5" />
      {player === 0 ? <circle class="mark" cx="16" cy="16" r="5" /> : <path class="mark solid" d={star} />}
    </svg>
  );
}
