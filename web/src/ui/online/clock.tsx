// A player's clock, counted down from the server's last value.
import { useComputed } from "@preact/signals";
import type { JSX } from "preact";
import type { Player } from "../../core/types";
import type { PartProps } from "./connection";
import { personName } from "./people";
import { useTicking } from "./tick";
import { clockText, lowMs, spanText } from "./time";
import { o } from "./words";

interface ClockProps extends PartProps {
  readonly player: Player;
}

export function ClockFace({ app, online, player }: ClockProps): JSX.Element | null {
  const table = online.table.value;
  const kind = table?.clocks.clock.kind ?? "none";
  const isRunning = table?.clocks.running === player && table.result === null;
  const face = (): string => {
    const left = online.leftNow(player);
    return kind === "days" ? spanText(app, left) : clockText(left);
  };
  // Computed ten times a second, drawn only when the text changes.
  const everyMs = kind === "days" ? 1000 : 100;
  const text = useTicking(kind === "none" ? () => "" : face, isRunning ? everyMs : null);
  const isLow = useComputed(() => text.value.includes("."));
  // With days per move only the running clock means anything.
  if (!table || kind === "none" || (kind === "days" && !isRunning)) return null;
  const label = o(app, "clock.name", { name: personName(app, table.people[player]) });
  const isWarning = kind === "live" && isLow.value && online.leftNow(player) < lowMs;
  const kinds = ["clock", kind, isRunning ? "running" : "", isWarning ? "low" : ""];
  return (
    <time class={kinds.filter(Boolean).join(" ")} role="timer" aria-label={label}>
      {text}
    </time>
  );
}
