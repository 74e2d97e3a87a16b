// RFC 6455, the opening handshake (sections 4 and 11.3) as a server must keep it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { request } from '../e2e/server_process.mjs';
import { HANDSHAKE, acceptOf, connect, handshake, response } from '../e2e/websocket_client.mjs';
import { ENGINE, ask, refused, served, target } from './echo.mjs';

const server = served();
const AT = target(ENGINE, { EIO: 4, transport: 'websocket' });
const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';

/** The answer to a handshake, or to other bytes sent for one. */
async function opening(headers, text = handshake(AT, headers, KEY)) {
  const wire = await connect(server.port);
  wire.write(text);
  const answer = await response(wire);
  wire.destroy();
  return answer;
}

const lines = (...headers) => `GET ${AT} HTTP/1.1\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;
const ALL = [...Object.entries(HANDSHAKE).map(([name, value]) => `${name}: ${value}`), `Sec-WebSocket-Key: ${KEY}`];
const without = (name) => ALL.filter((line) => !line.startsWith(`${name}:`));

describe('4.2.1 Reading the client\'s opening handshake', () => {
  test('names, "websocket" and "Upgrade" are read in any case', async () => {
    assert.equal((await opening({ Upgrade: 'WebSocket', Connection: 'uPGRADE' })).status, 101);
    assert.equal((await opening({}, lines(...ALL).replace(/^[\w-]+(?=:)/gm, (name) => name.toUpperCase()))).status, 101);
  });

  test('"Connection: a token": among others, in one line or in several', async () => {
    assert.equal((await opening({ Connection: 'keep-alive, Upgrade' })).status, 101);
    assert.equal((await opening({ Connection: ' keep-alive ,\tupgrade , x' })).status, 101);
    const rest = without('Connection');
    assert.equal((await opening({}, lines(...rest, 'Connection: Upgrade', 'Connection: keep-alive'))).status, 101);
    assert.equal((await opening({}, lines(...rest, 'Connection: keep-alive', 'Connection: Upgrade'))).status, 101);
  });

  test('without Upgrade or Connection, or with other words in them, it is no handshake', async () => {
    for (const headers of [{ Upgrade: null }, { Upgrade: 'h2c' }, { Upgrade: 'websockets' }, { Connection: null }, { Connection: 'close' }, { Connection: 'Upgraded' }])
      assert.equal((await opening(headers)).status, 400, JSON.stringify(headers));
  });

  test('"an HTTP/1.1 or higher GET request"', async () => {
    assert.equal((await opening({}, lines(...ALL).replace('HTTP/1.1', 'HTTP/1.0'))).status, 400);
    assert.equal((await opening({}, lines(...ALL).replace('GET', 'POST'))).status, 400);
    assert.equal((await opening({}, lines(...ALL).replace('HTTP/1.1', 'HTTP/2.0'))).status, 505);
  });

  test('"A Host header field"', async () => assert.equal((await opening({ Host: null })).status, 400));

  test('"A Sec-WebSocket-Key that, when decoded, is 16 bytes in length", and only one (11.3.1)', async () => {
    for (const key of [null, '', 'AQID', 'dGhlIHNhbXBsZSBub25jZQ', `${KEY}${KEY}`, 'dGhlIHNhbXBsZSBub25jZR==', '*GhlIHNhbXBsZSBub25jZQ=='])
      assert.equal((await opening({ 'Sec-WebSocket-Key': key })).status, 400, String(key));
    assert.equal((await opening({}, lines(...ALL, `Sec-WebSocket-Key: ${KEY}`))).status, 400);
  });

  test('"A Sec-WebSocket-Version with a value of 13", and only one (11.3.5)', async () => {
    assert.equal((await opening({}, lines(...ALL, 'Sec-WebSocket-Version: 13'))).status, 400);
    assert.equal((await opening({}, lines(...without('Sec-WebSocket-Version'), 'Sec-WebSocket-Version: 8', 'Sec-WebSocket-Version: 13'))).status, 400);
  });

  test('other headers and cookies are no obstacle', async () => {
    assert.equal((await opening({ Cookie: 'a=b', Origin: 'https://example.org', 'X-Any': 'thing', 'User-Agent': 'x' })).status, 101);
  });
});

describe('4.2.2 Sending the server\'s opening handshake', () => {
  test('status, Upgrade, Connection, and Sec-WebSocket-Accept of the RFC\'s own example', async () => {
    const { line, headers } = await opening({});
    assert.equal(line, 'HTTP/1.1 101 Switching Protocols');
    assert.equal(headers.upgrade.toLowerCase(), 'websocket');
    assert.equal(headers.connection.toLowerCase(), 'upgrade');
    assert.equal(headers['sec-websocket-accept'], 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
    assert.equal(acceptOf(KEY), 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
    assert.equal(headers['content-length'], undefined, 'there is no body');
  });

  test('/subprotocol/: none is agreed to, "the absence of such a field" says so', async () => {
    const { status, headers } = await opening({ 'Sec-WebSocket-Protocol': 'chat, superchat' });
    assert.deepEqual([status, headers['sec-websocket-protocol']], [101, undefined]);
  });

  test('/extensions/: none is agreed to (9.1)', async () => {
    const { status, headers } = await opening({ 'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits, x-other' });
    assert.deepEqual([status, headers['sec-websocket-extensions']], [101, undefined]);
  });

  test('/resource name/: one without a service is answered 404', async () => assert.equal((await refused(server, '/nowhere')).status, 404));
});

describe('4.4 Supporting multiple versions', () => {
  test('another version is answered 426 with Sec-WebSocket-Version: 13', async () => {
    for (const version of [null, '', '8', '7', '0', '14', '013', '13, 8', 'x']) {
      const answer = await opening({ 'Sec-WebSocket-Version': version });
      assert.deepEqual([answer.status, answer.headers['sec-websocket-version']], [426, '13'], String(version));
    }
  });
});

describe('after a refusal', () => {
  test('the connection can be used for another request', async () => {
    const wire = await connect(server.port);
    wire.write(handshake(AT, { 'Sec-WebSocket-Version': '8' }));
    assert.equal((await response(wire)).status, 426);
    wire.write(handshake(AT, {}, KEY));
    assert.equal((await response(wire)).status, 101);
    wire.destroy();
  });

  test('plain requests go on as ever', async () => {
    assert.equal((await ask(server, request('GET', target(ENGINE, { EIO: 4, transport: 'polling' })))).status, 200);
  });
});
