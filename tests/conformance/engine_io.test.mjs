// Engine.IO, protocol 4: every paragraph of its document that concerns a server, by its sections. What a test does not name is
// said by the reference server's behaviour. Packets are in engine_io_packets.test.mjs, heartbeat and upgrade in engine_io_upgrade.test.mjs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { request } from '../e2e/server_process.mjs';
import { open } from '../e2e/websocket_client.mjs';
import {
  BAD_METHOD, BAD_REQUEST, BAD_VERSION, ENGINE, SEPARATOR, SOCKET, UNKNOWN_SID, UNKNOWN_TRANSPORT, ask, assertRefused, closes, echoes,
  pending, polling, refused, serve, served, socket, target,
} from './echo.mjs';

const server = served();

describe('Transports, HTTP long-polling: request path', () => {
  test('"The path is /engine.io/ by default": with or without its last slash, and nowhere else', async () => {
    for (const root of [ENGINE, '/engine.io', SOCKET, '/socket.io'])
      assert.equal((await ask(server, request('GET', target(root, { EIO: 4, transport: 'polling' })))).status, 200, root);
    for (const root of ['/', '/engine.io/x', '/engine.ioo', '/ENGINE.IO/'])
      assert.equal((await ask(server, request('GET', target(root, { EIO: 4, transport: 'polling' })))).status, 404, root);
  });
});

describe('Transports, HTTP long-polling: query parameters', () => {
  const get = (query) => ask(server, request('GET', target(ENGINE, query)));

  test('"EIO: mandatory": missing, older, newer or odd is answered 400', async () => {
    for (const EIO of [undefined, '3', '5', 'abc', '', '04', '4.0'])
      assertRefused(await get({ ...(EIO === undefined ? {} : { EIO }), transport: 'polling' }), BAD_VERSION, String(EIO));
  });

  test('"transport: mandatory": missing or unknown is answered 400', async () => {
    for (const transport of [undefined, 'abc', '', 'Polling', 'webtransport', '__proto__'])
      assertRefused(await get({ EIO: 4, ...(transport === undefined ? {} : { transport }) }), UNKNOWN_TRANSPORT, String(transport));
  });

  test('"sid: mandatory once the session is established": an unknown one is answered 400, for GET and POST', async () => {
    for (const sid of ['abc', 'a'.repeat(20), 'a'.repeat(3000), '../x', '\0', '%']) {
      const at = target(ENGINE, { EIO: 4, transport: 'polling', sid });
      for (const method of ['GET', 'POST']) {
        const answer = await ask(server, request(method, at));
        if (sid === '\0') assert.equal(answer.status, 400);
        else assertRefused(answer, UNKNOWN_SID, `${method} ${sid}`);
      }
    }
  });

  test('a session of one path is none of the other', async () => {
    const { sid } = await polling(server, ENGINE);
    assertRefused(await ask(server, request('GET', target(SOCKET, { EIO: 4, transport: 'polling', sid }))), UNKNOWN_SID);
  });

  test('in a session, too, the version must be right', async () => {
    const { sid } = await polling(server);
    assertRefused(await get({ transport: 'polling', sid }), BAD_REQUEST);
  });

  test('others (t against caches, b64 of older versions) are allowed and change nothing', async () => {
    const answer = await get({ EIO: 4, transport: 'polling', t: 'N8hyd6w', b64: 1, anything: 'ü' });
    assert.equal(answer.status, 200);
  });
});

