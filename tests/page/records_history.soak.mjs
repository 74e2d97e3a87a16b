// A history of two thousand games is as fast as one of twenty: it loads page by page, and only visible rows are drawn.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { useBrowser } from './browser.mjs';
import { atOnce, People } from './records_people.mjs';

// The tests fill a database with many requests from one address; its durability does not matter.
Object.assign(process.env, { FOURFALL_LIMITS: 'off', FOURFALL_DURABILITY: 'normal' });

const { shared, useVisit } = useBrowser();
const HISTORY = 2000;
const rich = {};
const richMemory = {};
const records = (v) => v.page.locator('.records');

async function giveLongHistory() {
  const people = new People(shared.server.address);
  Object.assign(rich, (await people.guests('Rich', 'First')).x);
  await atOnce(Array.from({ length: HISTORY }, (_, i) => i), 24, async (i) => {
    const body = { players: [{ kind: 'me' }, { kind: 'guest', name: i % 100 === 7 ? `Rare ${i}` : `Player ${i}` }] };
    const { game } = await people.ask('POST', 'api/games', { body, token: rich.token, status: 201 });
    await people.resign(game.gameId, rich);
  });
  Object.assign(richMemory, { 'fourfall.online.token': rich.token, 'fourfall.online.name': 'Rich' });
}

describe('a history of two thousand games', () => {
  before(giveLongHistory);
  const v = useVisit({ viewport: { width: 700, height: 600 }, storage: richMemory, expected: /ERR_ABORTED/ });

  test('is scrolled to its end, page by page', async () => {
    await v.page.evaluate((playerId) => (globalThis.fourfall.screen.value = { kind: 'games', playerId }), rich.playerId);
    await records(v).locator('.gamerow').nth(49).waitFor({ state: 'attached' });
    assert.ok((await records(v).locator('.gamerow').count()) < 200, 'not all at once');
    await v.page.evaluate(async (deadline) => {
      const middle = document.querySelector('.screen .middle');
      const until = performance.now() + deadline;
      while (!/\d/.test(document.querySelector('.records > .note').textContent)) {
        if (performance.now() > until) throw new Error(`only ${document.querySelectorAll('.gamerow').length} games`);
        middle.scrollTop = middle.scrollHeight;
        await new Promise(requestAnimationFrame);
      }
    }, 240_000);
    assert.equal(await records(v).locator('.gamerow').count(), HISTORY);
    const ids = await records(v).locator('.gamerow a').evaluateAll((all) => all.map((link) => link.href));
    assert.equal(new Set(ids).size, HISTORY, 'each game once');
  });

  test('draws only the visible rows', async () => {
    const drawn = await records(v).locator('.gamerow a').evaluateAll((all) => all.filter((link) => link.checkVisibility({ contentVisibilityAuto: true })).length);
    assert.ok(drawn > 0 && drawn < 200, `${drawn} of ${HISTORY} rows are rendered`);
  });

  test('is searched', async () => {
    await records(v).getByLabel('Opponent').fill('rare');
    await v.page.locator('.records [role=status]', { hasText: `${HISTORY / 100} games` }).waitFor();
  });
});
