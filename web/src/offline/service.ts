// The service worker: caches one complete version of the page's files and serves them offline. Files with a
// content hash never change, so the cache comes first. The page itself is fetched first, so that the next visit
// gets a new version. A newer service worker waits until the page tells it to take over (app/updates.ts), or until no page
// is open.

import { readPushAccount } from "../app/push_account";
import { TAKE_OVER } from "../app/take_over";

/** Filled in by the build: the name of this version, its files, and those that are kept once they are used. */
declare const KEEP: { version: string; files: string[]; later: string[] };

interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Clicked extends Extendable {
  readonly notification: { close(): void; readonly data?: { readonly game: string } | null };
}
/** What the server sends: a game over days, and one sentence in the language that this device asked for. */
interface Message {
  readonly game: string;
  readonly body: string;
  readonly language: string;
}
interface Pushed extends Extendable {
  readonly data: { json(): Message } | null;
}
interface Changed extends Extendable {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}
interface OpenPage {
  readonly visibilityState: string;
  focus(): Promise<OpenPage>;
  navigate(address: string): Promise<unknown>;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const scope = self as unknown as {
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "message", listener: (event: Extendable & { readonly data: unknown }) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(type: "push", listener: (event: Pushed) => void): void;
  addEventListener(type: "pushsubscriptionchange", listener: (event: Changed) => void): void;
  addEventListener(type: "notificationclick", listener: (event: Clicked) => void): void;
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled?: boolean }): Promise<OpenPage[]>;
    openWindow(address: string): Promise<OpenPage | null>;
  };
  registration: { scope: string; pushManager: PushManager; showNotification(title: string, options: object): Promise<void> };
};
const STORE = `fourfall-${KEEP.version}`;

async function install(): Promise<void> {
  const used = await usedBefore();
  const store = await caches.open(STORE);
  await store.addAll([...KEEP.files, ...used].map((name) => new Request(name, { cache: "no-cache" })));
}

const isLater = (url: string): boolean => KEEP.later.some((name) => url === scope.registration.scope + name);

/** Files that are kept once they are used, and that an older version has kept. Names are alike up to the hash. */
async function usedBefore(): Promise<string[]> {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const kept = (await Promise.all(stores.map((store) => store.keys()))).flat().map(({ url }) => url);
  return KEEP.later.filter((name) => kept.some((url) => url.startsWith(scope.registration.scope + name.split(".")[0] + ".")));
}

/** The version before this one is kept: another window may still show it, and load its parts later. */
async function forgetOldVersions(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith("fourfall-") && name !== STORE);
  await Promise.all(older.slice(0, -1).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

const MATCHING = { ignoreSearch: true, ignoreVary: true };

async function stored(request: Request): Promise<Response | undefined> {
  const store = await caches.open(STORE);
  return (await store.match(request, MATCHING)) ?? caches.match(request, MATCHING);
}

/** The page of a single game lies one folder deeper: its policy must allow its <base>. */
async function gamePage(): Promise<Response | undefined> {
  const page = await stored(new Request(new URL("game.html", scope.registration.scope)));
  if (!page) return undefined;
  const headers = new Headers(page.headers);
  const policy = headers.get("content-security-policy");
  if (policy) headers.set("content-security-policy", policy.replace("base-uri 'none'", "base-uri 'self'"));
  return new Response(page.body, { headers });
}

function keptPage(request: Request): Promise<Response | undefined> {
  const isGame = request.url.startsWith(`${scope.registration.scope}game/`);
  return isGame ? gamePage() : stored(new Request(scope.registration.scope));
}

async function networkFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const page = (await stored(request)) ?? (await keptPage(request));
    if (page) return page;
    throw error;
  }
}

async function storeFirst(request: Request): Promise<Response> {
  const found = await stored(request);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok && isLater(request.url)) await (await caches.open(STORE)).put(request, response.clone());
  return response;
}

/** Focuses an open page, or opens a new one. A message about a game leads to that game. */
async function focusPage(game: string | undefined): Promise<void> {
  const [open] = await scope.clients.matchAll({ type: "window" });
  const address = scope.registration.scope + (game === undefined ? "" : `game/${game}`);
  const focused = await (open ? open.focus() : scope.clients.openWindow(address));
  if (open && focused && game !== undefined) await focused.navigate(address);
}

/**
 * The server sends only while no page is connected, and a connected page that is hidden notifies by itself. A message that was
 * on its way when a page was opened is not shown: the page is in view. The tag replaces an older message about the same game.
 */
async function show({ game, body, language }: Message): Promise<void> {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some(({ visibilityState }) => visibilityState === "visible")) return;
  await scope.registration.showNotification("Fourfall", { body, lang: language, tag: game, data: { game } });
}

/** The push service has given the device another address: the server must know it. Without an account a page does so later. */
async function resubscribe({ oldSubscription, newSubscription }: Changed): Promise<void> {
  const account = await readPushAccount();
  if (!account) return;
  const address = `${scope.registration.scope}api/push`;
  const send = (path: string, body: object): Promise<Response> => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${account.token}` };
    return fetch(address + path, { method: "POST", headers, body: JSON.stringify(body) });
  };
  const { publicKey } = (await (await fetch(address)).json()) as { publicKey: string };
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = newSubscription ?? (await scope.registration.pushManager.subscribe(options));
  await send("", { ...subscription.toJSON(), language: account.language });
  if (oldSubscription) await send("/delete", { endpoint: oldSubscription.endpoint });
}

scope.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});
scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(resubscribe(event)));

scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(focusPage(event.notification.data?.game));
});
scope.addEventListener("message", (event) => {
  if (event.data === TAKE_OVER) event.waitUntil(scope.skipWaiting());
});
scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(forgetOldVersions()));
scope.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const isOurs = event.request.method === "GET" && event.request.url.startsWith(scope.registration.scope);
  if (!isOurs || /^\/(api|socket\.io|engine\.io|healthz|readyz|metrics)\b/.test(url.pathname)) return;
  event.respondWith(event.request.mode === "navigate" ? networkFirst(event.request) : storeFirst(event.request));
});
