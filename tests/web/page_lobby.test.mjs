// The lobby without a browser: signs of life, the question for a name, a computer game while an opponent is searched. The page's
// controller and online model, and the real server.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '../e2e/server_process.mjs';
import { LIVE, online, seated, usePeople } from './page_people.mjs';
import { until } from './until.mjs';

const { host, person } = await usePeople();
const CUBE = { board: '5x5x5', clock: { kind: 'none' }, isRated: false };

/** A wish that no other test has. */
let boards = 3;
const ownWish = () => ({ ...LIVE, board: `9x${boards++}` });
const load = (page) => page.app.loadOnline();

describe('signs of life', () => {
  test('say who is online, what is waited for, and which public games are played', async () => {
    const [a, b] = [await person(), await person()];
    assert.equal(await (await load(a)).joinQueue(CUBE), null);
    const model = await load(b);
    assert.equal(await model.connect(), null);
    const life = await eventually(async () => {
      await model.refreshLife();
      return model.life.peek();
    }, (now) => now?.online === 2 && now.kinds.length === 1, 'signs of life');
    assert.deepEqual(life.kinds, [{ wish: CUBE, waiting: 1, typicalMs: null }]);
  });
});

describe('a name', () => {
  const asked = (page) => until(online(page).isNameAsked, Boolean, 'the question');

  test('is asked for before the first game, and once only', async () => {
    const a = await person({ isNamed: false });
    const model = await load(a);
    const joined = model.joinQueue(ownWish());
    await asked(a);
    assert.equal(model.waiting.peek(), null, 'the game waits for the name');
    assert.equal((await model.answerName('x'.repeat(21), true)).code, 'bad-name');
    assert.equal(model.isNameAsked.peek(), true, 'a refused name is asked for again');
    assert.equal(await model.answerName('  Brave   Otter ', true), null);
    assert.equal(await joined, null);
    assert.equal(model.me.peek().name, 'Brave Otter', 'cleaned by the server');
    model.leaveQueue();
    const again = await a.reload();
    assert.equal(await (await load(again)).joinQueue(ownWish()), null);
    assert.equal(online(again).me.peek().name, 'Brave Otter');
  });

  test('that was skipped is not asked for again, even if the server did not take the suggestion', async () => {
    const a = await person({ isNamed: false });
    const model = await load(a);
    const joined = model.joinQueue(ownWish());
    await asked(a);
    assert.equal(await model.answerName('x'.repeat(21), false), null);
    assert.equal(await joined, null);
    model.leaveQueue();
    void model.joinQueue(ownWish());
    const isDone = () => model.waiting.peek() !== null || model.isNameAsked.peek();
    await eventually(() => new Promise(setImmediate).then(isDone), Boolean, 'the search or the question');
    assert.equal(model.isNameAsked.peek(), false);
    assert.match(model.me.peek().name, /^Guest /);
  });

  test('is asked of a friend who comes by a link', async () => {
    const a = await person();
    assert.equal(await (await load(a)).invite(LIVE, 'X', false), null);
    const b = person({ isNamed: false, below: `?join=${online(a).invitation.peek().code}` });
    const isAsked = () => Boolean(host.pages.at(-1).app?.online.peek()?.isNameAsked.peek());
    await eventually(() => new Promise(setImmediate).then(isAsked), Boolean, 'the question');
    const opened = host.pages.at(-1);
    assert.equal(await online(opened).answerName('Ida', true), null);
    await Promise.all([seated(a), seated(await b)]);
    assert.equal(a.app.remote.peek().names[1], 'Ida');
  });

  test('that was only suggested gives way to the login of an account; a chosen one stays', async () => {
    for (const [isOwn, login, expected] of [[false, 'otter-77', 'otter-77'], [true, 'otter-78', 'Brave Otter']]) {
      const a = await person({ isNamed: false });
      const model = await load(a);
      const joined = model.joinQueue(ownWish());
      await asked(a);
      await model.answerName('Brave Otter', isOwn);
      await joined;
      model.leaveQueue();
      const made = await model.api.post('api/account', { login, password: 'correct horse battery' });
      assert.equal(made.ok, true, JSON.stringify(made));
      assert.equal(await model.useToken(model.token()), null);
      await until(model.me, (me) => me?.login === login && me.name === expected, `the name ${expected}`);
    }
  });

  test('is not asked for when watching or reading', async () => {
    const a = await person({ isNamed: false });
    const model = await load(a);
    assert.equal((await model.watch('0000000000000'))?.code, 'no-such-game');
    assert.equal(model.isNameAsked.peek(), false);
  });
});

