// What surrounds the game: the operators' address, names in the Host header, HTTP metrics, and a certificate that is renewed
// while people are connected.
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import tls from 'node:tls';
import { makeCertificate } from './certificate.mjs';
import { enter, makeHome } from './players.mjs';
import { eventually, path } from './server_process.mjs';
import { handshake } from './websocket_client.mjs';

let home;
before(() => (home = makeHome()));
after(() => home.remove());

const lines = (server) => server.err.split('\n').filter(Boolean).map((line) => JSON.parse(line));
/** The log's lines of an event, once there are enough. */
const logged = (server, event, count = 1) =>
  eventually(async () => {
    await new Promise(setImmediate);
    return lines(server).filter((line) => line.event === event);
  }, (found) => found.length >= count, event);
const value = (text, name) => Number(text.split('\n').find((line) => line.startsWith(`${name} `))?.split(' ')[1]);

/** A request to any port of this machine, from an address of choice. */
const ask = (port, path, { headers = {}, localAddress } = {}) =>
  new Promise((resolve, reject) => {
    const asked = http.get({ host: '127.0.0.1', port, path, headers, localAddress, agent: false }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part) => (body += part)).on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body }));
    });
    asked.on('error', reject);
  });

describe('the metrics', () => {
  test('are for this machine only, also behind a proxy, trusted or not', async () => {
    const alone = await home.serve(home.newData());
    assert.equal((await alone.get('/metrics')).status, 200);
    assert.equal((await alone.get('/metrics', { 'X-Forwarded-For': '127.0.0.1' })).status, 403, 'a proxy that nobody told us of');
    await alone.stop();
    const behind = await home.serve(home.newData(), '--trust-proxy', '127.0.0.1');
    assert.equal((await behind.get('/metrics', { 'X-Forwarded-For': '192.0.2.1' })).status, 403);
    assert.equal((await behind.get('/metrics', { 'X-Forwarded-For': '127.0.0.1' })).status, 200, 'the proxy saw this machine');
    assert.equal((await behind.get('/healthz', { 'X-Forwarded-For': '192.0.2.1' })).status, 200, 'balancers may ask');
    await behind.stop();
  });

  test('leave the public address once operators have their own, which serves nothing else', async () => {
    const server = await home.serve(home.newData(), '--admin-listen', '127.0.0.1:0', '--log', 'info');
    const { port } = (await logged(server, 'admin-listen'))[0];
    assert.equal((await server.get('/metrics')).status, 404);
    assert.deepEqual([(await server.get('/healthz')).status, (await server.get('/readyz')).status], [200, 200]);
    for (const [path, status] of [['/metrics', 200], ['/healthz', 200], ['/readyz', 200], ['/', 404], ['/api/openapi.json', 404], ['/socket.io/?EIO=4&transport=polling', 404]])
      assert.equal((await ask(port, path, { headers: { host: 'prometheus.example.org' } })).status, status, path);
    await server.stop();
  });

  test('count answers by part of the server and status, with their time', async () => {
    const server = await home.serve(home.newData());
    for (const path of ['/', '/nothing', '/api/openapi.json', '/api/nothing', '/game/nothing', '/healthz']) await server.get(path);
    await server.request('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n');
    const { body } = await server.get('/metrics');
    const count = (route, status) => value(`${body}`, `fourfall_http_responses_total{route="${route}",status="${status}"}`);
    assert.deepEqual([count('page', '2xx'), count('page', '4xx')], [1, 1]);
    assert.deepEqual([count('api', '2xx'), count('api', '4xx')], [1, 1]);
    assert.deepEqual([count('operator', '2xx'), count('bad', '4xx'), count('page', '5xx')], [1, 1, 0]);
    assert.equal(value(`${body}`, 'fourfall_http_seconds_count{route="api"}'), 2);
    assert.equal(value(`${body}`, 'fourfall_http_seconds_bucket{route="page",le="+Inf"}'), 2);
    await server.stop();
  });

  test('are all in docs/operations.md, and those of the alerts exist', async () => {
    const server = await home.serve(home.newData());
    const { body } = await server.get('/metrics');
    await server.stop();
    const types = new Map([...`${body}`.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type]));
    const read = (name) => readFileSync(path(name), 'utf8');
    const section = /\n## Metrics\n(.*?)\n## /s.exec(read('docs/operations.md'))[1];
    const rows = [...section.matchAll(/^\| (`.*?`) \| (\w+) \|/gm)];
    const documented = new Map(rows.flatMap(([, names, type]) => [...names.matchAll(/`(\w+)/g)].map(([, name]) => [name, type])));
    assert.deepEqual([...documented].sort(), [...types].sort());
    for (const [name] of read('packaging/prometheus/alerts.yml').matchAll(/\b(fourfall|process)_\w+/g)) assert.ok(types.has(name.replace(/_(bucket|count)$/, '')), name);
  });

  test('stay reachable while clients have taken every connection', async () => {
    const server = await home.serve(home.newData(), '--admin-listen', '127.0.0.1:0', '--log', 'info', '--max-connections', '2');
    const { port } = (await logged(server, 'admin-listen'))[0];
    const clients = [await enter(server.port), await enter(server.port)];
    assert.match((await ask(port, '/metrics')).body, /^fourfall_connections 3$/m);
    clients.forEach((client) => client.leave());
    await server.stop();
  });
});

describe('the name in the Host header', () => {
  const EVIL = 'evil.example';
  const status = async (server, Host, path = '/', headers = {}) => (await server.get(path, { Host, ...headers })).status;

  test('DNS rebinding: a page of another site gets nothing under its own name', async () => {
    const server = await home.serve(home.newData(), '--log', 'info');
    for (const path of ['/', '/metrics', '/api/openapi.json', '/socket.io/?EIO=4&transport=polling']) assert.equal(await status(server, EVIL, path, { Origin: `http://${EVIL}` }), 421, path);
    const socket = await server.request(handshake('/socket.io/?EIO=4&transport=websocket', { Host: EVIL, Origin: `http://${EVIL}` }), { isUpgrade: true });
    assert.equal(socket.status, 421);
    assert.equal((await logged(server, 'host-refused', 5)).length, 5);
    assert.ok(!server.err.includes(EVIL), 'the log has no text of the client');
    assert.equal(value(`${(await server.get('/metrics')).body}`, 'fourfall_refused_hosts_total'), 5);
    for (const path of ['/healthz', '/readyz']) assert.equal(await status(server, EVIL, path), 200, 'balancers send any name');
    for (const local of ['localhost', '127.0.0.1:8080', '[::1]', '192.168.1.7:8080', 'club-pc', 'club-pc.local', 'pc.lan', 'pc.home.arpa']) assert.equal(await status(server, local), 200, local);
    await server.stop();
  });

  test('a name of --host or --origin is ours, whatever its port; others are not, whoever asks', async () => {
    const server = await home.serve(home.newData(), '--host', 'play.example.org', '--origin', 'https://four.example.com', '--trust-proxy', '127.0.0.1');
    for (const ours of ['play.example.org', 'PLAY.example.org:8443', 'four.example.com']) assert.equal(await status(server, ours), 200, ours);
    assert.equal(await status(server, EVIL), 421);
    assert.equal(await status(server, EVIL, '/', { 'X-Forwarded-For': '8.8.8.8' }), 421);
    await server.stop();
  });

  test('without --host a trusted proxy decides, and --host * allows every name', async () => {
    const behind = await home.serve(home.newData(), '--trust-proxy', '127.0.0.1');
    assert.equal(await status(behind, EVIL, '/', { 'X-Forwarded-For': '8.8.8.8' }), 200);
    await behind.stop();
    const open = await home.serve(home.newData(), '--host', '*');
    assert.equal(await status(open, EVIL), 200);
    await open.stop();
  });
});

describe('own TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fourfall-around-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const use = (made) => [[made.cert, cert], [made.key, key]].forEach(([from, to]) => copyFileSync(from, to));
  after(() => rmSync(folder, { recursive: true }));

  /** The certificate that a new connection is shown. */
  const shown = (port) =>
    new Promise((resolve, reject) => {
      const wire = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(wire.getPeerCertificate().fingerprint256);
        wire.destroy();
      });
      wire.on('error', reject);
    });

  const header = (port, path = '/') =>
    new Promise((resolve, reject) => {
      const wire = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => wire.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`));
      let text = '';
      wire.on('data', (part) => (text += part)).on('end', () => resolve(/^strict-transport-security: (.*)\r$/im.exec(text)?.[1])).on('error', reject);
    });

  test('SIGHUP: new connections get the new certificate, an open one goes on; a bad file changes nothing', async () => {
    use(makeCertificate());
    const server = await home.serve(home.newData(), '--cert', cert, '--key', key, '--log', 'info');
    const first = await shown(server.port);
    const player = await enter(server.port, { url: `https://127.0.0.1:${server.port}`, rejectUnauthorized: false });
    let isLost = false;
    player.socket.on('disconnect', () => (isLost = true));

    use(makeCertificate());
    assert.equal(await shown(server.port), first, 'not before it is told');
    server.child.kill('SIGHUP');
    await logged(server, 'certificate-renewed');
    const second = await shown(server.port);
    assert.notEqual(second, first);
    assert.equal((await player.ask('leave-queue')).error.code, 'not-queued', 'the connection is alive');

    writeFileSync(cert, 'no certificate');
    server.child.kill('SIGHUP');
    assert.match((await logged(server, 'certificate-refused'))[0].problem, /old one stays/);
    assert.equal(await shown(server.port), second);
    assert.equal((await player.ask('leave-queue')).error.code, 'not-queued');
    assert.equal(isLost, false);
    player.leave();
    assert.deepEqual(await server.stop(), { code: 0, signal: null });
  });

  test('without a certificate SIGHUP changes nothing for a service', async () => {
    const server = await home.serve(home.newData(), '--log', 'info');
    server.child.kill('SIGHUP');
    assert.equal((await server.get('/healthz')).status, 200);
    assert.deepEqual(await server.stop(), { code: 0, signal: null });
  });

  test('HSTS: sent over own TLS, for as long as the setting says, and never over http', async () => {
    use(makeCertificate());
    const server = await home.serve(home.newData(), '--cert', cert, '--key', key);
    assert.equal(await header(server.port), 'max-age=15552000');
    assert.equal(await header(server.port, '/nothing'), 'max-age=15552000', 'errors have it, too');
    await server.stop();
    const off = await home.serve(home.newData(), '--cert', cert, '--key', key, '--hsts', '0');
    assert.equal(await header(off.port), undefined);
    await off.stop();
    const plain = await home.serve(home.newData());
    assert.equal((await plain.get('/')).headers['strict-transport-security'], undefined);
    await plain.stop();
  });
});

