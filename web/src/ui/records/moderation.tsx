// The moderators' screen: open reports with the chat of their games, and what was done.
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { App } from "../../app/types";
import type { Online } from "../../online/types";
import {
  type Chat,
  type ChatLine,
  closeReport,
  type Deal,
  type Discount,
  fetchChat,
  fetchDeals,
  fetchDiscounts,
  fetchReports,
  type Report,
} from "../../records/moderation";
import { Feed, useFeed, useRequest } from "../../records/requests";
import { Part } from "./account";
import { useSending, Wrong } from "./form";
import { ModeratePart } from "./moderate";
import { Empty, Failed, GameLink, PersonLink, type ScreenProps, useConnection, Waiting } from "./parts";
import { dayText, r } from "./words";

export function Moderation({ app, online }: ScreenProps): JSX.Element {
  useConnection(online);
  const me = online.me.value?.playerId ?? "";
  const reports = useFeed(me, () => new Feed<Report>((cursor, signal) => fetchReports(online.api, cursor, signal)));
  const discounts = useFeed(
    me,
    () => new Feed<Discount>((cursor, signal) => fetchDiscounts(online.api, cursor, signal)),
  );
  const deals = useFeed(me, () => new Feed<Deal>((cursor, signal) => fetchDeals(online.api, cursor, signal)));
  return (
    <div class="records moderation">
      <Part title={r(app, "reports.title")}>
        <List app={app} feed={reports} empty={r(app, "reports.none")}>
          {(report) => <ReportRow key={report.report} app={app} online={online} report={report} />}
        </List>
      </Part>
      <Part title={r(app, "discounts.title")}>
        <p class="note">{r(app, "discounts.hint")}</p>
        <List app={app} feed={discounts} empty={r(app, "discounts.none")}>
          {(game) => <DiscountRow key={game.gameId} app={app} game={game} />}
        </List>
      </Part>
      <Part title={r(app, "deals.title")}>
        <List app={app} feed={deals} empty={r(app, "deals.none")}>
          {(deal) => <DealRow key={deal.at + deal.player.playerId} app={app} deal={deal} />}
        </List>
      </Part>
    </div>
  );
}

interface ListProps<T> {
  readonly app: App;
  readonly feed: Feed<T>;
  readonly empty: string;
  children(item: T): JSX.Element;
}

function List<T>({ app, feed, empty, children }: ListProps<T>): JSX.Element {
  const items = feed.items.value;
  const refusal = feed.refusal.value;
  const isComplete = feed.isComplete.value;
  if (refusal) return <Failed app={app} refusal={refusal} retry={() => void feed.more()} />;
  if (items.length === 0) return isComplete ? <Empty text={empty} /> : <Waiting app={app} lines={3} />;
  return (
    <>
      <ul class="plain">{items.map(children)}</ul>
      {!isComplete && (
        <button type="button" class="quiet" aria-busy={feed.isBusy.value} onClick={() => void feed.more()}>
          {r(app, "list.more")}
        </button>
      )}
    </>
  );
}

interface ReportProps {
  readonly app: App;
  readonly online: Online;
  readonly report: Report;
}

function ReportRow({ app, online, report }: ReportProps): JSX.Element {
  const isClosed = useSignal(false);
  const sending = useSending();
  const { player, sender, gameId } = report;
  const close = (): void =>
    sending.send(
      () => closeReport(online.api, report.report),
      () => (isClosed.value = true),
    );
  return (
    <li class="reported" aria-label={r(app, "reports.about", { name: player.name ?? "" })}>
      <p>
        <PersonLink app={app} playerId={player.playerId} name={player.name ?? ""} /> {r(app, `report.${report.kind}`)}
        <small class="note"> {dayText(app, report.sentAt)}</small>
      </p>
      {report.text && (
        <blockquote>
          <bdi>{report.text}</bdi>
        </blockquote>
      )}
      <p class="note">
        {r(app, "reports.by")} <PersonLink app={app} playerId={sender.playerId} name={sender.name ?? ""} />
      </p>
      {gameId && <GameChat app={app} online={online} gameId={gameId} player={player.playerId} />}
      <details>
        <summary>{r(app, "moderate.title")}</summary>
        <ModeratePart app={app} online={online} playerId={player.playerId} />
      </details>
      <button type="button" class="quiet" aria-disabled={isClosed.value} onClick={() => !isClosed.peek() && close()}>
        {r(app, isClosed.value ? "reports.closed" : "reports.close")}
      </button>
      <Wrong text={sending.rest(app, [])} />
    </li>
  );
}

interface ChatProps {
  readonly app: App;
  readonly online: Online;
  readonly gameId: string;
  readonly player: string;
}

function GameChat({ app, online, gameId, player }: ChatProps): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <details onToggle={(event) => (isOpen.value = event.currentTarget.open)}>
      <summary>{r(app, "reports.chat")}</summary>
      <GameLink app={app} gameId={gameId}>
        {r(app, "links.game")}
      </GameLink>
      {isOpen.value && <Lines app={app} online={online} gameId={gameId} player={player} />}
    </details>
  );
}

function Lines({ app, online, gameId, player }: ChatProps): JSX.Element {
  const { value, refusal, retry } = useRequest(gameId, (signal) => fetchChat(online.api, gameId, signal));
  if (refusal) return <Failed app={app} refusal={refusal} retry={retry} />;
  if (!value) return <Waiting app={app} lines={2} />;
  const lines = said(value);
  if (lines.length === 0) return <Empty text={r(app, "reports.silent")} />;
  return (
    <ul class="plain said-lines">
      {lines.map((line, index) => (
        <li key={index} class={line.playerId === player ? "theirs" : ""}>
          <bdi>{line.text}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** Quick messages are the same for everybody: nobody needs to read them. */
const said = (chat: Chat): readonly ChatLine[] =>
  [...chat.players, ...chat.spectators].filter((line) => line.quick === undefined);

function DiscountRow({ app, game }: { app: App; game: Discount }): JSX.Element {
  const { X, O } = game.players;
  return (
    <li>
      <p>
        <PersonLink app={app} playerId={X.playerId} name={X.name ?? ""} /> –{" "}
        <PersonLink app={app} playerId={O.playerId} name={O.name ?? ""} />
      </p>
      <p class="note">
        <GameLink app={app} gameId={game.gameId}>
          {dayText(app, game.at)}
        </GameLink>
        {r(app, `discount.${game.discount}`)}
      </p>
    </li>
  );
}

function DealRow({ app, deal }: { app: App; deal: Deal }): JSX.Element {
  const word = deal.action === "rename" ? "moderate.rename" : deal.until ? `moderate.${deal.action}` : `moderate.un${deal.action}`;
  return (
    <li>
      <p>
        <PersonLink app={app} playerId={deal.player.playerId} name={deal.player.name ?? ""} />{" "}
        {r(app, word as "moderate.mute")} <small class="note">{dayText(app, deal.at)}</small>
      </p>
      <p class="note">
        <bdi>{deal.reason}</bdi> · <bdi>{deal.moderator.name}</bdi>
      </p>
    </li>
  );
}
