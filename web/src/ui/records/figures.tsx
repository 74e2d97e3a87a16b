// Statistics of a player: totals, win rates by colour and by the first move.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { percents } from "../../records/scale";
import type { Opening, Profile, Totals } from "../../records/types";
import { Disc } from "../kit/disc";
import { colorName } from "../texts/names";
import { numberText, percentText, r, streakText } from "./words";

export function Figures({ app, profile }: { app: App; profile: Profile }): JSX.Element {
  const { totals, computer, streak, averagePly } = profile;
  const length = averagePly === null ? "–" : r(app, "figure.discs", { discs: numberText(app, averagePly, 1) });
  const figures: [string, string][] = [
    [r(app, "figure.games"), numberText(app, totals.games)],
    [r(app, "figure.won"), numberText(app, totals.wins)],
    [r(app, "figure.drawn"), numberText(app, totals.draws)],
    [r(app, "figure.lost"), numberText(app, totals.losses)],
    [r(app, "figure.length"), length],
    [r(app, "figure.streak"), streakText(app, streak.current)],
    [r(app, "figure.best"), r(app, "streak.wins", { count: streak.bestWin })],
    [r(app, "figure.computer"), computerText(app, computer)],
  ];
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function computerText(app: App, { games, wins }: Totals): string {
  return games === 0 ? r(app, "figure.noGames") : r(app, "figure.computerGames", { games, wins });
}

/** Won, drawn, lost as one bar; the text beside it says the same. */
export function ResultBar({ tally }: { tally: Totals }): JSX.Element {
  const [won = 0, drawn = 0, lost = 0] = percents([tally.wins, tally.draws, tally.losses]);
  return (
    <span class="resultbar" aria-hidden="true">
      <i class="won" style={{ flexGrow: won }} />
      <i class="drawn" style={{ flexGrow: drawn }} />
      <i class="lost" style={{ flexGrow: lost }} />
    </span>
  );
}

function resultText(app: App, tally: Totals): string {
  const [won = 0, drawn = 0, lost = 0] = percents([tally.wins, tally.draws, tally.losses]);
  return r(app, "figure.results", { won, drawn, lost, games: tally.games });
}

export function ByColour({ app, profile }: { app: App; profile: Profile }): JSX.Element {
  return (
    <ul class="bycolour">
      {([0, 1] as const).map((player) => {
        const tally = profile.byColour[player === 0 ? "X" : "O"];
        return (
          <li key={player}>
            <p>
              <Disc player={player} />
              <strong>{colorName(app, player)}</strong>
              <small>{r(app, player === 0 ? "figure.begins" : "figure.answers")}</small>
            </p>
            <ResultBar tally={tally} />
            <p class="note">{tally.games === 0 ? r(app, "figure.noGames") : resultText(app, tally)}</p>
          </li>
        );
      })}
    </ul>
  );
}

const columns = [0, 1, 2, 3, 4, 5, 6];

interface OpeningsProps {
  readonly app: App;
  readonly openings: readonly Opening[];
  readonly as: "X" | "O";
}

/** The seven columns of the board, each filled by its win rate. */
export function Openings({ app, openings, as }: OpeningsProps): JSX.Element {
  const found = columns.map((column) => openings.find((one) => one.column === column && one.as === as) ?? null);
  return (
    <table class={`openings as-${as}`}>
      <caption>
        <Disc player={as === "X" ? 0 : 1} />
        {r(app, as === "X" ? "openings.mine" : "openings.theirs")}
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              <span class="hidden">{r(app, "openings.column")} </span>
              {column + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {found.map((tally, column) => (
            <td key={column}>{tally ? <Column app={app} tally={tally} /> : <Unused app={app} />}</td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

function Column({ app, tally }: { app: App; tally: Totals }): JSX.Element {
  const [won = 0, drawn = 0, lost = 0] = percents([tally.wins, tally.draws, tally.losses]);
  return (
    <>
      <span class="pillar" aria-hidden="true">
        <i class="lost" style={{ flexGrow: lost }} />
        <i class="drawn" style={{ flexGrow: drawn }} />
        <i class="won" style={{ flexGrow: won }} />
      </span>
      <b>
        {percentText(app, won)}
        <span class="hidden"> {r(app, "figure.won")}, </span>
      </b>
      <small>
        <span aria-hidden="true">{tally.games}</span>
        <span class="hidden">{r(app, "figure.count", { games: tally.games })}</span>
      </small>
    </>
  );
}

function Unused({ app }: { app: App }): JSX.Element {
  return (
    <>
      <span class="pillar" aria-hidden="true" />
      <b aria-hidden="true">–</b>
      <span class="hidden">{r(app, "figure.noGames")}</span>
    </>
  );
}
