// Pure functions of the records panels: scales, percentages, queries, game records, refusals, password hints.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundle, randoms } from './bundle.mjs';

const { scaleOf, spotsOf, heightOf, curvePath, percents } = await bundle('records/scale.ts');
const { gamesPath, leadersPath, anyGame, query } = await bundle('records/query.ts');
const { layersOf } = await bundle('core/layers.ts');
const { recordOf, colourOf } = await bundle('online/record.ts');
const { outcomeOf } = await bundle('records/outcome.ts');
const { refusalOf } = await bundle('online/api.ts');
const { strengthOf } = await bundle('records/strength.ts');
const { reviewable, meanOf } = await bundle('records/accuracy.ts');
const { Feed } = await bundle('records/requests.ts');
const { signed } = await bundle('ui/records/ratinggraph.tsx');
const { embedCode } = await bundle('ui/records/links.tsx');
const { circles } = await bundle('ui/kit/thumb.tsx');

describe('the scale of a rating graph', () => {
  test('contains every value and has few, round grid lines', () => {
    const random = randoms(7);
    for (let i = 0; i < 500; i++) {
      const values = Array.from({ length: 1 + Math.floor(random() * 40) }, () => Math.round(200 + random() * 2800));
      const { low, high, ticks } = scaleOf(values);
      assert.ok(low <= Math.min(...values) && Math.max(...values) <= high, `${low}..${high} for ${values}`);
      assert.ok(high > low && ticks.length >= 2 && ticks.length <= 7, `${ticks}`);
      assert.deepEqual([ticks[0], ticks.at(-1)], [low, high]);
      const step = ticks[1] - ticks[0];
      assert.ok(ticks.every((tick) => tick % step === 0), `${ticks}`);
    }
  });

  test('does not magnify small changes', () => {
    const { low, high } = scaleOf([1500, 1501]);
    assert.ok(high - low >= 40, `${low}..${high}`);
  });

  test('spaces games evenly, centres a single one, and puts higher ratings higher', () => {
    const scale = scaleOf([1400, 1600]);
    const [first, second] = spotsOf([1400, 1600], scale, 100, 50);
    assert.deepEqual([first.x, second.x], [0, 100]);
    assert.ok(first.y > second.y);
    assert.equal(spotsOf([1500], scaleOf([1500]), 100, 50)[0].x, 50);
    assert.equal(heightOf(scale.low, scale, 50), 50);
    assert.equal(curvePath([first, second]).match(/[ML]/g).join(''), 'ML');
  });
});

describe('percentages', () => {
  test('add up to 100 after rounding', () => {
    const random = randoms(3);
    for (let i = 0; i < 500; i++) {
      const parts = [0, 0, 0].map(() => Math.floor(random() * 30));
      const sum = percents(parts).reduce((a, b) => a + b, 0);
      assert.equal(sum, parts.some(Boolean) ? 100 : 0, `${parts}`);
    }
    assert.deepEqual(percents([1, 1, 1]), [34, 33, 33]);
    assert.deepEqual(percents([0, 0, 0]), [0, 0, 0]);
  });

  test('a change has its sign', () => {
    assert.deepEqual([12, 0, -7].map(signed), ['+12', '±0', '−7']);
  });
});

describe('a query string', () => {
  test('leaves out empty fields', () => {
    assert.equal(gamesPath('abc', anyGame, 50, null), 'api/games?player=abc&status=completed&limit=50');
    assert.equal(query('api/x', {}), 'api/x');
  });

  test('escapes typed text', () => {
    const path = gamesPath('abc', { ...anyGame, opponent: ' a&status=x#%/é ' }, 5, 'c-1');
    const asked = new URL(path, 'http://localhost/').searchParams;
    assert.deepEqual([asked.get('opponent'), asked.getAll('status'), asked.get('cursor')], ['a&status=x#%/é', ['completed'], 'c-1']);
  });

  test('has no result filter for running games', () => {
    const asked = new URL(gamesPath('abc', { ...anyGame, state: 'running', result: 'won' }, 5, null), 'http://localhost/').searchParams;
    assert.deepEqual([asked.get('status'), asked.get('result')], ['in_progress', null]);
  });

  test('names the board and the order of leaders', () => {
    assert.equal(leadersPath({ by: 'wins', board: 'cube' }, 50, null), 'api/leaders?by=wins&class=cube&limit=50');
  });
});

const entry = (more = {}) => ({
  gameId: 'g', players: [{ id: 'a', name: 'Ann' }, { id: 'b', name: 'Bob' }], status: 'completed', winner: 'b', version: 7, updatedAt: 'u',
  metadata: { board: [[null, 'red'], ['yellow', 'red']], size: '7x6', moves: '1212' }, ...more,
});

