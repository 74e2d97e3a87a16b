// Analyses and reviews over REST: the same objects as those of `fourfall analyse` and `fourfall review`, and what is refused.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { makeHome, PROGRAM } from './players.mjs';
import { assertAnswered, post, refused, setServer } from './rest_client.mjs';

const CUBE = '5x5x5', FAR = 'mghrqinlhlwwaayy'; // a line of the cube with proven columns and others
let home, server;

before(async () => {
  home = makeHome();
  server = setServer(await home.serve(home.newData(), '--think', '60000'));
});
after(async () => {
  await server.stop();
  assert.equal(server.err, '');
  home.remove();
});

const toldBy = (...args) => JSON.parse(execFileSync(PROGRAM, args, { encoding: 'utf8' }));
const told = (command, board, moves) => toldBy(command, '--json', '--board', board, moves);
async function answered(request, board, moves) {
  const { status, body } = await post(`/api/${request}`, { board, moves });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
/** A table that other searches have filled changes the number of nodes, and which of several best lines is shown. */
const withoutWork = ({ nodes, ...rest }) => rest;

describe('an analysis', () => {
  test('of the classic board has exact scores', async () => {
    const analysis = await answered('analysis', '7x6', '57256333234527577');
    assert.deepEqual(withoutWork(analysis), withoutWork(told('analyse', '7x6', '57256333234527577')));
    assert.deepEqual([analysis.result, analysis.best], ['loss', [1]]);
  });

  test('of the cube has proofs and estimates', async () => {
    const analysis = await answered('analysis', CUBE, FAR);
    assert.deepEqual(analysis, told('analyse', CUBE, FAR));
    assert.equal(analysis.complete, true);
    assert.ok(analysis.columns.some(({ proven }) => proven), 'a proven column');
  });

  test('needs no token and no body: it is that of the empty classic board', async () => {
    const { status, body } = await post('/api/analysis');
    assert.deepEqual([status, body.board, body.winnerMoves, body.best], [200, '7x6', 21, [3]]);
  });
});

describe('a review', () => {
  test('of the classic board is exact', async () =>
    assert.deepEqual(withoutWork(await answered('review', '6x4', '1122336')), withoutWork(told('review', '6x4', '1122336'))));

  test('of the cube is estimated, and proven where it can be', async () => {
    const review = await answered('review', CUBE, 'mgmgmgm');
    assert.deepEqual(review, told('review', CUBE, 'mgmgmgm'));
    assert.deepEqual([review.status, review.judgements.at(-1).proven, review.judgements[5].verdict], ['won', true, 'missed block']);
  });
});

describe('a variant', () => {
  test('is analysed by its own rules: the search is not exact, and says so', async () => {
    const { body } = await post('/api/analysis', { variant: 'popout', pie: true, board: '4x4c3', moves: '11322114' });
    assert.deepEqual(body, toldBy('analyse', '--json', '4x4c3-popout-pie:11322114'));
    assert.deepEqual([body.exact, body.proven, body.options[0].move, body.options[0].withinPlies], [false, true, '-1', 1]);
    const { body: empty } = await post('/api/analysis', { variant: 'misere', board: '4x4c3' });
    assert.deepEqual([empty.moves, empty.turn, empty.player], ['', 'red', 0]);
  });

  test('is reviewed with its special moves', async () => {
    // A small board: the server thinks at a low priority, and the other tests leave little of a processor for that.
    const { body } = await post('/api/review', { variant: 'powerup', pie: true, board: '4x4c3', moves: '_1~12@4-1' });
    assert.deepEqual(body, toldBy('review', '--json', '4x4c3-powerup-pie:_1~12@4-1'));
    assert.deepEqual(body.judgements.map(({ move, player }) => [move, player]), [['_1', 0], ['~', 1], ['1', 0], ['2', 1], ['@4', 0], ['-1', 0]]);
    assert.deepEqual([body.exact, body.complete], [false, true]);
  });

  test('is refused with the reason', async () => {
    for (const request of ['analysis', 'review']) {
      const ask = (body) => post(`/api/${request}`, body);
      refused(await ask({ variant: 'chess' }), 422, 'bad-variant');
      refused(await ask({ variant: 'popout', board: '7' }), 422, 'bad-board');
      const board = refused(await ask({ variant: 'five', board: '7x6' }), 422, 'variant-board');
      assert.match(board.body.error.message, /connects 5/);
      const illegal = refused(await ask({ variant: 'popout', moves: '44-4-4-4' }), 422, 'bad-moves');
      assert.equal(illegal.body.error.message, 'Move 5: The column has no disc of the right colour at its bottom');
      refused(await ask({ moves: '44-4' }), 422, 'bad-moves');
      for (const wrong of [{ variant: 3 }, { pie: 1 }, { variant: 'popout', moves: '4'.repeat(1025) }]) refused(await ask(wrong), 400, 'bad-request');
    }
    refused(await post('/api/analysis', { variant: 'misere', moves: '1213141' }), 409, 'game-over');
    refused(await post('/api/review', { variant: 'misere' }), 400, 'bad-request');
  });
});

test('a review that took too long is asked for again until it is complete', async () => {
  const hasty = await home.serve(home.newData(), '--think', '10');
  setServer(hasty);
  try {
    const game = { variant: 'popten', moves: '1234' }, judged = [];
    let body;
    do {
      ({ body } = await post('/api/review', game));
      judged.push(body.judgements.length);
      assert.ok(judged.length === 1 || judged.at(-1) > judged.at(-2), `${judged}`);
    } while (!body.complete);
    assert.ok(judged.length > 1, 'one request was enough');
    assert.deepEqual(body, toldBy('review', '--json', 'popten:1234'));
  } finally {
    setServer(server);
    await hasty.stop();
  }
});

describe('refused', () => {
  test('are other boards, illegal moves, and what is no game', async () => {
    for (const request of ['analysis', 'review']) {
      const ask = (body) => post(`/api/${request}`, body);
      for (const board of ['0x6', '7', '7x6c9', '99x99']) refused(await ask({ board }), 422, 'bad-board');
      const illegal = refused(await ask({ moves: '4444444' }), 422, 'bad-moves');
      assert.match(illegal.body.error.message, /^Move 7: /);
      refused(await ask({ moves: '48' }), 422, 'bad-moves');
      for (const wrong of [{ moves: 4 }, { moves: '4'.repeat(257) }, { board: '' }, { boards: '7x6' }, []]) refused(await ask(wrong), 400, 'bad-request');
    }
  });

  test('are an analysis of a game that is over, and a review without a move', async () => {
    refused(await post('/api/analysis', { moves: '1212121' }), 409, 'game-over');
    refused(await post('/api/review', { moves: '' }), 400, 'bad-request');
  });

  test('are too many of one address', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => post('/api/analysis', { board: '4x3', moves: '1122331' })));
    assert.ok(all.some(({ status }) => status === 200));
    const over = all.filter(({ status }) => status !== 200);
    assert.ok(over.length > 0);
    for (const answer of over) refused(answer, 429, 'slow-down');
  });
});

test('both were answered as documented', () => assertAnswered((template) => /^\/api\/(analysis|review)$/.test(template)));
