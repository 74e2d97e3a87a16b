// The cube's network (web/src/app/network.ts): fetched when it is of use, and not before; without it the game goes on.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { usePages } from './page_host.mjs';
import { until } from './until.mjs';

const host = await usePages();
const state = (page) => page.app.network.peek();
const given = (page) => page.workers.filter(({ sent }) => sent.some(({ help }) => help === 'network')).length;

describe('the network of the cube', () => {
  let page;
  beforeEach(async () => {
    Object.assign(host.network, { asked: 0, isMissing: false });
    page = await host.page();
  });
  const start = (setup) => page.start({ mode: 'cpu', board: '5x5x5', level: 'hard', style: 'balanced', first: 'you', ...setup });

  for (const [what, setup] of [
    ['two people', { mode: 'two' }],
    ['the easy computer', { level: 'easy' }],
    ['the classic board', { board: '7x6' }],
    ['another cube', { board: '4x4x4' }],
  ])
    test(`is not fetched for ${what}`, async () => {
      await start(setup);
      assert.deepEqual([host.network.asked, state(page)], [0, 'none']);
    });

  for (const level of ['medium', 'hard', 'perfect'])
    test(`is fetched once to play against ${level}, and reaches its worker`, async () => {
      await start({ level });
      await until(page.app.network, (now) => now === 'ready', 'the network');
      page.app.drop(12);
      await page.ply(2);
      await start({ level });
      assert.equal(host.network.asked, 1);
      assert.ok(given(page) > 0);
    });

  test('is fetched for an analysis, a hint and a review of two people', async () => {
    await page.openGame('5x5x5:mg');
    assert.equal(host.network.asked, 0);
    page.app.change({ scores: true });
    await until(page.app.network, (now) => now === 'ready', 'the network');
    await until(page.app.estimate, Boolean, 'an estimate');
    assert.equal(host.network.asked, 1);
  });

  test('that cannot be fetched is no message: the computer plays on, and the next game tries again', async () => {
    host.network.isMissing = true;
    await start();
    await until(page.app.network, (now) => now === 'missing', 'the failure');
    page.app.drop(12);
    await page.ply(2);
    assert.deepEqual([page.said.filter((key) => key.startsWith('message.core')), host.network.asked], [[], 1]);
    host.network.isMissing = false;
    page.app.leave();
    await start();
    await until(page.app.network, (now) => now === 'ready', 'the network');
  });

  test('is not used by a computer longer than a second', async () => {
    await start({ level: 'perfect' });
    page.app.drop(12);
    await page.ply(2);
    assert.equal(page.requests('choose').at(-1).limitMs, 950);
  });
});