describe('a game record', () => {
  test('gives the outcome for each of its players', () => {
    const game = recordOf(entry());
    assert.deepEqual([game.winner, outcomeOf(game, 'a'), outcomeOf(game, 'b'), colourOf(game, 'x')], [1, 'lost', 'won', null]);
    assert.equal(outcomeOf(recordOf(entry({ winner: 'a' })), 'a'), 'won');
    assert.equal(outcomeOf(recordOf(entry({ winner: null })), 'a'), 'drawn');
    assert.equal(outcomeOf(recordOf(entry({ status: 'in_progress', winner: null })), 'a'), 'running');
    assert.equal(outcomeOf(recordOf(entry({ winner: null, reason: 'cancelled' })), 'a'), 'cancelled');
  });

  test('has its discs layer by layer', () => {
    assert.deepEqual(layersOf([[null, 'red'], ['yellow', 'red']]), [[[2, 0], [1, 0]]]);
    assert.deepEqual(layersOf([[['red', null]], [['yellow', null]]]), [[[0, 2]], [[1, 2]]]);
    assert.deepEqual([0, 1, 2].map((content) => circles([[[2, 0], [1, 0], [0, 0]]], content).match(/M/g).length), [4, 1, 1]);
  });

  test('accepts missing fields', () => {
    const { reason, isRated, at } = recordOf(entry());
    assert.deepEqual([reason, isRated, at], [null, false, 'u']);
    const later = recordOf(entry({ finishedAt: 'f', rated: true, reason: 'time' }));
    assert.deepEqual([later.reason, later.isRated, later.at], ['time', true, 'f']);
    assert.deepEqual(recordOf(entry({ players: [{ id: 'a', name: 'Ann' }], winner: null })).players[1], null);
  });

  test('can be reviewed if it is classic, over, and the player has moved', () => {
    const games = [entry(), entry({ version: 1 }), entry({ version: 0 }), entry({ status: 'in_progress' }), entry({ metadata: { board: [], size: '5x5x5', moves: '' } })].map(recordOf);
    assert.deepEqual([reviewable(games, 'a').length, reviewable(games, 'b').length, reviewable(games, 'x').length], [2, 1, 0]);
    assert.deepEqual([meanOf([]), meanOf([90, 91])], [null, 91]);
  });
});

describe('a refusal of the REST API', () => {
  const response = (headers = {}) => ({ headers: new Headers(headers) });

  test('keeps its code and how long to wait, but not the sentence of the server', () => {
    const refusal = refusalOf(response({ 'retry-after': '7' }), { error: { code: 'slow-down', message: 'Slow down a little' } });
    assert.deepEqual(refusal, { code: 'slow-down', retryAfterS: 7 });
  });

  test('without a code is a bad answer', () => {
    for (const value of [null, 'text', {}, { error: null }, { error: { code: 7 } }]) assert.equal(refusalOf(response(), value).code, 'bad-answer');
    assert.equal(refusalOf(response({ 'retry-after': 'soon' }), null).retryAfterS, undefined);
  });
});

describe('a feed', () => {
  const answers = (...pages) => async () => pages.shift();
  const page = (items, next) => ({ ok: true, value: { items, next } });

  test('skips empty pages', async () => {
    const feed = new Feed(answers(page([], 'a'), page([], 'b'), page([1, 2], 'c'), page([3], null)));
    await feed.more();
    assert.deepEqual([feed.items.value, feed.isComplete.value], [[1, 2], false]);
    await feed.more();
    assert.deepEqual([feed.items.value, feed.isComplete.value], [[1, 2, 3], true]);
  });

  test('keeps its items when a page fails, and asks for that page again', async () => {
    const cursors = [];
    const pages = [page([1], 'a'), { ok: false, refusal: { code: 'unreachable' } }, page([2], null)];
    const feed = new Feed(async (cursor) => (cursors.push(cursor), pages.shift()));
    await feed.more();
    await feed.more();
    assert.deepEqual([feed.items.value, feed.refusal.value.code], [[1], 'unreachable']);
    await feed.more();
    assert.deepEqual([feed.items.value, feed.refusal.value, cursors], [[1, 2], null, [null, 'a', 'a']]);
  });

  test('asks once for concurrent calls, and takes nothing after it was left', async () => {
    let asked = 0;
    const feed = new Feed(async () => (asked++, page([1], null)));
    await Promise.all([feed.more(), feed.more()]);
    assert.equal(asked, 1);
    const left = new Feed(async () => page([1], null));
    const late = left.more();
    left.leave();
    await late;
    assert.deepEqual(left.items.value, []);
  });
});

describe('the strength of a password', () => {
  test('grows with length and variety', () => {
    const hints = ['', 'short', 'aaaaaaaa', 'abcdefgh', 'password', 'annika77', 'tr4ffic-light', 'correct horse battery'].map((one) => strengthOf(one, 'annika'));
    assert.deepEqual(hints, ['short', 'short', 'weak', 'weak', 'weak', 'weak', 'good', 'good']);
    assert.equal(strengthOf('gardenchair', ''), 'fair');
    for (const easy of ['Password1!?', 'abcdefghijklm', 'aaaaaaaaaaaaaa', '98765432109876']) assert.equal(strengthOf(easy, ''), 'weak', easy);
  });

  test('counts characters, not bytes', () => {
    assert.equal(strengthOf('äöüßéàè', ''), 'short');
    assert.equal(strengthOf('🎲🎯🎮🎻🎺🎷', ''), 'short');
  });
});

test('the HTML to embed a game is one iframe with its address', () => {
  globalThis.document = { baseURI: 'https://example.org/play/' };
  assert.equal(embedCode('0ysswjdgkxgef', 'Fourfall'),
    '<iframe src="https://example.org/play/embed/0ysswjdgkxgef" width="480" height="480" title="Fourfall" loading="lazy" allowfullscreen></iframe>');
});
