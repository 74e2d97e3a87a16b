// The documentation site in Chromium, in a folder of a host that only has files: it is readable on a phone, and its game starts.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findings } from './axe.mjs';
import { FLAT, launch, path, PHONE } from './browser.mjs';
import { openPage, serveFolders } from './npm_page.mjs';

describe('the site below a folder of a static host', () => {
  let folder, server, browser, page, complaints;
  const asked = [];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fourfall-site-'));
    execFileSync('node', [path('tools/site/site.mjs'), join(folder, 'site')]);
    server = await serveFolders({ '': join(folder, 'nothing'), sub: join(folder, 'site') });
    browser = await launch(FLAT);
    ({ page, complaints } = await openPage(browser, `${server.address}sub/`));
    page.on('request', (request) => asked.push(request.url()));
    await page.setViewportSize(PHONE);
  });
  after(async () => {
    await browser?.close();
    server?.stop();
    rmSync(folder, { recursive: true });
  });

  test('no page scrolls sideways on a phone, and axe finds nothing, light and dark', async () => {
    for (const name of ['index.html', 'docs/operations.html']) {
      await page.goto(`${server.address}sub/${name}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, name);
    }
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await findings({ page }), [], colorScheme);
    }
  });

  test('its game starts, without a server', async () => {
    await page.goto(`${server.address}sub/index.html`);
    await page.getByRole('link', { name: 'Play now' }).click();
    await page.getByRole('button', { name: /^Two players/ }).waitFor();
    assert.equal(await page.getByRole('button', { name: /^(Play online|Invite a friend)/ }).count(), 0, 'nothing online is offered');
    await page.getByRole('button', { name: /^Two players/ }).click();
    await page.getByRole('button', { name: /^Column 4/ }).click();
    await page.waitForFunction(() => document.querySelector('.turn p')?.textContent === "Player 2's Turn");
  });

  test('nothing was asked of another host or folder, and nothing was missing', () => {
    assert.deepEqual(asked.filter((address) => !address.startsWith(`${server.address}sub/`) && !/^(blob|data):/.test(address)), []);
    assert.deepEqual([server.missing, complaints], [[], []]);
  });
});
