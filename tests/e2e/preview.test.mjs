// What a shared link shows before anybody opens it: the head of the page as a crawler parses it, the picture, and the page of
// a missing address. It uses the real page, build/web. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { decodePng } from '../page/png.mjs';
import { makeHome, PROGRAM } from './players.mjs';
import { assertAnswered, begin, get, play, post, refused, setServer, UNUSED_ID } from './rest_client.mjs';
import { path, start } from './server_process.mjs';

const { parse } = await import(pathToFileURL(createRequire(path('web/package.json')).resolve('parse5')));
const WIN = [3, 0, 3, 0, 3, 0, 3];
const NAMES = readFileSync(path('tests/data/xss.txt'), 'utf8').split('\n').slice(0, -1);
const RED = 'e63946', YELLOW = 'ffd60a', BLUE = '0052cc';
let home, server;

before(async () => {
  home = makeHome();
  const args = ['--web', path('build/web'), '--data', home.newData(), '--trust-proxy', '127.0.0.1', '--limits', 'off'];
  server = setServer(await start(PROGRAM, ['serve', '--listen', '127.0.0.1:0', ...args]));
});
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  assert.equal(server.err, '');
  home.remove();
});

function elements(node, name) {
  const own = node.nodeName === name ? [node] : [];
  return [...own, ...(node.childNodes ?? []).flatMap((child) => elements(child, name))];
}

const attributes = (element) => Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));

/** The head of a page as crawlers read it: {status, headers, title, tags, scripts}. */
async function head(target, headers = {}) {
  const answer = await server.get(target, { Host: 'play.example.org', ...headers });
  const tree = parse(answer.body.toString());
  const tags = elements(elements(tree, 'head')[0], 'meta').map(attributes).filter(({ content }) => content !== undefined);
  const named = tags.map(({ property, name, content }) => [property ?? name, content]);
  return {
    status: answer.status,
    headers: answer.headers,
    html: answer.body.toString(),
    title: elements(tree, 'title')[0]?.childNodes[0]?.value,
    scripts: elements(tree, 'script').map(attributes),
    tags: Object.fromEntries(named),
    count: named.filter(([key]) => key === 'og:title').length,
  };
}

/** A public game of two guests. */
const meet = (names, wish = {}) => begin({ visibility: 'public', players: names.map((name) => ({ kind: 'guest', name })), ...wish });
const pageOf = ({ game }) => `/game/${game.gameId}`;

async function picture(target, headers = {}) {
  const answer = await server.get(target, headers);
  return { ...answer, image: answer.status === 200 ? decodePng(answer.body) : null };
}

/** How often each colour occurs on the board, the left part of the picture. */
function colours({ image }) {
  const found = { [RED]: 0, [YELLOW]: 0, [BLUE]: 0 };
  for (let y = 0; y < image.height; y += 2) {
    for (let x = 0; x < 680; x += 2) {
      const colour = image.at(x, y).map((part) => part.toString(16).padStart(2, '0')).join('');
      if (colour in found) found[colour]++;
    }
  }
  return found;
}

