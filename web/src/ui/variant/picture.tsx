// A variant in one small drawing: a board in the colours of the page, and what is special about it.
import type { ComponentChildren, JSX } from "preact";
import type { Variant } from "../../core/variants";
import { POWER_PATHS } from "../../scene/power_paths";

/** Rows from the top: r and y are discs, a dot is an empty place. */
interface GridProps {
  readonly rows: readonly string[];
  readonly x?: number;
  readonly y?: number;
  /** The distance of two places. */
  readonly pitch?: number;
}

function Grid({ rows, x = 18, y = 8, pitch = 12 }: GridProps): JSX.Element {
  const width = (rows[0]?.length ?? 0) * pitch;
  const kinds: Readonly<Record<string, string>> = { r: "fill-0", y: "fill-1" };
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect class="plate" x="-2" y="-2" width={width + 4} height={rows.length * pitch + 4} rx="5" />
      {rows.flatMap((row, down) =>
        [...row].map((letter, across) => (
          <circle
            key={`${across} ${down}`}
            class={kinds[letter] ?? "hole"}
            cx={(across + 0.5) * pitch}
            cy={(down + 0.5) * pitch}
            r={pitch * 0.4}
          />
        )),
      )}
    </g>
  );
}

const Sign = ({ d, x, y, size = 24 }: { d: string; x: number; y: number; size?: number }): JSX.Element => (
  <path class="sign" d={d} transform={`translate(${x} ${y}) scale(${size / 24})`} />
);

const pictures: Readonly<Record<Variant, () => ComponentChildren>> = {
  standard: () => (
    <>
      <Grid rows={[".....", "....r", "y..ry", "yrryr", "rryyr"].slice(0, 5)} />
      <path class="line" d="M36 62 72 26" />
    </>
  ),
  popout: () => (
    <>
      <Grid rows={[".....", "..y..", "..r..", "y.yry"]} />
      <circle class="fill-0" cx="48" cy="65" r="4.8" />
      <path class="arrow" d="M62 56v10m-4-4 4 4 4-4" />
    </>
  ),
  powerup: () => (
    <>
      <Grid rows={[".....", ".y...", ".r.y.", "yryry"]} y={16} />
      <circle class="fill-0" cx="30" cy="11" r="9" />
      <Sign d={POWER_PATHS.anvil} x={23.5} y={4.5} size={13} />
      <circle class="fill-1" cx="66" cy="11" r="9" />
      <Sign d={POWER_PATHS.bomb} x={59.5} y={4.5} size={13} />
    </>
  ),
  five: () => (
    <>
      <Grid rows={["y.......r", "r.......y", "y.......r", "r..y....y", "y.yrrrrrr".replace("rrrrrr", "rrrrry"), "ryryyryyr"]} x={7.5} y={11} pitch={9} />
      <path class="line" d="M39 51.5h36" />
    </>
  ),
  popten: () => (
    <>
      <Grid rows={["yryry", "ryryr", "yyrry", "rrrry"]} />
      <circle class="fill-0" cx="36" cy="65" r="4.8" />
      <text class="count" x="60" y="70">10</text>
    </>
  ),
  misere: () => (
    <>
      <Grid rows={[".....", ".....", "y.y.y", "yrrrr"]} y={12} />
      <path class="cross" d="m37 25 32 32m0-32-32 32" />
    </>
  ),
  cylinder: () => (
    <>
      <Grid rows={[".....", ".....", "y.y.y", "rryrr"]} y={12} />
      <path class="arrow" d="M82 54c9 0 10-40 0-46-14-6-54-6-68 0-10 6-9 46 0 46m-4-4 4 4-4 4" />
    </>
  ),
  turn: () => (
    <>
      <g transform="rotate(-18 48 38)">
        <Grid rows={[".....", "..r..", "y.yr.", "ryryr"]} y={13} />
      </g>
      <path class="arrow" d="M72 10c8 5 13 14 12 24m-4-4 4 5 4-4" />
    </>
  ),
};

export function Picture({ variant }: { variant: Variant }): JSX.Element {
  return (
    <svg class="kind" viewBox="0 0 96 76" aria-hidden="true">
      {pictures[variant]()}
    </svg>
  );
}
