// The service worker: keeps one version of the page's files, whole, and serves them without a
// network. Files with a content hash never change, so they are taken from the store first; the page
// itself is asked of the network first, so that a new version arrives with the next visit.

/** Put in by the build: every file of this version, and a name for all of them together. */
declare const KEEP: { version: string; files: string[] };

interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

const scope = self as unknown as {
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { scope: string };
};
const STORE = `fourfall-${KEEP.version}`;

async function install(): Promise<void> {
  const store = await caches.open(STORE);
  await store.addAll(KEEP.files.map((name) => new Request(name, { cache: "no-cache" })));
  await scope.skipWaiting();
}

async function forgetOldVersions(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("fourfall-") && name !== STORE).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

async function stored(request: Request): Promise<Response | undefined> {
  const store = await caches.open(STORE);
  return store.match(request, { ignoreSearch: true, ignoreVary: true });
}

async function networkFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const page = (await stored(request)) ?? (await stored(new Request(scope.registration.scope)));
    if (page) return page;
    throw error;
  }
}

async function storeFirst(request: Request): Promise<Response> {
  return (await stored(request)) ?? fetch(request);
}

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(forgetOldVersions()));
scope.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const isOurs = event.request.method === "GET" && event.request.url.startsWith(scope.registration.scope);
  if (!isOurs || /^\/(api|socket\.io|engine\.io|healthz|readyz|metrics)\b/.test(url.pathname)) return;
  event.respondWith(event.request.mode === "navigate" ? networkFirst(event.request) : storeFirst(event.request));
});
