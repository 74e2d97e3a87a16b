// The exact score before the first and after every move: above the middle red wins, below it yellow.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Review } from "../../core/types";
import { t } from "../texts/texts";

const width = 288;
const height = 88;
const middle = height / 2;

/** Scores from red's point of view: one before each move, and one after the last. */
export function redScores(review: Review): number[] {
  const scores = review.moves.map((move) => (move.player === 0 ? move.best : -move.best));
  const last = review.moves.at(-1);
  if (last) scores.push(last.player === 0 ? last.score : -last.score);
  return scores;
}

/** Even a distant win stands clearly off the middle; the nearest one reaches the edge. */
function heightOf(score: number, most: number): number {
  if (score === 0) return middle;
  const part = 0.35 + 0.6 * Math.min(1, Math.abs(score) / most);
  return middle - Math.sign(score) * part * (middle - 4);
}

export function Graph({ app, review }: { app: App; review: Review }): JSX.Element {
  const scores = redScores(review);
  const most = Math.max(1, ...scores.map(Math.abs));
  const step = width / Math.max(1, scores.length);
  const x = (index: number): number => step * index;
  const y = (index: number): number => heightOf(scores[index] ?? 0, most);
  const steps = scores.map((_, index) => `V${y(index).toFixed(1)}H${x(index + 1).toFixed(1)}`);
  const line = `M0 ${y(0).toFixed(1)}${steps.join("")}`;
  const numbered = review.moves.map(({ isTurning, player }, index) => ({ isTurning, player, at: index + 1 }));
  const turns = numbered.filter(({ isTurning }) => isTurning);
  const shown = x(app.snapshot.value.ply) + step / 2;
  const seek = (event: MouseEvent & { currentTarget: SVGSVGElement }): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - box.left) / box.width) * scores.length);
    app.seek(Math.max(app.snapshot.value.first, Math.min(review.moves.length, index)));
  };
  return (
    <svg
      class="graph"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t(app, "review.graph", { turns: turns.length })}
      onClick={seek}
    >
      {scores.map((_, index) => (
        <rect
          key={index}
          class={y(index) < middle ? "above" : "below"}
          x={x(index)}
          y={Math.min(y(index), middle)}
          width={step}
          height={Math.abs(y(index) - middle)}
        />
      ))}
      <path class="curve" d={line} />
      <path class="zero" d={`M0 ${middle}H${width}`} />
      <path class="now" d={`M${shown.toFixed(1)} 0V${height}`} />
      {turns.map(({ player, at }) => (
        <circle key={at} class={`fill-${player}`} cx={x(at) + step / 2} cy={y(at)} r="5" />
      ))}
    </svg>
  );
}
