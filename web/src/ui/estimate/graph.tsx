// Red's winning chance before the first and after every move. Above the middle red is the favourite, below it yellow. What is
// proven reaches the edge and is filled; turning points are filled where they are proven, hollow where they are estimated.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Prospect } from "../../core/types";
import { word } from "./words";

const width = 288;
const height = 104;
const middle = height / 2;
/** Room for a mark at the edge. */
const margin = 6;

const isProven = ({ certainty }: Prospect): boolean => certainty !== "estimated";

function heightOf({ chance }: Prospect): number {
  return height - margin - (chance / 1000) * (height - 2 * margin);
}

export function ChanceGraph({ app }: { app: App }): JSX.Element | null {
  const review = app.review.value;
  const points = review?.prospects;
  if (!points) return null;
  const step = width / points.length;
  const x = (index: number): number => step * index;
  const y = (index: number): number => heightOf(points[index]!);
  const steps = points.map((_, index) => `V${y(index).toFixed(1)}H${x(index + 1).toFixed(1)}`);
  const turns = review.moves.flatMap((move, index) => (move.isTurning ? [{ ...move, at: index + 1 }] : []));
  const seek = (event: MouseEvent & { currentTarget: SVGSVGElement }): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * points.length);
    app.seek(Math.max(app.snapshot.value.first, Math.min(review.moves.length, index)));
  };
  const proven = turns.filter((turn) => turn.isProven).length;
  return (
    <>
      <svg
        class="graph chances"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={word(app, "graph", { turns: turns.length, proven })}
        onClick={seek}
      >
        {points.map((point, index) => (
          <rect
            key={index}
            class={`${y(index) < middle ? "above" : "below"} ${isProven(point) ? "proven" : ""}`}
            x={x(index)}
            y={Math.min(y(index), middle)}
            width={step}
            height={Math.abs(y(index) - middle)}
          />
        ))}
        <path class="curve" d={`M0 ${y(0).toFixed(1)}${steps.join("")}`} />
        <path class="zero" d={`M0 ${middle}H${width}`} />
        <path class="now" d={`M${(x(app.snapshot.value.ply) + step / 2).toFixed(1)} 0V${height}`} />
        {turns.map(({ player, at, isProven: isSure }) => (
          <circle key={at} class={isSure ? `fill-${player}` : `hollow edge-${player}`} cx={x(at) + step / 2} cy={y(at)} r="5" />
        ))}
      </svg>
      <p class="note">
        {word(app, "chances")}
        {turns.length > 0 && <Key app={app} />}
      </p>
    </>
  );
}

/** What the marks mean. */
function Key({ app }: { app: App }): JSX.Element {
  return (
    <span class="key">
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <circle class="solid" cx="6" cy="6" r="5" />
      </svg>{" "}
      {word(app, "provenTurn")}{" "}
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <circle class="hollow" cx="6" cy="6" r="4.5" />
      </svg>{" "}
      {word(app, "estimatedTurn")}
    </span>
  );
}
