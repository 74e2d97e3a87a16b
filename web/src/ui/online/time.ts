// Times and clocks as text.
import type { App } from "../../app/types";
import type { Clock } from "../../online/types";
import { o } from "./words";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Below this the clock shows tenths and warns. */
export const lowMs = 10 * second;

const two = (number: number): string => String(number).padStart(2, "0");

/** A clock's text: 9.4, 4:32, 1:02:03. Always rounded down, so that 0.0 means the end. */
export function clockText(ms: number): string {
  const left = Math.max(0, ms);
  if (left < lowMs) return `${Math.floor(left / second)}.${Math.floor((left % second) / 100)}`;
  const seconds = Math.floor(left / second) % 60;
  const minutes = Math.floor(left / minute) % 60;
  if (left < hour) return `${minutes}:${two(seconds)}`;
  return `${Math.floor(left / hour)}:${two(minutes)}:${two(seconds)}`;
}

/** A duration in its two largest units. */
export function spanText(app: App, ms: number): string {
  const left = Math.max(0, ms);
  const minutes = Math.floor(left / minute) % 60;
  const hours = Math.floor(left / hour) % 24;
  if (left >= day) return o(app, "time.days", { days: Math.floor(left / day), hours });
  if (left >= hour) return o(app, "time.hours", { hours, minutes });
  if (left >= minute) return o(app, "time.minutes", { minutes });
  return o(app, "time.seconds", { seconds: Math.ceil(left / second) });
}

const bounds = [10, 20, 30, 60, 120, 300, 600, 1800, 3600].map((seconds) => seconds * second);

/** "usually under 20 s"; empty for waits of more than an hour, which say little about the next one. */
export function typicalText(app: App, ms: number): string {
  const bound = bounds.find((one) => ms < one);
  return bound === undefined ? "" : o(app, "find.under", { time: spanText(app, bound) });
}

/** Minutes and seconds: 0:07. */
export function waitText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / second));
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

export function clockName(app: App, clock: Clock, isShort = false): string {
  if (clock.kind === "none") return o(app, "clock.none");
  if (clock.kind === "days") {
    return o(app, isShort ? "clock.daysShort" : "clock.days", { days: Math.round(clock.perMoveMs / day) });
  }
  const minutes = clock.initialMs / minute;
  return o(app, "clock.live", {
    minutes: Number.isInteger(minutes) ? minutes : minutes.toFixed(1),
    seconds: Math.round(clock.incrementMs / second),
  });
}

const live = (minutes: number, seconds: number): Clock => ({
  kind: "live",
  initialMs: minutes * minute,
  incrementMs: seconds * second,
});
const days = (count: number): Clock => ({ kind: "days", perMoveMs: count * day });

/** The clocks to choose from, by their name in the form and in storage. */
export const clocks: Readonly<Record<string, Clock>> = {
  "1+1": live(1, 1),
  "3+2": live(3, 2),
  "5+3": live(5, 3),
  "10+5": live(10, 5),
  none: { kind: "none" },
  "1d": days(1),
  "3d": days(3),
  "7d": days(7),
};
