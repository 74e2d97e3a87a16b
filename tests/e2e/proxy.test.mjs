// Behind a proxy: whose address counts, and packaging/nginx/fourfall.conf with the real nginx in front of the real server.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { enter, makeHome, meet, play } from './players.mjs';
import { eventually, freePort, path } from './server_process.mjs';
import { handshake } from './websocket_client.mjs';

const WIN = [3, 0, 3, 0, 3, 0, 3];
const SMALL = ['--limit-address', '20/600000', '--limit-guests', '4/600000']; // four guests of an address, and nothing comes back
const ALLOWED = 150; // units of an address behind nginx
let home;

before(() => (home = makeHome()));
after(() => home.remove());

const slowDown = (answer) => answer.status === 429;

/** How many requests of this address are answered before it is told to slow down. */
async function allowance(server, headers) {
  let count = 0;
  while (!slowDown(await server.get('/api/openapi.json', headers))) {
    count++;
    assert.ok(count < 100, 'nobody says stop');
  }
  return count;
}

describe('whose word counts', () => {
  const from = (forwarded) => ({ 'X-Forwarded-For': forwarded });

  test('nobody is believed unless the configuration says so', async () => {
    const server = await home.serve(home.newData(), ...SMALL);
    assert.equal(await allowance(server, from('192.0.2.1')), 20);
    assert.ok(slowDown(await server.get('/api/openapi.json', from('192.0.2.2'))), 'another address in the header is still the same client');
    await server.stop();
  });

  test('a proxy that is not the trusted one is not believed', async () => {
    const server = await home.serve(home.newData(), ...SMALL, '--trust-proxy', '10.0.0.0/8');
    assert.equal(await allowance(server, from('192.0.2.1')), 20);
    assert.ok(slowDown(await server.get('/api/openapi.json', from('192.0.2.2'))));
    await server.stop();
  });

  test('clients of a trusted proxy are limited one by one', async () => {
    const server = await home.serve(home.newData(), ...SMALL, '--trust-proxy', '127.0.0.1');
    assert.equal(await allowance(server, from('192.0.2.1')), 20);
    assert.equal(await allowance(server, from('192.0.2.2')), 20);
    assert.equal(await allowance(server, {}), 20, 'the proxy itself');
    await server.stop();
  });

  test('what a client writes in front of its own address changes nothing', async () => {
    const server = await home.serve(home.newData(), ...SMALL, '--trust-proxy', '127.0.0.1,10.0.0.0/8');
    assert.equal(await allowance(server, from('192.0.2.1')), 20);
    for (const forged of ['198.51.100.7, 192.0.2.1', '127.0.0.1, 192.0.2.1', '10.0.0.1,192.0.2.1 , 10.0.0.2', 'x, 192.0.2.1', ', 192.0.2.1', '192.0.2.1:77'])
      assert.ok(slowDown(await server.get('/api/openapi.json', from(forged))), forged);
    const twice = await server.request('GET /api/openapi.json HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 198.51.100.8\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n');
    assert.ok(slowDown(twice), 'of two lines the last counts, which is the proxy’s');
    await server.stop();
  });

  test('IPv6 is limited by its network', async () => {
    const server = await home.serve(home.newData(), ...SMALL, '--trust-proxy', '127.0.0.1');
    assert.equal(await allowance(server, from('2001:db8::1')), 20);
    assert.ok(slowDown(await server.get('/api/openapi.json', from('2001:db8::dead:beef'))));
    assert.equal(await allowance(server, from('2001:db8:0:1::1')), 20);
    await server.stop();
  });

  for (const transports of [['websocket'], ['polling']])
    test(`Socket.IO by ${transports[0]}: the address of the handshake counts`, async () => {
      const server = await home.serve(home.newData(), ...SMALL, '--trust-proxy', '127.0.0.1');
      const join = (address) => enter(server.port, { transports, extraHeaders: from(address) });
      for (let i = 0; i < 4; i++) await join('192.0.2.1');
      await assert.rejects(join('192.0.2.1'), /deferred/);
      assert.equal((await (await join('192.0.2.2')).ask('leave-queue')).error.code, 'not-queued');
      await server.stop();
    });

  test('the scheme decides which pages are our own', async () => {
    const server = await home.serve(home.newData(), '--trust-proxy', '127.0.0.1');
    const ask = async (origin, proto) => (await server.get('/api/openapi.json', { Host: 'a.org', Origin: origin, ...(proto ? { 'X-Forwarded-Proto': proto } : {}) })).status;
    assert.deepEqual([await ask('https://a.org', 'https'), await ask('http://a.org', 'https')], [200, 403]);
    assert.deepEqual([await ask('https://a.org', 'http'), await ask('http://a.org', 'http')], [403, 200]);
    assert.deepEqual([await ask('https://a.org'), await ask('http://a.org')], [200, 200], 'where it is not known');
    const socket = (origin) => server.request(handshake('/socket.io/?EIO=4&transport=websocket', { Host: 'a.org', Origin: origin, 'X-Forwarded-Proto': 'https' }), { isUpgrade: true });
    assert.equal((await socket('http://a.org')).status, 403);
    await server.stop();
    const plain = await home.serve(home.newData(), '--host', 'a.org');
    assert.equal((await plain.get('/api/openapi.json', { Host: 'a.org', Origin: 'https://a.org', 'X-Forwarded-Proto': 'http' })).status, 200, 'nobody asked the header');
    await plain.stop();
  });
});