describe('the preview of a game', () => {
  let won;
  before(async () => {
    won = await meet(['Ada', 'Bob']);
    await play(won, WIN);
  });

  test('names the winner, and leads to the page and its picture', async () => {
    const { status, title, tags, count } = await head(pageOf(won));
    assert.deepEqual([status, title, count], [200, 'Ada beats Bob · Fourfall', 1]);
    assert.equal(tags['og:title'], 'Ada beats Bob');
    assert.equal(tags['og:description'], 'Classic. 7 discs, won with a line. See the last moves, then play on from there.');
    assert.equal(tags.description, tags['og:description']);
    assert.equal(tags['og:url'], `http://play.example.org/game/${won.game.gameId}`);
    assert.deepEqual([tags['og:type'], tags['og:site_name'], tags['og:locale']], ['website', 'Fourfall', 'en_GB']);
    assert.equal(tags['twitter:card'], 'summary_large_image');
    assert.deepEqual([tags['og:image:type'], tags['og:image:width'], tags['og:image:height']], ['image/png', '1200', '630']);
    const image = new URL(tags['og:image']);
    assert.equal(image.origin, 'http://play.example.org');
    const answer = await picture(image.pathname + image.search);
    assert.deepEqual([answer.status, answer.image.width, answer.image.height], [200, 1200, 630]);
  });

  test('speaks German to those who prefer it', async () => {
    const { tags, headers } = await head(pageOf(won), { 'Accept-Language': 'de-AT,de;q=0.9,en;q=0.8' });
    assert.equal(tags['og:title'], 'Ada gewinnt gegen Bob');
    assert.equal(tags['og:description'], 'Klassisch. 7 Scheiben, mit einer Reihe gewonnen. Sieh die letzten Züge, dann spiel von dort weiter.');
    assert.equal(tags['og:locale'], 'de_DE');
    assert.match(tags['og:image'], /lang=de/);
    assert.match(headers.vary, /Accept-Language/);
    assert.equal((await head(pageOf(won), { 'Accept-Language': 'en,de' })).tags['og:locale'], 'en_GB');
  });

  test('follows a trusted proxy, and no header that could break out of the address', async () => {
    const url = async (headers) => (await head(pageOf(won), headers)).tags['og:url'];
    assert.equal(await url({ 'X-Forwarded-Proto': 'https' }), `https://play.example.org/game/${won.game.gameId}`);
    assert.equal(await url({ Host: '[::1]:8080' }), `http://[::1]:8080/game/${won.game.gameId}`);
    for (const Host of ['a"><script>alert(1)</script>', 'a b', "x'y", 'user@host', 'a/b', 'x'.repeat(300)]) {
      const answer = await server.get(pageOf(won), { Host });
      assert.ok([200, 400].includes(answer.status), Host);
      assert.doesNotMatch(answer.body.toString(), /og:url|og:image"|alert\(1\)/, Host);
    }
  });

  test('changes with every move, also its tag: nothing stale is shown', async () => {
    const game = await meet(['Cyd', 'Dan']);
    const [first, again] = [await head(pageOf(game)), await head(pageOf(game))];
    assert.equal(first.tags['og:title'], 'Cyd against Dan, live');
    assert.equal(first.headers.etag, again.headers.etag);
    assert.equal(first.headers['cache-control'], 'no-cache');
    const known = await server.get(pageOf(game), { Host: 'play.example.org', 'If-None-Match': first.headers.etag });
    assert.deepEqual([known.status, known.body.length], [304, 0]);
    await play(game, WIN);
    const over = await server.get(pageOf(game), { Host: 'play.example.org', 'If-None-Match': first.headers.etag });
    assert.equal(over.status, 200);
    const last = await head(pageOf(game));
    assert.equal(last.tags['og:title'], 'Cyd beats Dan');
    assert.notEqual(last.tags['og:image'], first.tags['og:image']);
  });

  test('tells how other games ended', async () => {
    const resigned = await meet(['Eve', 'Fay'], { board: '5x5x5' });
    await post(`${resigned.path}/resign`, undefined, { token: resigned.tokens[0] });
    const { tags } = await head(pageOf(resigned));
    assert.equal(tags['og:title'], 'Fay beats Eve');
    assert.equal(tags['og:description'], 'Cube. 0 discs, won by resignation. See the last moves, then play on from there.');
    const bot = await begin({ visibility: 'public', board: '9x7', players: [{ kind: 'guest', name: 'Gus' }, { kind: 'computer', level: 'easy' }] });
    assert.match((await head(pageOf(bot))).tags['og:title'], /^Gus against Computer, live$/);
    assert.match((await head(pageOf(bot))).tags['og:description'], /^Board 9x7\. Move \d\. Watch it live\.$/);
  });

  test('is the general one for a private game, whose names and moves stay unsaid', async () => {
    const game = await begin({ players: [{ kind: 'guest', name: 'Secret Ann' }, { kind: 'guest', name: 'Secret Bob' }] });
    await play(game, WIN);
    const { status, tags, html } = await head(pageOf(game));
    assert.deepEqual([status, tags['og:title']], [200, 'Fourfall: connect four in 3D']);
    assert.equal(tags['og:url'], 'http://play.example.org/');
    assert.doesNotMatch(html, new RegExp(`Secret|${game.game.gameId}`));
    refused(await get(`${game.path}/picture.png`), 404, 'no-such-game');
  });

  test('keeps the policy of the page', async () => {
    const { headers } = await head(pageOf(won));
    assert.match(headers['content-security-policy'], /default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; .*base-uri 'self'; frame-ancestors 'none'/);
  });

  test('is compressed for those who accept it', async () => {
    const { gunzipSync } = await import('node:zlib');
    const answer = await server.get(pageOf(won), { Host: 'play.example.org', 'Accept-Encoding': 'gzip, br' });
    assert.equal(answer.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(answer.body).toString(), (await head(pageOf(won))).html);
  });

  test('shows every name as text, whatever it contains', async () => {
    const plain = await head(pageOf(won));
    let shown = 0;
    for (const name of NAMES) {
      const made = await post('/api/games', { visibility: 'public', players: [{ kind: 'guest', name }, { kind: 'guest', name: 'Bob' }] });
      if (made.status !== 201) continue;
      const game = made.body.game;
      const { title, tags, scripts, count } = await head(`/game/${game.gameId}`);
      assert.equal(tags['og:title'], `${game.players[0].name} against Bob, live`, name);
      assert.equal(title, `${game.players[0].name} against Bob, live · Fourfall`, name);
      assert.deepEqual([scripts, count, Object.keys(tags)], [plain.scripts, 1, Object.keys(plain.tags)], name);
      shown++;
    }
    assert.ok(shown > 140, `${shown}`);
  });
});

describe('the preview of the start page', () => {
  test('is about the game itself, with a picture', async () => {
    const { status, tags, headers } = await head('/');
    assert.deepEqual([status, tags['og:title'], tags['og:url']], [200, 'Fourfall: connect four in 3D', 'http://play.example.org/']);
    assert.match(headers['content-security-policy'], /base-uri 'none'/);
    const image = new URL(tags['og:image']);
    const answer = await picture(image.pathname + image.search);
    assert.deepEqual([answer.status, answer.headers['content-type'], answer.image.width, answer.image.height], [200, 'image/png', 1200, 630]);
    assert.equal((await head('/', { 'Accept-Language': 'de' })).tags['og:title'], 'Fourfall: Vier gewinnt in 3D');
  });

  test('of an invitation keeps its code, and names nobody', async () => {
    const made = await begin({ players: [{ kind: 'guest', name: 'Secret Ann' }, { kind: 'open' }] });
    const { tags, html } = await head(`/?join=${made.code}`);
    assert.deepEqual([tags['og:title'], tags['og:url']], ['Come and play connect four', `http://play.example.org/?join=${made.code}`]);
    assert.doesNotMatch(html, /Secret/);
    const { tags: wrong, count } = await head('/?join=%22%3E%3Cscript%3E');
    assert.deepEqual([wrong['og:url'], count], ['http://play.example.org/', 1]);
  });
});

describe('the picture of a game', () => {
  test('shows the discs; the line stays bright while the others are dimmed', async () => {
    const game = await meet(['Ada', 'Bob']);
    const empty = await picture(`${game.path}/picture.png`);
    assert.deepEqual([colours(empty)[RED], colours(empty)[YELLOW]], [0, 0]);
    await play(game, WIN.slice(0, -1));
    const before = await picture(`${game.path}/picture.png`);
    assert.ok(colours(before)[YELLOW] > 500 && colours(before)[RED] > 500);
    await play(game, WIN.slice(-1), WIN.length - 1);
    const over = await picture(`${game.path}/picture.png`);
    assert.equal(colours(over)[YELLOW], 0);
    assert.ok(colours(over)[RED] > colours(before)[RED]);
    for (const { body } of [empty, before, over]) assert.ok(body.length < 60_000, `${body.length}`);
  });

  test('exists for every kind of board', async () => {
    for (const board of ['5x5x5', '9x7', '12x12c8', '4x12x4', '1x12x12']) {
      const game = await meet(['Ada', 'Bob'], { board });
      await play(game, [0, 0, 0]);
      const { status, body, image } = await picture(`${game.path}/picture.png`);
      assert.deepEqual([status, image.width, image.height], [200, 1200, 630], board);
      assert.ok(body.length < 60_000, board);
    }
  });

  test('has a tag, and a lifetime only when the game is over', async () => {
    const game = await meet(['Ada', 'Bob']);
    const target = `${game.path}/picture.png`;
    const first = await picture(target);
    assert.equal(first.headers['cache-control'], 'no-cache');
    assert.equal(first.headers['cross-origin-resource-policy'], 'cross-origin');
    assert.equal((await server.get(target, { 'If-None-Match': first.headers.etag })).status, 304);
    await play(game, WIN);
    const over = await server.get(target, { 'If-None-Match': first.headers.etag });
    assert.equal(over.status, 200);
    assert.equal(over.headers['cache-control'], 'public, max-age=86400');
    assert.notEqual(over.headers.etag, (await server.get(`${target}?lang=de`)).headers.etag);
  });

  test('is drawn once for many who ask at the same time', async () => {
    const game = await meet(['Ada', 'Bob']);
    const all = await Promise.all(Array.from({ length: 60 }, () => server.get(`${game.path}/picture.png`)));
    assert.deepEqual([...new Set(all.map(({ status }) => status))], [200]);
    assert.equal(new Set(all.map(({ body }) => body.toString('latin1'))).size, 1);
  });

  test('is drawn for one address at a limited rate; those that exist are not counted', async () => {
    const strict = await home.serve(home.newData());
    const targets = [];
    for (let i = 0; i < 60; i++) {
      const players = ['Ada', 'Bob'].map((name) => ({ kind: 'guest', name }));
      const { body } = await post('/api/games', { visibility: 'public', players }, { port: strict.port });
      for (const lang of ['en', 'de']) targets.push(`/api/games/${body.game.gameId}/picture.png?lang=${lang}`);
    }
    assert.equal((await strict.get(targets[0])).status, 200);
    const burst = await Promise.all(targets.map((target) => strict.get(target)));
    const statuses = new Set(burst.map(({ status }) => status));
    assert.ok(statuses.has(429) && [...statuses].every((status) => [200, 429, 503].includes(status)), `${[...statuses]}`);
    const known = burst.findIndex(({ status }, i) => i > 0 && status === 200);
    const again = await Promise.all(Array.from({ length: 100 }, () => strict.get(targets[known])));
    assert.deepEqual([...new Set(again.map(({ status }) => status))], [200]);
    await strict.stop();
  });

  test('does not exist without a game', async () => {
    refused(await get(`/api/games/${UNUSED_ID}/picture.png`), 404, 'no-such-game');
    refused(await get('/api/games/nonsense/picture.png'), 404, 'no-such-game');
  });

  test('answers as openapi.json says', async () => {
    const game = await meet(['Ada', 'Bob']);
    for (const target of [`${game.path}/picture.png?lang=de`, '/api/picture.png']) assert.equal((await get(target)).status, 200);
    assertAnswered((template) => template.endsWith('/picture.png'));
  });
});

describe('a missing address', () => {
  const text = (answer) => answer.body.toString();

  test('is a page of ours with a way home, in the language of the reader', async () => {
    for (const target of ['/nowhere', '/deep/er/still', '/game/', '/game/short', `/game/${UNUSED_ID}`, '/embed/short', '/game']) {
      const english = await server.get(target, { Accept: 'text/html,*/*;q=0.8' });
      const german = await server.get(target, { Accept: 'text/html', 'Accept-Language': 'de-DE,de;q=0.9' });
      assert.deepEqual([english.status, german.status], [404, 404], target);
      const [en, de] = [english, german].map((answer) => parse(text(answer)));
      assert.deepEqual([en, de].map((tree) => attributes(elements(tree, 'html')[0]).lang), ['en', 'de'], target);
      for (const tree of [en, de]) assert.ok(elements(tree, 'a').some((link) => attributes(link).href === '/'), target);
      assert.match(text(english), /Nothing landed here/);
      assert.match(text(german), /kein Stein gelandet/);
      assert.match(german.headers.vary, /Accept-Language/);
    }
  });

  test('needs no script, and its style is served', async () => {
    const answer = await server.get('/nowhere');
    const tree = parse(text(answer));
    assert.deepEqual(elements(tree, 'script'), []);
    assert.doesNotMatch(text(answer), /style=|<style/);
    const style = elements(tree, 'link').map(attributes).find(({ rel }) => rel === 'stylesheet').href;
    assert.equal((await server.get(style)).status, 200);
  });

  test('is plain text for clients that take no HTML, and JSON below /api', async () => {
    const plain = await server.get('/nowhere', { Accept: 'image/png' });
    assert.deepEqual([plain.status, plain.headers['content-type']], [404, 'text/plain; charset=utf-8']);
    const api = await server.get('/api/nowhere', { Accept: 'text/html' });
    assert.deepEqual([api.status, JSON.parse(text(api)).error.code], [404, 'no-such-address']);
  });
});