describe('Transports, HTTP long-polling: headers', () => {
  test('without a Content-Type the data is plain text; so it is with text/plain', async () => {
    for (const headers of [{}, { 'Content-Type': 'text/plain;charset=UTF-8' }]) {
      const session = await polling(server);
      assert.equal((await session.post('4grüße 🟡', headers)).text, 'ok');
      assert.equal((await session.poll()).text, '4grüße 🟡');
    }
  });

  test('answers say their type and that nobody may keep them', async () => {
    const session = await polling(server);
    await session.post('4a');
    for (const answer of [session.first, await session.poll()]) {
      assert.equal(answer.headers['content-type'], 'text/plain; charset=UTF-8');
      assert.equal(answer.headers['cache-control'], 'no-store');
    }
  });

  test('a binary body belongs to protocol 3 and is refused', async () => {
    const session = await polling(server);
    assertRefused(await session.post('4a', { 'Content-Type': 'application/octet-stream' }), BAD_REQUEST);
  });

  test('pages of other origins may ask: CORS on every answer, refusals included', async () => {
    const Origin = 'https://example.org';
    const first = await ask(server, request('GET', target(ENGINE, { EIO: 4, transport: 'polling' }), { Origin }));
    const refusal = await ask(server, request('GET', target(ENGINE, { EIO: 3, transport: 'polling' }), { Origin }));
    for (const { headers } of [first, refusal]) assert.equal(headers['access-control-allow-origin'], Origin);
    const preflight = await ask(server, request('OPTIONS', target(ENGINE, { EIO: 4, transport: 'polling' }),
      { Origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' }));
    assert.deepEqual([preflight.status, preflight.text, preflight.headers['access-control-allow-origin']], [204, '', Origin]);
    assert.match(preflight.headers['access-control-allow-methods'], /\bGET\b.*\bPOST\b/);
    assert.equal(preflight.headers['access-control-allow-headers'], 'content-type');
  });
});

describe('Transports, HTTP long-polling: sending data', () => {
  test('"HTTP 200 with the string ok"', async () => {
    const session = await polling(server);
    const answer = await session.post('4hello');
    assert.deepEqual([answer.status, answer.text], [200, 'ok']);
  });

  test('"400 if the session ID is not known": also once it was closed', async () => {
    const session = await polling(server);
    assert.equal((await session.post('1')).text, 'ok');
    assertRefused(await session.post('4late'), UNKNOWN_SID);
  });

  test('other methods than GET and POST are refused and leave the session alone', async () => {
    const session = await polling(server);
    for (const method of ['PUT', 'DELETE', 'PATCH'])
      assertRefused(await ask(server, request(method, session.at)), BAD_REQUEST, method);
    await session.post('4a');
    assert.equal((await session.poll()).text, '4a');
  });

  const halfPost = (session, body) => pending(server, request('POST', session.at, { 'Content-Length': 10 }) + body);

  test('a POST may come in pieces', async () => {
    const session = await polling(server);
    const half = await halfPost(session, '4half');
    half.wire.write(' more');
    assert.equal((await half.answer()).text, 'ok');
    assert.equal((await session.poll()).text, '4half more');
  });

  test('"MUST NOT have more than one active POST": the second is answered 400 and the session is closed, with the first', async () => {
    const session = await polling(server);
    const half = await halfPost(session, '4half');
    assertRefused(await session.post('4second'), BAD_REQUEST);
    assertRefused(await half.answer(), BAD_REQUEST);
    assertRefused(await session.poll(), UNKNOWN_SID);
  });

  test('the same where both are slow', async () => {
    const session = await polling(server);
    const halves = [await halfPost(session, '4one'), await halfPost(session, '4two')];
    for (const half of halves) {
      const answer = await half.answer();
      assertRefused(answer, BAD_REQUEST);
      assert.equal(answer.headers.connection, 'close', 'or the rest of its body would be the next request');
    }
    assertRefused(await session.poll(), UNKNOWN_SID);
  });

  test('a POST whose client goes before its body is there closes the session', async () => {
    const session = await polling(server);
    (await halfPost(session, '4half')).drop();
    await session.gone();
  });

  test('a slow POST without a session is refused when it is there', async () => {
    const slow = await pending(server, request('POST', target(ENGINE, { EIO: 4, transport: 'polling', sid: 'x' }), { 'Content-Length': 4 }) + '4a');
    slow.wire.write('bc');
    assertRefused(await slow.answer(), UNKNOWN_SID);
  });
});

describe('Transports, HTTP long-polling: receiving data', () => {
  test('"MAY not respond right away": a poll waits for a packet', async () => {
    const session = await polling(server);
    const poll = await session.waitingPoll();
    await session.post('4hello');
    const answer = await poll.answer();
    assert.deepEqual([answer.status, answer.text], [200, '4hello']);
  });

  test('"Once there are some packets, SHOULD encode them": all that wait come in one body, in order', async () => {
    const session = await polling(server);
    for (const text of ['4a', '4b', `4c${SEPARATOR}4d`]) await session.post(text);
    assert.equal((await session.poll()).text, ['4a', '4b', '4c', '4d'].join(SEPARATOR));
  });

  test('"MUST NOT have more than one active GET": the second is answered 400, the first ends with close, the session is gone', async () => {
    const session = await polling(server);
    const first = await session.waitingPoll();
    assertRefused(await session.poll(), BAD_REQUEST);
    assert.deepEqual(await first.answer().then(({ status, text }) => [status, text]), [200, '1']);
    assertRefused(await session.poll(), UNKNOWN_SID);
  });

  test('a poll that its client cancels closes the session', async () => {
    const session = await polling(server);
    (await session.waitingPoll()).drop();
    await session.gone();
  });

  test('a poll may be sent ahead on the connection of the post before it', async () => {
    const session = await polling(server);
    const both = await pending(server, request('POST', session.at, {}, '4a') + request('GET', session.at));
    await both.wire.until(() => (both.wire.received.includes('\r\n\r\n4a') ? true : undefined), 'the echo');
    both.drop();
  });
});

describe('Transports, WebSocket', () => {
  const at = (query) => target(ENGINE, query);

  test('"If a mandatory query parameter is missing, MUST close": refused before it opens, with the reason', async () => {
    for (const [query, why] of [
      [{ transport: 'websocket' }, BAD_VERSION],
      [{ EIO: 'abc', transport: 'websocket' }, BAD_VERSION],
      [{ EIO: 3, transport: 'websocket' }, BAD_VERSION],
      [{ EIO: 4 }, UNKNOWN_TRANSPORT],
      [{ EIO: 4, transport: 'abc' }, UNKNOWN_TRANSPORT],
      [{ EIO: 4, transport: 'websocket', sid: 'abc' }, UNKNOWN_SID],
      [{ EIO: 4, transport: 'polling' }, BAD_REQUEST],
    ]) assertRefused(await refused(server, at(query)), why, JSON.stringify(query));
  });

  test('without a WebSocket handshake there is no WebSocket', async () => {
    assertRefused(await ask(server, request('GET', at({ EIO: 4, transport: 'websocket' }))), BAD_REQUEST);
  });

  test('"Each packet is sent in its own WebSocket frame", both ways, in order', async () => {
    const ws = await socket(server);
    const packets = Array.from({ length: 100 }, (_, i) => `4${i}`);
    packets.forEach((packet) => ws.send(packet));
    for (const packet of packets) assert.equal(await ws.text(), packet);
    ws.destroy();
  });

  test('"MUST NOT open more than one WebSocket per session": the second is closed, the first goes on', async () => {
    const ws = await socket(server);
    const second = await open(server.port, at({ EIO: 4, transport: 'websocket', sid: ws.handshaken.sid }));
    await closes(second);
    await echoes(ws);
    ws.destroy();
  });

  test('HTTP requests for a session that lives on a WebSocket are answered 400 and ignored', async () => {
    const ws = await socket(server);
    const query = at({ EIO: 4, transport: 'polling', sid: ws.handshaken.sid });
    assertRefused(await ask(server, request('GET', query)), BAD_REQUEST);
    assertRefused(await ask(server, request('POST', query, {}, '4a')), BAD_REQUEST);
    await echoes(ws);
    ws.destroy();
  });
});

describe('Protocol: handshake', () => {
  const keys = ['sid', 'upgrades', 'pingInterval', 'pingTimeout', 'maxPayload'];

  test('"MUST respond with an open packet": by polling, with an upgrade on offer', async () => {
    const { first, handshaken } = await polling(server);
    assert.equal(first.text[0], '0');
    assert.deepEqual(Object.keys(handshaken), keys);
    assert.deepEqual({ ...handshaken, sid: 0 }, { sid: 0, upgrades: ['websocket'], pingInterval: 25_000, pingTimeout: 20_000, maxPayload: 1_000_000 });
    assert.match(handshaken.sid, /^[\w-]{20,}$/);
  });

  test('"MUST respond with an open packet": by WebSocket, with nothing left to upgrade to', async () => {
    const ws = await socket(server);
    assert.deepEqual(Object.keys(ws.handshaken), keys);
    assert.deepEqual(ws.handshaken.upgrades, []);
    ws.destroy();
  });

  test('it tells what the server was told', async () => {
    const own = await serve({ 'ping-interval': 1234, 'ping-timeout': 567, 'max-payload': 8901 });
    const { handshaken } = await polling(own);
    assert.deepEqual([handshaken.pingInterval, handshaken.pingTimeout, handshaken.maxPayload], [1234, 567, 8901]);
    await own.stop();
  });

  test('"MUST send an HTTP GET": others are no handshake', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD']) {
      const answer = await server.request(request(method, target(ENGINE, { EIO: 4, transport: 'polling' })), { isHead: method === 'HEAD' });
      assert.equal(answer.status, 400, method);
      if (method !== 'HEAD') assert.deepEqual(JSON.parse(answer.body), BAD_METHOD);
    }
  });

  test('no two sessions share an id', async () => {
    const sids = new Set();
    for (let i = 0; i < 50; i++) sids.add((await polling(server)).sid);
    assert.equal(sids.size, 50);
  });
});
