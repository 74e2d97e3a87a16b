// Signs of life in the lobby: people online, games to watch, last results; an invitation while nobody is there.
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { GameRecord } from "../../online/record";
import type { Life, LifeKind, ListedGame, Wish } from "../../online/types";
import { Avatar } from "../kit/avatar";
import { Icon, type IconName } from "../kit/icons";
import { listKeys } from "../kit/list_keys";
import { Thumb } from "../kit/thumb";
import { boardTitle } from "../texts/names";
import type { PartProps } from "./connection";
import { playerName } from "../texts/texts";
import { attempt } from "./state";
import { typicalText } from "./time";
import { wishText } from "./wish";
import { o } from "./words";

/** Entries of each list. */
const SHOWN = 3;

const isSame = (a: Wish, b: Wish): boolean => JSON.stringify(a) === JSON.stringify(b);

/** "usually under 20 s"; empty if the server does not know. */
export function waitHint(app: App, life: Life | null, wish: Wish): string {
  const typical = life?.kinds.find((kind) => isSame(kind.wish, wish))?.typicalMs ?? null;
  return typical === null ? "" : typicalText(app, typical);
}

/** "3 players online · 1 is waiting for a game" */
export function Pulse({ app, online }: PartProps): JSX.Element | null {
  const life = online.life.value;
  if (!life) return null;
  const waiting = othersWaiting(life, online.waiting.value?.wish ?? null).reduce((sum, kind) => sum + kind.waiting, 0);
  const isAlone = life.online <= 1;
  return (
    <p class={`pulse ${isAlone ? "alone" : ""}`}>
      <i aria-hidden="true" />
      {isAlone ? o(app, "life.alone") : o(app, "life.online", { count: life.online })}
      {waiting > 0 && ` · ${o(app, "life.waiting", { count: waiting })}`}
    </p>
  );
}

/** The kinds that others wait for. */
function othersWaiting(life: Life, mine: Wish | null): readonly LifeKind[] {
  return life.kinds
    .map((kind) => (mine && isSame(kind.wish, mine) ? { ...kind, waiting: kind.waiting - 1 } : kind))
    .filter(({ waiting }) => waiting > 0);
}

/** Games that others wait for: one press joins them. */
export function Wanted({ app, online }: PartProps): JSX.Element | null {
  const life = online.life.value;
  if (!life || online.waiting.value) return null;
  const kinds = othersWaiting(life, null).slice(0, 3);
  if (kinds.length === 0) return null;
  return (
    <section class="wanted" aria-labelledby="wanted-title">
      <h3 id="wanted-title">{o(app, "life.wanted")}</h3>
      {kinds.map(({ wish, waiting }) => (
        <button
          key={JSON.stringify(wish)}
          type="button"
          class="quiet"
          onClick={() => void attempt(() => online.joinQueue(wish))}
        >
          <Icon name="people" />
          <span>
            {wishText(app, wish)}
            <small> · {o(app, "life.waiting", { count: waiting })}</small>
          </span>
        </button>
      ))}
    </section>
  );
}

interface LifeProps extends PartProps {
  /** Ways out of an empty lobby. */
  onFriend(): void;
  onDays(): void;
}

export function LifeSection({ app, online, onFriend, onDays }: LifeProps): JSX.Element | null {
  const life = online.life.value;
  if (!life) return null;
  const isQuiet = life.online <= 1 && life.games.length === 0;
  return (
    <section class="life" aria-label={o(app, "life.title")}>
      {isQuiet && <Quiet app={app} online={online} life={life} onFriend={onFriend} onDays={onDays} />}
      <Now app={app} online={online} games={life.games} />
      <Results app={app} online={online} results={life.results.filter(({ ply }) => ply > 0).slice(0, SHOWN)} />
    </section>
  );
}

