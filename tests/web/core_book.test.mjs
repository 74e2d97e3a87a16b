// The opening book reaches every worker that searches, however busy it was when the book came. Without the book the
// computer's reply to "31" is cut off after its two seconds and wrong; with it, it is exact and takes milliseconds.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { within } from '../e2e/websocket_client.mjs';
import { bundle } from './bundle.mjs';
import { useCore, workers } from './core_host.mjs';

const { Core, Cancelled } = await bundle('core/client.ts');
const host = await useCore();

const OPENING = '31';
const EXACT = 3;
const reply = (core, text = OPENING) => core.choose({ text, level: 'perfect', style: 'balanced', seed: 1n, limitMs: 5000 });

/** Each worker that was started for a search has had the book before its last request. */
function assertEquipped(started) {
  for (const { sent } of started.filter(({ isEnded }) => !isEnded))
    assert.ok(sent.findIndex((message) => message.help === 'book') > 0 && 'request' in sent.at(-1), JSON.stringify(sent.map(Object.keys)));
}

describe('a core whose book has not come yet', () => {
  let core;
  let before;
  beforeEach(async () => {
    before = workers.length;
    core = await Core.load(host.files);
  });
  const started = () => workers.slice(before);

  test('ends the reply under way with the book as soon as that is there', async () => {
    const column = reply(core);
    host.book.open();
    await core.loadBook();
    assert.equal(await within(column, 'a reply'), EXACT);
    assertEquipped(started());
  });

  test('gives a worker the book that was idle when it came', async () => {
    await reply(core, '112233');
    await core.loadBook();
    assert.equal(await within(reply(core), 'a reply'), EXACT);
    assert.equal(started().length, 1, 'an idle worker keeps what it knows');
    assertEquipped(started());
  });

  test('gives the book to a worker that replaces one', async () => {
    const first = reply(core);
    await core.loadBook();
    core.stopChoosing();
    await first.catch((error) => assert.ok(error instanceof Cancelled));
    const second = reply(core);
    const third = reply(core);
    await assert.rejects(second, Cancelled);
    assert.equal(await within(third, 'a reply'), EXACT);
    assertEquipped(started());
  });

  test('does not begin a search again that the book cannot help', async () => {
    const column = core.choose({ text: '5x5x5:mm', level: 'perfect', style: 'balanced', seed: 1n, limitMs: 300 });
    await core.loadBook();
    await within(column, 'a reply');
    assert.equal(started().length, 1);
  });

  test('scores an opening at once when the book comes, though the analyst was deep in it', async () => {
    const analysis = core.analyse(OPENING);
    await core.loadBook();
    const { bestColumns } = await within(analysis, 'the scores');
    assert.deepEqual(bestColumns, [EXACT]);
    assertEquipped(started());
  });

  test('reviews an opening with the book, whether it came before or after', async () => {
    const review = core.review('3156', true);
    await core.loadBook();
    assert.equal((await within(review, 'a review')).moves.length, 4);
    assert.equal((await within(core.review('3157', true), 'another review')).moves.length, 4);
    assertEquipped(started());
  });
});
