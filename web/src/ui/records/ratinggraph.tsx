// The history of a rating as a curve and as a table.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { App } from "../../app/types";
import type { Class, Online } from "../../online/types";
import { fetchRatings } from "../../records/calls";
import { curvePath, heightOf, scaleOf, spotsOf, type Scale } from "../../records/scale";
import type { RatingPoint } from "../../records/types";
import { useRequest } from "../../records/requests";
import { Empty, Failed, GameLink, Waiting } from "./parts";
import { dayText, momentText, r } from "./words";

interface GraphProps {
  readonly app: App;
  readonly online: Online;
  readonly playerId: string;
  readonly board: Class;
}

export function RatingGraph({ app, online, playerId, board }: GraphProps): JSX.Element {
  const { value, refusal, retry } = useRequest(JSON.stringify([playerId, board]), (signal) =>
    fetchRatings(online.api, playerId, board, signal),
  );
  if (refusal) return <Failed app={app} refusal={refusal} retry={retry} />;
  if (!value) return <Waiting app={app} lines={3} />;
  if (value.points.length === 0) return <Empty text={r(app, "graph.none")} />;
  return (
    <>
      <Curve app={app} points={value.points} />
      <Table app={app} points={value.points} />
    </>
  );
}

const height = 200;
const edge = { left: 40, right: 12, top: 12, bottom: 24 };

/** The width of the graph in pixels, so that its text has the normal size. */
function useWidth(): [{ readonly current: HTMLDivElement | null }, number] {
  const box = useRef<HTMLDivElement>(null);
  const width = useSignal(320);
  useLayoutEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => (width.value = Math.round(entry?.contentRect.width ?? 320)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, Math.max(160, width.value)];
}

function Curve({ app, points }: { app: App; points: readonly RatingPoint[] }): JSX.Element {
  const [box, width] = useWidth();
  const plot = { width: width - edge.left - edge.right, height: height - edge.top - edge.bottom };
  const values = points.map(({ rating }) => rating);
  const scale = scaleOf(values);
  const spots = spotsOf(values, scale, plot.width, plot.height);
  const [from, to] = [points[0], points.at(-1)];
  const last = spots.at(-1);
  const path = curvePath(spots);
  return (
    <div class="coursebox" ref={box}>
      <svg class="course" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={graphLabel(app, values)}>
        <g transform={`translate(${edge.left} ${edge.top})`}>
          <Grid scale={scale} width={plot.width} height={plot.height} />
          {spots.length > 1 && <path class="under" d={`${path}V${plot.height}H0Z`} />}
          <path class="curve" d={path} />
          {last && <circle cx={last.x} cy={last.y} r="5" />}
          <text class="day" x="0" y={plot.height + 18}>
            {from && dayText(app, from.at)}
          </text>
          {points.length > 1 && (
            <text class="day end" x={plot.width} y={plot.height + 18}>
              {to && dayText(app, to.at)}
            </text>
          )}
        </g>
      </svg>
    </div>
  );
}

function graphLabel(app: App, values: readonly number[]): string {
  return r(app, "graph.label", {
    games: values.length,
    from: values[0] ?? 0,
    to: values.at(-1) ?? 0,
    most: Math.max(...values),
    least: Math.min(...values),
  });
}

function Grid({ scale, width, height }: { scale: Scale; width: number; height: number }): JSX.Element {
  return (
    <>
      {scale.ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${heightOf(tick, scale, height).toFixed(1)})`}>
          <path class="tick" d={`M0 0H${width}`} />
          <text class="value" x="-8" y="4">
            {tick}
          </text>
        </g>
      ))}
    </>
  );
}

/** Newest first. The rows are rendered when the table is opened. */
function Table({ app, points }: { app: App; points: readonly RatingPoint[] }): JSX.Element {
  const isOpen = useSignal(false);
  const changeAt = (index: number, rating: number): number => rating - (points[index - 1]?.rating ?? rating);
  const rows = points.map((point, index) => ({ point, change: changeAt(index, point.rating) }));
  return (
    <details class="pointtable" onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>{r(app, "graph.table")}</summary>
      {isOpen.value && (
        <div class="tall" tabIndex={0} role="region" aria-label={r(app, "graph.table")}>
          <table>
            <thead>
              <tr>
                <th scope="col">{r(app, "graph.when")}</th>
                <th scope="col">{r(app, "leaders.rating")}</th>
                <th scope="col">{r(app, "graph.change")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.reverse().map(({ point, change }) => (
                <tr key={point.gameId ?? point.at}>
                  <th scope="row">
                    {point.gameId === null ? (
                      momentText(app, point.at)
                    ) : (
                      <GameLink app={app} gameId={point.gameId}>
                        {momentText(app, point.at)}
                      </GameLink>
                    )}
                  </th>
                  <td>{point.rating}</td>
                  <td>{signed(change)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

/** With a true minus sign, as wide as the plus. */
export function signed(change: number): string {
  if (change === 0) return "±0";
  return change > 0 ? `+${change}` : `−${-change}`;
}