/** What to do while nobody is there. */
function Quiet({ app, online, life, onFriend, onDays }: LifeProps & { life: Life }): JSX.Element {
  const [last] = life.results;
  const playComputer = (): void => {
    app.screen.value = null;
    app.start({ mode: "cpu" });
  };
  return (
    <div class="quietly">
      <h3>{o(app, "quiet.title")}</h3>
      <p class="note">{o(app, "quiet.why")}</p>
      <div class="offers">
        <Offer icon="link" text={o(app, "quiet.friend")} onClick={onFriend} />
        <Offer icon="cpu" text={o(app, "quiet.cpu")} onClick={playComputer} />
        <Offer icon="calendar" text={o(app, "quiet.days")} onClick={onDays} />
        {last && <Offer icon="eye" text={o(app, "quiet.watch")} onClick={() => open(app, online, last.gameId)} />}
      </div>
    </div>
  );
}

function Offer({ icon, text, onClick }: { icon: IconName; text: string; onClick(): void }): JSX.Element {
  return (
    <button type="button" class="quiet" onClick={onClick}>
      <Icon name={icon} />
      {text}
    </button>
  );
}

async function enter(app: App, task: () => ReturnType<PartProps["online"]["watch"]>): Promise<void> {
  if (await attempt(task)) app.screen.value = null;
}

const open = (app: App, online: PartProps["online"], gameId: string): void =>
  void enter(app, () => online.open(gameId));

function Now({ app, online, games }: PartProps & { games: readonly ListedGame[] }): JSX.Element | null {
  if (games.length === 0) return null;
  return (
    <>
      <h3>{o(app, "life.now")}</h3>
      <ul class="entries" onKeyDown={listKeys}>
        {games.slice(0, SHOWN).map((game) => (
          <li key={game.gameId}>
            <button type="button" class="entry" onClick={() => void enter(app, () => online.watch(game.gameId))}>
              <Thumb layers={game.layers} />
              <span class="about">
                <Names app={app} names={game.names} ids={game.ids} />
                <small>
                  {boardTitle(app, game.board)} · {o(app, "list.length", { ply: game.ply })}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {games.length > SHOWN && (
        <button type="button" class="quiet" onClick={() => (app.screen.value = { kind: "watch" })}>
          <Icon name="eye" />
          {o(app, "life.all")}
        </button>
      )}
    </>
  );
}

interface NamesProps {
  readonly app: App;
  readonly names: readonly [string, string];
  readonly ids: readonly [string | null, string | null];
  readonly winner?: number | null;
}

/** Both players with their pictures, one below the other. */
export function Names({ app, names, ids, winner = null }: NamesProps): JSX.Element {
  return (
    <span class="pairing">
      {names.map((name, seat) => {
        const id = ids[seat] ?? null;
        return (
          <span key={seat} class={winner === seat ? "winner" : ""}>
            {id === null ? <Icon name="cpu" /> : <Avatar id={id} />}
            <bdi>{playerName(app, name)}</bdi>
            {winner === seat && <Icon name="trophy" />}
            {winner === seat && <span class="hidden"> ({o(app, "life.won")})</span>}
          </span>
        );
      })}
    </span>
  );
}

function Results({ app, online, results }: PartProps & { results: readonly GameRecord[] }): JSX.Element | null {
  if (results.length === 0) return null;
  return (
    <>
      <h3>{o(app, "life.results")}</h3>
      <ul class="entries small" onKeyDown={listKeys}>
        {results.map((game) => (
          <li key={game.gameId}>
            <button type="button" class="entry" onClick={() => open(app, online, game.gameId)}>
              <Thumb layers={game.layers} />
              <span class="about">
                <Names app={app} names={namesOf(game)} ids={idsOf(game)} winner={game.winner} />
                <small>
                  {boardTitle(app, game.board)}
                  {game.winner === null && ` · ${o(app, "life.drawn")}`}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const namesOf = ({ players }: GameRecord): readonly [string, string] => [players[0]?.name ?? "", players[1]?.name ?? ""];

function idsOf({ players }: GameRecord): readonly [string | null, string | null] {
  const idOf = (player: GameRecord["players"][0]): string | null => (player && !player.isComputer ? player.playerId : null);
  return [idOf(players[0]), idOf(players[1])];
}
