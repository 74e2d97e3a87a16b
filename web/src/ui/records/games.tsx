// A player's games with a search, loaded page by page. Rows out of sight cost nothing.
import { useSignal, type Signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { App } from "../../app/types";
import type { GameRecord } from "../../online/record";
import { fetchGames } from "../../records/calls";
import { anyGame, type GameSearch } from "../../records/query";
import { Feed, useFeed } from "../../records/requests";
import { Field } from "../kit/controls";
import { Icon } from "../kit/icons";
import { listKeys } from "../kit/list_keys";
import { Invite } from "../online/invite";
import { GameRow } from "./gamerow";
import { Empty, Failed, type ScreenProps, useConnection, useFocusRescue, Waiting } from "./parts";
import { r, type Word } from "./words";

/** The last search, so that Back from a game finds the same list. */
let left = { playerId: "", search: anyGame };

export function Games({ app, online, screen }: ScreenProps): JSX.Element {
  useConnection(online);
  const playerId = "playerId" in screen ? screen.playerId : (online.me.value?.playerId ?? "");
  const search = useSignal<GameSearch>(left.playerId === playerId ? left.search : anyGame);
  left = { playerId, search: search.value };
  const feed = useFeed(JSON.stringify([playerId, search.value]), () => {
    const wanted = search.peek();
    return new Feed<GameRecord>(async (cursor, signal) => {
      const answer = await fetchGames(online.api, playerId, wanted, { cursor }, signal);
      return answer.ok ? { ok: true, value: { items: answer.value.games, next: answer.value.next } } : answer;
    });
  });
  return (
    <div class="records games">
      <SearchForm app={app} search={search} />
      <List app={app} feed={feed} playerId={playerId} isSearch={search.value !== anyGame} />
    </div>
  );
}

/** A typed name is searched after this pause. */
const typingMs = 250;

function OpponentField({ app, search }: { app: App; search: Signal<GameSearch> }): JSX.Element {
  const typed = useSignal(search.value.opponent);
  useEffect(() => {
    if (typed.value === search.peek().opponent) return undefined;
    const timer = setTimeout(() => (search.value = { ...search.peek(), opponent: typed.value }), typingMs);
    return () => clearTimeout(timer);
  }, [typed.value]);
  return (
    <Field label={r(app, "search.opponent")}>
      <input
        type="search"
        autocomplete="off"
        spellcheck={false}
        maxLength={40}
        value={typed.value}
        onInput={(event) => (typed.value = event.currentTarget.value)}
      />
    </Field>
  );
}

function SearchForm({ app, search }: { app: App; search: Signal<GameSearch> }): JSX.Element {
  const change = (part: Partial<GameSearch>): void => {
    search.value = { ...search.value, ...part };
  };
  const { state, result, board } = search.value;
  return (
    <form class="gamesearch" role="search" onSubmit={(event) => event.preventDefault()}>
      <OpponentField app={app} search={search} />
      <Select
        app={app}
        label="search.state"
        value={state}
        options={{ finished: "search.finished", running: "search.running" }}
        onChange={(value) => change({ state: value })}
      />
      <Select
        app={app}
        label="search.result"
        value={state === "running" ? "" : result}
        disabled={state === "running"}
        options={{ "": "search.any", won: "outcome.won", drawn: "outcome.drawn", lost: "outcome.lost" }}
        onChange={(value) => change({ result: value })}
      />
      <Select
        app={app}
        label="search.board"
        value={board}
        options={{ "": "search.any", classic: "class.classic", cube: "class.cube", other: "class.other", pops: "class.pops", powers: "class.powers", lines: "class.lines" }}
        onChange={(value) => change({ board: value })}
      />
    </form>
  );
}

interface SelectProps<T extends string> {
  readonly app: App;
  readonly label: Word;
  readonly value: T;
  readonly disabled?: boolean;
  readonly options: Readonly<Record<T, Word>>;
  onChange(value: T): void;
}

function Select<T extends string>({ app, label, value, disabled, options, onChange }: SelectProps<T>): JSX.Element {
  return (
    <Field label={r(app, label)}>
      <select value={value} disabled={disabled} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {Object.entries<Word>(options).map(([key, word]) => (
          <option key={key} value={key} selected={key === value}>
            {r(app, word)}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface ListProps {
  readonly app: App;
  readonly feed: Feed<GameRecord>;
  readonly playerId: string;
  readonly isSearch: boolean;
}

function List({ app, feed, playerId, isSearch }: ListProps): JSX.Element {
  const games = feed.items.value;
  const isComplete = feed.isComplete.value;
  const refusal = feed.refusal.value;
  const status = useFocusRescue();
  const counted = isComplete ? r(app, "list.count", { count: games.length }) : "";
  return (
    <>
      <p class="note" role="status" tabIndex={-1} ref={status}>
        {games.length > 0 ? counted : ""}
      </p>
      <ul class="gamelist" onKeyDown={listKeys}>
        {feed.pages.value.map((page, index) => (
          <Rows key={index} app={app} games={page} playerId={playerId} />
        ))}
      </ul>
      {isComplete && games.length === 0 && <None app={app} isSearch={isSearch} />}
      {refusal && <Failed app={app} refusal={refusal} retry={() => void feed.more()} />}
      {!isComplete && !refusal && <More app={app} feed={feed} isFirst={games.length === 0} />}
    </>
  );
}

function None({ app, isSearch }: { app: App; isSearch: boolean }): JSX.Element {
  if (isSearch) return <Empty text={r(app, "list.nothing")} />;
  return <Invite app={app} text={r(app, "list.noGames")} />;
}

/** A page of rows is rendered once; later pages do not render it again. */
function Rows({ app, games, playerId }: { app: App; games: readonly GameRecord[]; playerId: string }): JSX.Element {
  const make = (): JSX.Element => (
    <>
      {games.map((game) => (
        <GameRow key={game.gameId} app={app} game={game} playerId={playerId} />
      ))}
    </>
  );
  return useMemo(make, [games, playerId, app.settings.value.language]);
}

/** Loads the next page when it scrolls into view or is pressed. */
function More({ app, feed, isFirst }: { app: App; feed: Feed<GameRecord>; isFirst: boolean }): JSX.Element {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!element.current) return undefined;
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && void feed.more(),
      { rootMargin: "600px" },
    );
    watch.observe(element.current);
    return () => watch.disconnect();
    // Observed again after every page: the button may still be visible.
  }, [feed, feed.items.value]);
  if (isFirst) return <Waiting app={app} />;
  return (
    <button type="button" class="quiet more" ref={element} onClick={() => void feed.more()}>
      <Icon name="down" />
      {r(app, feed.isBusy.value ? "list.loading" : "list.more")}
    </button>
  );
}
