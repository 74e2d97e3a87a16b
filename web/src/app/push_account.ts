// What the service worker needs to subscribe again while no page is open: it cannot read the page's storage, but both have
// the browser's caches. It holds no more than the page's storage does.

/** Not one of the names that hold versions of the page: those are deleted when they are old. */
const STORE = "push-account";
/** No file has this name. */
const PLACE = "push-account.json";

export interface PushAccount {
  readonly token: string;
  readonly language: "en" | "de";
}

export async function keepPushAccount(account: PushAccount | null): Promise<void> {
  if (!("caches" in globalThis)) return;
  if (account === null) await caches.delete(STORE);
  else await (await caches.open(STORE)).put(PLACE, new Response(JSON.stringify(account)));
}

export async function readPushAccount(): Promise<PushAccount | null> {
  const kept = await (await caches.open(STORE)).match(PLACE);
  return kept ? ((await kept.json()) as PushAccount) : null;
}
