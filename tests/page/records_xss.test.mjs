// Two hundred payloads with markup or script in a name or a message (tests/data/xss.txt): every one that the server accepts
// is shown as plain text in lists, profiles, the embedded game, pictures and files, and never runs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { FLAT, path, useBrowser } from './browser.mjs';
import { atOnce, People, RATED } from './records_people.mjs';

Object.assign(process.env, { FOURFALL_LIMITS: 'off', FOURFALL_DURABILITY: 'normal', FOURFALL_COUNT_SAME_NETWORK: 'on' });

const { shared, useVisit } = useBrowser({ flags: FLAT });
const PAYLOADS = readFileSync(path('tests/data/xss.txt'), 'utf8').split('\n').slice(0, -1);
const WIN = [0, 1, 0, 1, 0, 1, 0];

/** Reports every way in which a payload could run. */
function listen() {
  globalThis.heard = [];
  globalThis.xss = (...words) => void globalThis.heard.push(words);
}

let people;
let seeding = null;
const victim = {};
const memory = {};
/** gameId, playerId and name of each payload that is a valid name. The page must show the name that the server stored. */
const named = [];
const refused = [];

const seed = () => (seeding ??= (async () => {
  people = new People(shared.server.address);
  const { gameId, x, o } = await people.rivals('Victim', 'Bystander');
  await people.play(gameId, x, o, WIN);
  Object.assign(victim, x);
  Object.assign(memory, { 'fourfall.online.token': x.token, 'fourfall.online.name': 'Victim' });
  await atOnce(PAYLOADS, 8, async (name) => {
    const body = { players: [{ kind: 'guest', name }, { kind: 'guest' }] };
    const answer = await fetch(`${people.address}api/games`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const value = await answer.json();
    if (answer.status !== 201) return void refused.push({ name, status: answer.status, code: value.error.code });
    const player = { ...value.seats[0], name: value.game.players[0].name };
    await people.enrol(player);
    const rated = await people.meet(player, victim, RATED);
    await people.play(rated, player, victim, WIN);
    named.push({ gameId: rated, playerId: player.playerId, token: player.token, name: player.name, payload: name });
  });
})());

test('the list has two hundred different payloads, and most are short enough for a name', () => {
  assert.equal(PAYLOADS.length, 200);
  assert.equal(new Set(PAYLOADS).size, 200);
  assert.ok(PAYLOADS.filter((text) => [...text].length <= 20).length > 150);
});

describe('in the page', () => {
  before(seed);
  const v = useVisit({ viewport: { width: 900, height: 700 }, storage: memory, spy: listen, expected: /ERR_ABORTED/ });
  const quiet = async () => assert.deepEqual(await v.page.evaluate(() => globalThis.heard), []);

  const show = async (screen) => {
    await v.page.evaluate((wanted) => (globalThis.fourfall.screen.value = wanted), screen);
    await v.page.waitForFunction((kind) => document.querySelector(`.records.${kind}`) && !document.querySelector('.records .shapes'), screen.kind);
  };

  /** The elements inside names, and any event handlers. */
  const strangers = () => v.page.evaluate(() => {
    const inNames = [...document.querySelectorAll('.records bdi *, .embed bdi *')].map((element) => element.tagName);
    const handled = [...document.querySelectorAll('.records *')].filter((element) => [...element.attributes].some(({ name, value }) => /^on/i.test(name) || /^\s*javascript:/i.test(value)));
    const foreign = document.querySelectorAll('.records :is(script, iframe, object, embed, img, link, style, meta, base, video, audio, marquee, math, template, slot, plaintext, xmp)');
    return [...inNames, ...handled.map((element) => element.outerHTML), ...[...foreign].map((element) => element.tagName)];
  });

  test('most payloads are accepted as names, the others are refused with a reason', () => {
    assert.ok(named.length > 140, `${named.length}`);
    for (const { name, status, code } of refused) assert.deepEqual([status, code], [422, 'bad-name'], name);
  });

  test('lists show each name as text', async () => {
    await show({ kind: 'games', playerId: victim.playerId });
    await v.page.evaluate(async (count) => {
      const middle = document.querySelector('.screen .middle');
      const until = performance.now() + 60_000;
      while (document.querySelectorAll('.gamerow').length < count) {
        if (performance.now() > until) throw new Error('the list does not end');
        middle.scrollTop = middle.scrollHeight;
        await new Promise(requestAnimationFrame);
      }
    }, named.length + 1);
    const seen = await v.page.locator('.gamerow .side bdi').allTextContents();
    for (const { name } of named) assert.ok(seen.includes(name), name);
    assert.deepEqual(await strangers(), []);
    await quiet();
  });

  test('so does the leaderboard', async () => {
    await show({ kind: 'leaders' });
    await v.page.getByRole('radio', { name: 'Wins' }).check();
    await v.page.waitForFunction(() => document.querySelectorAll('.ranks tbody tr').length === 50);
    const seen = await v.page.locator('.ranks tbody bdi').allTextContents();
    const names = new Set([...named.map(({ name }) => name), 'Victim', 'Bystander']);
    assert.deepEqual(seen.filter((name) => !names.has(name)), []);
    assert.deepEqual(await strangers(), []);
    await quiet();
  });

  test('so do profiles', async () => {
    for (const { playerId, name } of named.filter((_, i) => i % 7 === 0)) {
      await v.page.evaluate((id) => (globalThis.fourfall.screen.value = { kind: 'profile', playerId: id }), playerId);
      await v.page.waitForFunction((wanted) => document.querySelector('.records.profile .person-head bdi')?.textContent === wanted, name);
      assert.deepEqual(await strangers(), [], name);
    }
    await quiet();
  });

  test('so do the game on the board and its share dialog', async () => {
    for (const { gameId } of named.filter((_, i) => i % 40 === 0)) {
      await v.page.evaluate(async (id) => void (await (await globalThis.fourfall.loadOnline()).open(id)), gameId);
      await v.page.waitForFunction((id) => globalThis.fourfall.remote.value?.gameId === id, gameId);
      await v.page.evaluate(() => (globalThis.fourfall.dialog.value = 'share'));
      await v.page.locator('.gamelinks').waitFor();
      await v.page.evaluate(() => (globalThis.fourfall.dialog.value = null));
    }
    await quiet();
  });

  test('pictures contain names as text, and nothing that runs', async () => {
    const pictures = [];
    for (const { gameId, name } of named) pictures.push({ name, svg: await people.ask('GET', `api/games/${gameId}/board.svg`) });
    const wrong = await v.page.evaluate((all) => all.flatMap(({ name, svg }) => {
      const picture = new DOMParser().parseFromString(svg, 'image/svg+xml');
      if (picture.querySelector('parsererror')) return [`${name}: not well formed`];
      const elements = [...picture.querySelectorAll('*')];
      const bad = elements.filter((one) => !['svg', 'title', 'desc', 'g', 'rect', 'circle', 'path', 'text', 'tspan', 'defs', 'use', 'line', 'style', 'ellipse', 'polygon'].includes(one.localName)
        || [...one.attributes].some((attribute) => /^on/i.test(attribute.name) || /javascript:/i.test(attribute.value)));
      return bad.map((one) => `${name}: ${one.outerHTML}`);
    }), pictures);
    assert.deepEqual(wrong, []);
  });
});

describe('opened by themselves', () => {
  before(seed);
  const v = useVisit({ spy: listen, expected: /ERR_ABORTED|status of|'localStorage' property/ });

  test('pictures and files run nothing', async () => {
    for (const { gameId, name } of named.filter((_, i) => i % 12 === 0))
      for (const file of ['board.svg', 'export.json', 'export.txt']) {
        const answer = await fetch(`${people.address}api/games/${gameId}/${file}`);
        assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
        if (file !== 'board.svg') {
          assert.doesNotMatch(answer.headers.get('content-type'), /html|svg|xml/);
          assert.match(answer.headers.get('content-disposition'), /^attachment/);
          if (file.endsWith('json')) assert.equal((await answer.json()).players[0].name, name);
          continue;
        }
        await v.page.goto(`${people.address}api/games/${gameId}/${file}`);
        assert.deepEqual(await v.page.evaluate(() => globalThis.heard ?? []), []);
      }
  });

  test('an embedded game shows the names as text', async () => {
    for (const { gameId, name } of named.filter((_, i) => i % 60 === 1)) {
      await v.page.goto(`${people.address}embed/${gameId}?debug`);
      await v.page.waitForFunction((wanted) => document.querySelector('.embed header bdi')?.textContent === wanted, name);
      assert.equal(await v.page.locator('.embed bdi *').count(), 0);
      assert.deepEqual(await v.page.evaluate(() => globalThis.heard), []);
    }
  });

  test('the data of a player is one JSON file', async () => {
    for (const { token, name } of named.filter((_, i) => i % 10 === 0)) {
      const answer = await fetch(`${people.address}api/me/export`, { headers: { authorization: `Bearer ${token}` } });
      assert.match(answer.headers.get('content-type'), /^application\/json/);
      assert.equal((await answer.json()).name, name);
    }
  });
});