describe('a computer game while an opponent is searched', () => {
  test('keeps the place in the queue; the match comes over it, and the game is kept', async () => {
    const [a, b] = [await person(), await person()];
    const wish = ownWish();
    assert.equal(await (await load(a)).joinQueue(wish), null);
    a.app.start({ mode: 'cpu', first: 'you' });
    await a.phase('turn');
    a.app.drop(3);
    await a.ply(2);
    const text = a.at.notation;
    assert.notEqual(online(a).waiting.peek(), null);
    assert.equal(await (await load(b)).joinQueue(wish), null);
    for (const p of [a, b]) await until(online(p).match, (match) => match !== null, 'a match');
    assert.equal(a.at.notation, text, 'the match is only a question');
    for (const p of [a, b]) online(p).confirmMatch();
    await Promise.all([seated(a), seated(b)]);
    assert.equal(a.at.notation, '9x3:'.replace('9x3', wish.board));
    await until(a.app.saved, (saved) => saved.some((game) => game.text === text), 'the saved game');
  });

  test('goes on when the search is given up', async () => {
    const a = await person();
    assert.equal(await (await load(a)).joinQueue(ownWish()), null);
    a.app.start({ mode: 'cpu', first: 'you' });
    await a.phase('turn');
    online(a).leaveQueue();
    assert.equal(online(a).waiting.peek(), null);
    a.app.drop(3);
    await a.ply(2);
  });
});

describe('a player who misses matches', () => {
  let minutes = 31;
  const slowWish = () => ({ ...LIVE, clock: { ...LIVE.clock, initialMs: minutes++ * 60_000 } });

  test('is told how long the queue stays closed, also after a reload', async () => {
    const [a, b] = [await person(), await person()];
    const [one, two] = [await load(a), await load(b)];
    for (const missed of [1, 2]) {
      const wish = slowWish();
      assert.equal(await one.joinQueue(wish), null, `match ${missed}`);
      assert.equal(await two.joinQueue(wish), null);
      await Promise.all([one, two].map((model) => until(model.match, Boolean, 'a match')));
      assert.equal(one.opensAt.peek(), 0);
      two.declineMatch();
      await until(one.match, (match) => match === null, 'the end of the match');
      one.leaveQueue();
    }
    await until(two.opensAt, Boolean, 'the wait');
    assert.equal(one.opensAt.peek(), 0);
    const refusal = await two.joinQueue(slowWish());
    assert.equal(refusal.code, 'queue-wait');
    assert.ok(refusal.waitMs > 0 && refusal.waitMs <= 30_000);
    const again = await load(await b.reload());
    assert.equal((await again.joinQueue(slowWish())).code, 'queue-wait');
    assert.ok(again.opensAt.peek() > 0);
  });
});

describe('a rated game with a friend', () => {
  test('is refused to a guest who joins, with a way to an account', async () => {
    const a = await person();
    const model = await load(a);
    assert.equal(await model.connect(), null);
    const rated = { ...LIVE, isRated: true };
    assert.equal((await model.invite(rated, 'X', false)).code, 'rated-account');
    assert.ok((await model.api.post('api/account/recovery', {})).ok);
    assert.equal(await model.invite(rated, 'X', false), null);
    const guest = await load(await person());
    assert.equal((await guest.join(model.invitation.peek().code)).code, 'rated-account');
    const visitor = await person({ below: `?join=${model.invitation.peek().code}` });
    await until(visitor.app.screen, (screen) => screen?.kind === 'account', 'the way to an account');
    assert.equal(visitor.app.message.peek().key, 'refusal.rated-account');
    assert.ok((await online(visitor).api.post('api/account/recovery', {})).ok);
    assert.equal(await online(visitor).join(model.invitation.peek().code), null);
    await Promise.all([seated(a), seated(visitor)]);
  });
});
