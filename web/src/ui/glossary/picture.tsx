// Small boards that show a term: drawn from rows of characters, the lowest row last.
//   R red   Y yellow   x a disc of either colour   r, y the cell that wins for red or yellow   ^ a disc must go here
import type { JSX } from "preact";
import type { Term } from "../texts/terms";

export const boards: Readonly<Record<Term, readonly string[]>> = {
  threat: [".......", "YY.....", "RRrRY.."],
  fork: [".......", "..YY...", ".rRRRr."],
  odd: [".......", "...rRRR", "Y...RYR", "YY..YRY"],
  even: [".......", "...yYYY", "RR..RYR"],
  zugzwang: ["xxx.xxx", "xxxrxxx", "xxx^xxx", "xxxRxxx"],
  claimeven: ["..Y....", "..R....", "..Y.Y..", "..R.R.."],
};

const SIZE = 24;
const paints: Readonly<Record<string, string>> = { R: "var(--red)", Y: "var(--yellow)", r: "var(--red)", y: "var(--yellow)", x: "#8c96b4", "^": "#fff" };

/** A ring marks red, a dot yellow, so that the picture does not depend on colours. */
function Mark({ kind, x, y }: { kind: string; x: number; y: number }): JSX.Element | null {
  if (kind === "R") return <circle cx={x} cy={y} r={4.5} fill="none" stroke="#0008" stroke-width={2} />;
  return kind === "Y" ? <circle cx={x} cy={y} r={3} fill="#0008" /> : null;
}

function Cell({ kind, x, y }: { kind: string; x: number; y: number }): JSX.Element {
  const isDisc = "RYx".includes(kind);
  const isGoal = "ry^".includes(kind);
  return (
    <>
      <circle cx={x} cy={y} r={9} fill={isDisc ? paints[kind] : "#0a1330"} />
      {isGoal && <circle cx={x} cy={y} r={7.5} fill="none" stroke={paints[kind]} stroke-width={2.5} stroke-dasharray="3.5 2.4" />}
      <Mark kind={kind} x={x} y={y} />
    </>
  );
}

/** The numbers beside it count the rows from below. */
export function Picture({ term, label }: { term: Term; label: string }): JSX.Element {
  const rows = boards[term];
  const [width, height] = [7 * SIZE, rows.length * SIZE];
  return (
    <svg viewBox={`-18 0 ${width + 18} ${height}`} width={(width + 18) * 1.4} height={height * 1.4} role="img" aria-label={label}>
      <rect width={width} height={height} rx={5} fill="var(--board)" />
      {rows.map((row, index) => (
        <g key={index}>
          <text x={-9} y={(index + 0.5) * SIZE + 4} fill="currentColor" font-size={11} text-anchor="middle">
            {rows.length - index}
          </text>
          {[...row].map((kind, column) => (
            <Cell key={column} kind={kind} x={(column + 0.5) * SIZE} y={(index + 0.5) * SIZE} />
          ))}
        </g>
      ))}
    </svg>
  );
}
