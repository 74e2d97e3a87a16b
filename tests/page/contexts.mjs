// Browser contexts that visits use one after another. A new context costs a second of CPU time, mostly for code that is compiled
// again. A new page and empty storage keep the visits apart.

/** Removes what outlives a page in its context. */
async function empty(context, origin) {
  for (const page of context.pages()) await page.close();
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await cdp.detach();
  await context.clearCookies();
  await context.clearPermissions();
  await context.setOffline(false);
  return page;
}

export class Contexts {
  spare = new Map();

  constructor(browser) {
    this.browser = browser;
  }

  /** A context with these options, and a new page in it. */
  async take(options) {
    const found = this.spare.get(JSON.stringify(options))?.pop();
    if (found) return found;
    const context = await this.browser.newContext(options);
    return { context, page: await context.newPage() };
  }

  /** Gives a context back. One whose service worker controls the page is not used again. */
  async give(context, options, origin, scripts) {
    if (options.serviceWorkers !== 'block') return context.close();
    for (const script of scripts) await script.dispose();
    context.removeAllListeners();
    const key = JSON.stringify(options);
    const found = { context, page: await empty(context, origin) };
    this.spare.set(key, [...(this.spare.get(key) ?? []), found]);
  }
}
