// The leaderboard by rating or by wins, one page at a time, with my own place.
import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Class } from "../../online/types";
import { fetchLeaders } from "../../records/calls";
import type { LeaderSearch } from "../../records/query";
import { classes, type Leader, type Leaders as Page } from "../../records/types";
import { useRequest } from "../../records/requests";
import { Choice } from "../kit/controls";
import { Icon, type IconName } from "../kit/icons";
import { listKeys } from "../kit/list_keys";
import { Invite } from "../online/invite";
import { Failed, PersonLink, type ScreenProps, useConnection, Waiting } from "./parts";
import { numberText, r, type Word } from "./words";

interface Place extends LeaderSearch {
  /** Cursors of the pages up to the one shown; the first page has null. */
  readonly way: readonly (string | null)[];
}

const top: readonly (string | null)[] = [null];

export function Leaders({ app, online }: ScreenProps): JSX.Element {
  useConnection(online);
  const place = useSignal<Place>({ by: "rating", board: "classic", way: top });
  const { by, board, way } = place.value;
  // The answer depends on the player: it includes their own place.
  const key = JSON.stringify([by, board, way.at(-1), online.me.value?.playerId]);
  const { value, refusal, isBusy, retry } = useRequest(key, (signal) =>
    fetchLeaders(online.api, { by, board }, way.at(-1) ?? null, signal),
  );
  return (
    <div class="records leaders">
      <div class="chosen">
        <Choice
          legend={r(app, "leaders.by")}
          name="leaders-by"
          value={by}
          options={[
            { value: "rating", label: r(app, "leaders.rating") },
            { value: "wins", label: r(app, "leaders.wins") },
          ]}
          onChange={(value) => (place.value = { ...place.peek(), by: value, way: top })}
        />
        <Choice<Class>
          legend={r(app, "search.board")}
          name="leaders-class"
          value={board}
          options={classes.map((one) => ({ value: one, label: r(app, `class.${one}`) }))}
          onChange={(value) => (place.value = { ...place.peek(), board: value, way: top })}
        />
      </div>
      {refusal && <Failed app={app} refusal={refusal} retry={retry} />}
      {!value && !refusal && <Waiting app={app} lines={8} />}
      {value && <Board app={app} page={value} by={by} isBusy={isBusy} place={place} />}
    </div>
  );
}

interface BoardProps {
  readonly app: App;
  readonly page: Page;
  readonly by: LeaderSearch["by"];
  readonly isBusy: boolean;
  readonly place: Signal<Place>;
}

const heads = ["leaders.rank", "leaders.player", "leaders.rating", "leaders.games", "leaders.wins"] as const;

function Board({ app, page, by, isBusy, place }: BoardProps): JSX.Element {
  const { leaders } = page;
  const me = page.me?.playerId ?? null;
  if (leaders.length === 0) {
    return (
      <Invite app={app} text={r(app, by === "rating" ? "leaders.empty" : "leaders.emptyWins")}>
        {page.sameNetworkCounts === false && <p class="note">{r(app, "leaders.counted")}</p>}
      </Invite>
    );
  }
  const isHere = leaders.some(({ playerId }) => playerId === me);
  return (
    <>
      <table class="ranks" aria-busy={isBusy}>
        <caption class="hidden">{r(app, "leaders.title")}</caption>
        <thead>
          <tr>
            {heads.map((word) => (
              <th key={word} scope="col">
                {r(app, word)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={listKeys}>
          {leaders.map((leader) => (
            <Row key={leader.playerId} app={app} leader={leader} isMe={leader.playerId === me} />
          ))}
        </tbody>
        {page.me && !isHere && (
          <tfoot>
            <Row app={app} leader={page.me} isMe />
          </tfoot>
        )}
      </table>
      <Pager app={app} page={page} place={place} isHere={isHere} />
    </>
  );
}

function Row({ app, leader, isMe }: { app: App; leader: Leader; isMe: boolean }): JSX.Element {
  return (
    <tr class={isMe ? "me" : ""} aria-current={isMe ? "true" : undefined}>
      <td class={`rank rank-${leader.rank}`}>
        {leader.rank === null ? <span aria-hidden="true">–</span> : numberText(app, leader.rank)}
      </td>
      <th scope="row">
        <PersonLink app={app} playerId={leader.playerId} name={leader.name} />
        {isMe && <small class="tag">{r(app, "leaders.you")}</small>}
        {leader.rank === null && <small class="tag unsure">{r(app, "leaders.provisional")}</small>}
      </th>
      <td>
        {leader.rating}
        {leader.isProvisional && <Provisional app={app} />}
      </td>
      <td>{numberText(app, leader.games)}</td>
      <td>{numberText(app, leader.wins)}</td>
    </tr>
  );
}

/** The mark of a provisional rating. */
export function Provisional({ app }: { app: App }): JSX.Element {
  return (
    <abbr class="provisional" title={r(app, "rating.provisional")}>
      <span aria-hidden="true">?</span>
      <span class="hidden"> {r(app, "rating.provisional")}</span>
    </abbr>
  );
}

interface PagerProps {
  readonly app: App;
  readonly page: Page;
  readonly place: Signal<Place>;
  readonly isHere: boolean;
}

function Pager({ app, page, place, isHere }: PagerProps): JSX.Element {
  const { way } = place.value;
  const go = (cursors: readonly (string | null)[]): void => {
    place.value = { ...place.peek(), way: cursors };
  };
  const { mine } = page;
  return (
    <nav class="pager" aria-label={r(app, "pager.title")}>
      <Turn app={app} icon="first" word="pager.first" to={way.length > 1 ? top : null} go={go} />
      <Turn app={app} icon="back" word="pager.previous" to={way.length > 1 ? way.slice(0, -1) : null} go={go} />
      <p role="status">{rangeText(app, page)}</p>
      <Turn app={app} icon="forward" word="pager.next" to={page.next ? [...way, page.next] : null} go={go} />
      {mine && !isHere && (
        <button type="button" class="quiet" onClick={() => go([null, mine])}>
          <Icon name="people" />
          {r(app, "pager.mine")}
        </button>
      )}
    </nav>
  );
}

/** The ranks on this page; provisional players have none. */
function rangeText(app: App, { leaders, total }: Page): string {
  const ranks = leaders.flatMap(({ rank }) => rank ?? []);
  const [first, last] = [ranks[0], ranks.at(-1)];
  if (first === undefined || last === undefined) return r(app, "leaders.unranked");
  const args = { first: numberText(app, first), last: numberText(app, last), total: numberText(app, total ?? last) };
  return r(app, total === undefined ? "pager.range" : "pager.of", args);
}

interface TurnProps {
  readonly app: App;
  readonly icon: IconName;
  readonly word: Word;
  readonly to: readonly (string | null)[] | null;
  go(way: readonly (string | null)[]): void;
}

/** Stays focusable at the first and last page, so that the focus is not lost. */
function Turn({ app, icon, word, to, go }: TurnProps): JSX.Element {
  return (
    <button
      type="button"
      class="square"
      aria-label={r(app, word)}
      title={r(app, word)}
      aria-disabled={to === null}
      onClick={() => to && go(to)}
    >
      <Icon name={icon} />
    </button>
  );
}