describe('nginx in front, by packaging/nginx/fourfall.conf', () => {
  let folder, nginx, server, port, plainPort;

  /** The example as it is, but for names, ports and files of this machine. */
  function configure() {
    const example = readFileSync(path('packaging/nginx/fourfall.conf'), 'utf8');
    const own = example
      .replace('server 127.0.0.1:8080;', `server 127.0.0.1:${server.port};`)
      .replace(/listen \[::\]:\d+.*\n/g, '\n')
      .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${join(folder, 'cert.pem')};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${join(folder, 'key.pem')};`);
    writeFileSync(join(folder, 'fourfall.conf'), own);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ');
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${process.getuid() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')} warn;
       events { worker_connections 512; }
       http { access_log off; ${temporary} include ${join(folder, 'fourfall.conf')}; }`,
    );
  }

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fourfall-nginx-'));
    server = await home.serve(home.newData(), '--trust-proxy', '127.0.0.1', '--host', 'play.example.org', '--limit-address', `${ALLOWED}/600000`, '--limit-connection', '1000/1');
    [port, plainPort] = [await freePort(), await freePort()];
    const made = spawnSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=play.example.org', '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]);
    assert.equal(made.status, 0, `${made.stderr}`);
    configure();
    const program = spawnSync('sh', ['-c', 'command -v nginx || echo /usr/sbin/nginx'], { encoding: 'utf8' }).stdout.trim();
    const checked = spawnSync(program, ['-t', '-q', '-p', folder, '-c', join(folder, 'nginx.conf')], { encoding: 'utf8' });
    assert.deepEqual([checked.status, checked.stderr], [0, '']);
    nginx = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
    process.on('exit', () => nginx.kill('SIGKILL'));
    await eventually(() => get('/healthz').catch(() => ({})), ({ status }) => status === 200, 'nginx answers');
  });
  after(async () => {
    nginx.kill('SIGTERM');
    await new Promise((resolve) => (nginx.exitCode === null ? nginx.on('exit', resolve) : resolve()));
    const log = readFileSync(join(folder, 'error.log'), 'utf8').split('\n');
    assert.deepEqual(log.filter((line) => line && !/access forbidden by rule|intended to send too large body/.test(line)), []);
    assert.deepEqual(await server.stop(), { code: 0, signal: null });
    rmSync(folder, { recursive: true });
  });

  /** One request over HTTP/2. */
  const get = (target, headers = {}, localAddress = undefined) =>
    new Promise((resolve, reject) => {
      const client = http2.connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false, servername: 'play.example.org', localAddress });
      client.on('error', reject);
      const asked = client.request({ ':path': target, ...headers });
      const parts = [];
      let got;
      asked.on('response', (all) => (got = all));
      asked.on('data', (part) => parts.push(part));
      asked.on('error', reject);
      asked.on('end', () => {
        client.close();
        resolve({ status: got[':status'], headers: got, body: Buffer.concat(parts).toString() });
      });
      asked.end();
    });

  /** A stock client that comes by https. */
  const visit = (transports, options = {}) => enter(port, { url: `https://127.0.0.1:${port}`, rejectUnauthorized: false, transports, ...options });

  test('the page, over HTTP/2, with the headers that are the server’s own', async () => {
    const page = await get('/');
    const direct = await server.get('/');
    assert.equal(page.status, 200);
    assert.match(page.body, /<title>Fourfall<\/title>/);
    for (const name of ['cache-control', 'etag', 'content-security-policy', 'cross-origin-opener-policy', 'cross-origin-embedder-policy', 'x-content-type-options'])
      assert.equal(page.headers[name], direct.headers[name], name);
    assert.match(page.headers['strict-transport-security'], /^max-age=\d+/);
    assert.equal((await get('/', { 'if-none-match': page.headers.etag })).status, 304);
  });

  test('plain http is sent to https', async () => {
    const asked = http.get({ port: plainPort, host: '127.0.0.1', path: '/a?b', headers: { host: 'play.example.org' } });
    const [answer] = await once(asked, 'response');
    answer.resume();
    assert.deepEqual([answer.statusCode, answer.headers.location], [301, 'https://play.example.org/a?b']);
  });

  for (const [name, transports] of [['polling', ['polling']], ['websocket', ['websocket']], ['upgrade', ['polling', 'websocket']]])
    test(`stock clients play a whole game by ${name}`, async () => {
      const a = await visit(transports), b = await visit(transports);
      const [x, o] = await meet(a, b);
      const [last] = await play(x, o, WIN);
      assert.deepEqual([last.status, last.winner], ['win', 'X']);
      const used = name === 'upgrade' ? 'websocket' : name;
      await eventually(async () => a.socket.io.engine.transport.name, (now) => now === used, 'the transport');
      a.leave();
      b.leave();
    });

  test('REST: the address nginx saw counts, not what the client wrote', async () => {
    const ask = async (forged) => (await get('/api/openapi.json', { 'x-forwarded-for': forged }, '127.0.0.2')).status;
    let count = 0;
    while ((await ask(`198.51.100.${count % 200}`)) !== 429) assert.ok(count++ <= ALLOWED, 'nobody says stop');
    assert.equal(count, ALLOWED, 'no forgery helped');
    for (const forged of ['127.0.0.1', '198.51.100.1, 127.0.0.1']) assert.equal(await ask(forged), 429, forged);
    const other = await server.get('/api/openapi.json', { 'X-Forwarded-For': '198.51.100.1' });
    assert.equal(other.status, 200, 'and who was named has not paid');
  });

  for (const [transport, address] of [['websocket', '127.0.0.3'], ['polling', '127.0.0.4']])
    test(`Socket.IO by ${transport}: likewise`, async () => {
      const from = (localAddress) => visit([transport], { agent: new https.Agent({ localAddress, rejectUnauthorized: false }), extraHeaders: { 'X-Forwarded-For': '198.51.100.1' } });
      const player = await from(address);
      let count = 1; // units: it has connected
      while ((await player.ask('leave-queue')).error.code === 'not-queued') assert.ok(count++ < ALLOWED, 'nobody says stop');
      assert.equal(count, ALLOWED);
      await assert.rejects(from(address), /deferred/);
      (await from('127.0.0.5')).leave();
      player.leave();
    });

  /** One request over HTTP/1.1, from an address of its own, so that it has its own allowance. */
  const send = (method, target, { body, headers = {}, localAddress = '127.0.0.6' } = {}) =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port, method, path: target, headers: { host: 'play.example.org', ...headers }, localAddress, rejectUnauthorized: false, agent: false };
      const asked = https.request(options, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part) => (text += part)).on('end', () => resolve({ status: answer.statusCode, body: text }));
      });
      asked.on('error', reject);
      asked.end(body);
    });
  const json = (value) => ({ body: JSON.stringify(value), headers: { 'content-type': 'application/json' } });

  test('a request that waits for a move is answered when it comes, not when a buffer is full', async () => {
    const made = JSON.parse((await send('POST', '/api/games', json({ players: [{ kind: 'guest', name: 'Ann' }, { kind: 'guest', name: 'Bob' }] }))).body);
    const [ann, bob] = made.seats.map(({ token }) => ({ authorization: `Bearer ${token}` }));
    const waiting = send('GET', `/api/games/${made.game.gameId}?wait=60&version=0`, { headers: bob });
    const move = json({ action: 'drop', parameters: { column: 3 }, version: 0 });
    const moved = await send('POST', `/api/games/${made.game.gameId}/moves`, { body: move.body, headers: { ...move.headers, ...ann } });
    assert.equal(moved.status, 200, moved.body);
    assert.equal(JSON.parse((await waiting).body).version, 1);
  });

  test('bodies and heads have the limits of the server', async () => {
    assert.equal((await send('POST', '/api/games', { body: 'x'.repeat(64 * 1024 + 1) })).status, 413);
    assert.equal((await send('GET', `/${'x'.repeat(5000)}`)).status, 414);
    assert.equal((await send('GET', '/', { headers: { a: 'x'.repeat(7000), b: 'x'.repeat(7000) } })).status, 431);
  });

  test('names that are not ours are refused', async () => {
    assert.equal((await send('GET', '/')).status, 200);
    assert.equal((await send('GET', '/', { headers: { host: 'evil.example' } })).status, 421);
  });

  test('connections to the server are used again', async () => {
    const count = async () => Number(/^fourfall_connections (\d+)$/m.exec((await get('/metrics')).body)[1]);
    const before = await count();
    for (let i = 0; i < 20; i++) assert.equal((await get('/healthz')).status, 200);
    assert.ok((await count()) <= before + 2, `${before}, then ${await count()}`);
  });

  test('metrics are not for everybody', async () => {
    assert.equal((await get('/metrics')).status, 200, 'this machine may');
    assert.equal((await get('/metrics', {}, '127.0.0.2')).status, 403);
  });
});