describe('privacy notice and imprint', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fourfall-legal-'));
  const file = (name, text) => (writeFileSync(join(folder, name), text), join(folder, name));
  after(() => rmSync(folder, { recursive: true }));

  test('come from the operator’s files, as text, in both languages where there are two', async () => {
    const privacy = file('privacy.txt', '# Data\nWe keep <b>nothing</b>.\n');
    file('privacy.de.txt', 'Wir speichern nichts.\n');
    const imprint = file('imprint.txt', 'Ann Example\nStreet 1\n');
    writeFileSync(join(home.web, 'index.html'), '<!doctype html><!--head--><title>Fourfall</title><!--/head-->');
    const server = await home.serve(home.newData(), '--privacy', privacy, '--imprint', imprint);
    const get = async (path, headers) => `${(await server.get(path, headers)).body}`;
    assert.match(await get('/privacy'), /<html lang="en">.*<h1>Privacy<\/h1>\n<h2>Data<\/h2>\n<p>We keep &lt;b&gt;nothing&lt;\/b&gt;\.<\/p>/s);
    assert.match(await get('/privacy', { 'Accept-Language': 'de-AT, en;q=0.5' }), /<html lang="de">.*<h1>Datenschutz<\/h1>\n<p>Wir speichern nichts\.<\/p>/s);
    assert.match(await get('/privacy?lang=de'), /Wir speichern nichts/);
    assert.match(await get('/imprint?lang=de'), /<h1>Impressum<\/h1>\n<p>Ann Example<br>\nStreet 1<\/p>/, 'one file serves both');
    const { headers } = await server.get('/imprint');
    assert.match(headers['content-security-policy'], /^default-src 'none'; style-src/);
    assert.match(await get('/'), /<link rel="privacy-policy" href="\/privacy"><link rel="imprint" href="\/imprint">/);
    await server.stop();
  });

  test('do not exist without files; a file that cannot be used is an error at the start', async () => {
    const server = await home.serve(home.newData());
    assert.deepEqual([(await server.get('/privacy')).status, (await server.get('/imprint')).status], [404, 404]);
    assert.doesNotMatch(`${(await server.get('/')).body}`, /privacy-policy/);
    await server.stop();
    await assert.rejects(home.serve(home.newData(), '--privacy', join(folder, 'nothing.txt')), /cannot use .*nothing\.txt/);
    await assert.rejects(home.serve(home.newData(), '--imprint', file('bad.txt', Buffer.from([0xff, 0xfe]))), /not text in UTF-8/);
  });
});
