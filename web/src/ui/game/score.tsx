// Games won by each seat, in the colours of this game, and the evaluation of the position. In high windows the seats are two
// cards, above and below the board (game.css).
import type { JSX } from "preact";
import type { App } from "../../app/types";
import { gameName } from "../../core/variants";
import { hasScores } from "../../core/exact";
import type { Estimate, Outlook, Player } from "../../core/types";
import { Disc } from "../kit/disc";
import { useLanded } from "./landed";
import { levelName, outlookText, prospectText, seatName } from "../texts/names";
import { t } from "../texts/texts";

export function Score({ app }: { app: App }): JSX.Element {
  const { first, second, draws } = useLanded(app, app.tally.value);
  const color = app.firstSeat.value;
  const { status } = app.snapshot.value;
  return (
    <section class="score" aria-label={t(app, "score.title")}>
      <Seat app={app} seat={1} player={color} games={first} />
      <p class="draws">
        <span aria-hidden="true">:</span>
        <span class={draws > 0 ? "" : "hidden"}>{t(app, "score.draws", { draws })}</span>
      </p>
      <Seat app={app} seat={2} player={color === 0 ? 1 : 0} games={second} />
      {app.settings.value.scores && status === "playing" && !app.snapshot.value.variant && <Bar app={app} />}
    </section>
  );
}

interface SeatProps {
  readonly app: App;
  readonly seat: 1 | 2;
  readonly player: Player;
  readonly games: number;
}

function Seat({ app, seat, player, games }: SeatProps): JSX.Element {
  const { status, turn } = app.landed.value;
  const name = seatName(app, seat);
  const isNext = status === "playing" && turn === player;
  const { mode, level } = app.setup.value;
  return (
    <p class={`seat seat-${seat} ${isNext ? "next" : ""}`}>
      <span aria-hidden="true">
        <Disc player={player} />
        <span class="who" title={name}>
          {name}
        </span>
        {seat === 2 && mode === "cpu" && <small>{levelName(app, level, gameName(app.setup.value))}</small>}
        <b>{games}</b>
      </span>
      <span class="hidden">{t(app, "score.games", { name, games })}</span>
    </p>
  );
}

/** Red's share of the bar: half for a draw, more the sooner red wins. */
function redShare(outlook: Outlook, cells: number): number {
  if (outlook.winner === null) return 0.5;
  const lead = 0.5 - 0.35 * Math.min(1, outlook.plies / cells);
  return outlook.winner === 0 ? 0.5 + lead : 0.5 - lead;
}

function estimatedShare({ position, ply }: Estimate): number {
  const share = position.chance / 1000;
  return ply % 2 === 0 ? share : 1 - share;
}

function barText(app: App): string {
  const { turn, board } = app.snapshot.value;
  const analysis = app.analysis.value;
  const estimate = app.estimate.value;
  if (app.analysisState.value === "none") return t(app, "bar.none");
  if (analysis) return outlookText(app, analysis.outlook);
  if (estimate) return prospectText(app, estimate.position, turn);
  return t(app, hasScores(board.name) ? "bar.working" : "bar.estimating");
}

function knownShare(app: App): number | null {
  const analysis = app.analysis.value;
  const estimate = app.estimate.value;
  if (analysis) return redShare(analysis.outlook, app.snapshot.value.board.cells);
  return estimate && estimatedShare(estimate);
}

function Bar({ app }: { app: App }): JSX.Element {
  const known = knownShare(app);
  const red = known ?? 0.5;
  const left = app.firstSeat.value;
  return (
    <div class={`bar ${known === null ? "unknown" : ""}`}>
      <div class={`track back-${left === 0 ? 1 : 0}`} aria-hidden="true">
        <div class={`back-${left}`} style={{ width: `${100 * (left === 0 ? red : 1 - red)}%` }} />
      </div>
      <p>{barText(app)}</p>
    </div>
  );
}
