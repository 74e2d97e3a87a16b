// `fourfall serve` from the command line and over HTTP, with friendly and with hostile clients. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { makeCertificate } from './certificate.mjs';
import { freePort, path, request, start } from './server_process.mjs';
import { connect, handshake, open, response } from './websocket_client.mjs';

const PROGRAM = process.env.FOURFALL ?? path('build/fourfall');
const BAD_INPUT = 1;
const BAD_USAGE = 2;
const SECRET = 'this must never leave the machine';
const SCRIPT = `console.log(${JSON.stringify('four in a row '.repeat(300))});\n`;
const BIG = Buffer.from(Array.from({ length: 1_500_000 }, (_, i) => (i * 7) & 255));
const FOREVER = 'public, max-age=31536000, immutable';

let home, web, server;

/** The page of these tests: the folder holds public files, its parent files that must not be served. */
function makePage() {
  home = mkdtempSync(join(tmpdir(), 'fourfall-serve-'));
  web = join(home, 'web');
  mkdirSync(join(web, 'sub', '.hidden'), { recursive: true });
  const put = (name, content) => writeFileSync(join(web, name), content);
  for (const type of ['css', 'svg', 'png', 'json', 'webmanifest', 'txt', 'xml', 'js.map', 'bin']) put(`a.${type}`, `content of ${type}`);
  put('index.html', '<!doctype html><title>Fourfall</title>');
  put('app.5KQ2RZ7M.js', SCRIPT);
  put('app.5KQ2RZ7M.js.br', brotliCompressSync(SCRIPT));
  put('app.5KQ2RZ7M.js.gz', gzipSync(SCRIPT));
  put('fourfall.wasm', BIG);
  put('fourfall.wasm.gz', gzipSync(BIG));
  put('empty.txt', '');
  put('with blank.txt', 'blank');
  put('.secret', SECRET);
  put('sub/index.html', '<p>sub</p>');
  put('sub/.hidden/file.txt', SECRET);
  writeFileSync(join(home, 'outside.txt'), SECRET);
  symlinkSync(join(home, 'outside.txt'), join(web, 'link.txt'));
  symlinkSync(home, join(web, 'linked'));
  symlinkSync('index.html', join(web, 'inner.html'));
}

const serve = (...options) => start(PROGRAM, ['serve', '--listen', '127.0.0.1:0', '--web', web, ...options]);

before(async () => {
  makePage();
  server = await serve();
});
after(async () => {
  assert.deepEqual(await server.stop(), { code: 0, signal: null });
  assert.equal(server.err, '');
  rmSync(home, { recursive: true });
});

/** The refusal of a command line that must fail: one line, without "fourfall: " in front. */
function refusal(wanted, args, program = PROGRAM) {
  const run = spawnSync(program, ['serve', ...args], { encoding: 'utf8', timeout: 120_000 });
  assert.match(run.stderr, /^fourfall: [^\n]+\n$/);
  assert.deepEqual([run.status, run.stdout], [wanted, ''], run.stderr);
  return run.stderr.slice('fourfall: '.length, -1);
}

describe('starting', () => {
  test('it prints one line with its address and actual port', () => {
    assert.equal(server.out, `Fourfall is running at http://localhost:${server.port}\n`);
    assert.ok(server.port > 0);
  });

  test('a port in use is refused with the reason', () => {
    assert.equal(
      refusal(BAD_INPUT, ['--listen', `127.0.0.1:${server.port}`, '--web', web]),
      `cannot listen on 127.0.0.1 port ${server.port}: another program is listening there already`,
    );
  });

  test('an address of another machine is refused', () => {
    assert.match(refusal(BAD_INPUT, ['--listen', '192.0.2.1:8080', '--web', web]), /^cannot listen on 192\.0\.2\.1 port 8080: the address cannot be used/);
    assert.match(refusal(BAD_INPUT, ['--listen', '999.1.1.1:8080', '--web', web]), /the address cannot be used/);
  });

  test('a folder that is missing, a file, empty or without index.html is refused by name', () => {
    const empty = join(home, 'empty');
    mkdirSync(empty);
    assert.equal(refusal(BAD_INPUT, ['--web', join(home, 'nowhere')]), `the page in '${join(home, 'nowhere')}': the folder is not there or cannot be read`);
    assert.match(refusal(BAD_INPUT, ['--web', join(home, 'outside.txt')]), /the folder is not there or cannot be read$/);
    assert.match(refusal(BAD_INPUT, ['--web', empty]), /has no index\.html$/);
    writeFileSync(join(empty, 'index.html.gz'), 'x');
    assert.match(refusal(BAD_INPUT, ['--web', empty]), /has no index\.html$/);
  });

  test('a folder too big for a page is refused', () => {
    const huge = join(home, 'huge');
    mkdirSync(huge);
    writeFileSync(join(huge, 'index.html'), '');
    truncateSync(join(huge, 'index.html'), 65 * 1024 * 1024);
    assert.match(refusal(BAD_INPUT, ['--web', huge]), /holds more than a page/);
  });

  test('the page is found beside the program and in an installation', async () => {
    const bin = join(home, 'installed', 'bin');
    const program = join(bin, 'fourfall');
    mkdirSync(bin, { recursive: true });
    copyFileSync(PROGRAM, program);
    assert.match(refusal(BAD_INPUT, ['--listen', '127.0.0.1:0'], program), /^the web page was not found; build it with 'make web' or name its folder with --web$/);
    for (const folder of [join(home, 'installed', 'share', 'fourfall', 'web'), join(bin, 'web')]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'index.html'), folder);
      const own = await start(program, ['serve', '--listen', '127.0.0.1:0']);
      assert.equal((await own.get('/')).body.toString(), folder);
      assert.deepEqual(await own.stop(), { code: 0, signal: null });
    }
  });

  for (const [what, args] of [
    ['an address without a port', ['--listen', '127.0.0.1']],
    ['a port that is not a number', ['--listen', '127.0.0.1:http']],
    ['a port beyond 65535', ['--listen', '127.0.0.1:65536']],
    ['a name for an address', ['--listen', 'example.org:80']],
    ['a certificate without its key', ['--cert', 'a.pem']],
    ['a key without its certificate', ['--key', 'a.pem']],
    ['a time that is not a number', ['--request-timeout', 'soon']],
    ['a time too short', ['--request-timeout', '1']],
    ['an unknown option', ['--frob']],
    ['an argument', ['frob']],
  ])
    test(`${what} is bad usage`, () => void refusal(BAD_USAGE, args));

  test('IPv6 and all addresses work', async () => {
    for (const listen of ['0.0.0.0:0', ':0']) {
      const own = await start(PROGRAM, ['serve', '--listen', listen, '--web', web]);
      assert.equal((await own.get('/healthz')).status, 200);
      assert.deepEqual(await own.stop(), { code: 0, signal: null });
    }
  });
});

describe('stopping', () => {
  for (const signal of ['SIGTERM', 'SIGINT'])
    test(`${signal} ends it with status 0, connections or not`, async () => {
      const own = await serve();
      const idle = await connect(own.port);
      idle.write(request('GET', '/'));
      await response(idle);
      const half = await connect(own.port);
      half.write('GET / HT');
      assert.deepEqual(await own.stop(signal), { code: 0, signal: null });
      assert.equal(own.err, '');
      await Promise.all([idle.closed(), half.closed()]);
    });

  test('a client of the game gets close code 1001', async () => {
    const own = await serve(), ws = await open(own.port, '/socket.io/?EIO=4&transport=websocket');
    const closed = ws.close();
    assert.deepEqual(await own.stop(), { code: 0, signal: null });
    assert.equal((await closed).code, 1001);
  });

  test('the port can be used again at once', async () => {
    const at = async (port) => start(PROGRAM, ['serve', '--listen', `127.0.0.1:${port}`, '--web', web]);
    const own = await at(await freePort());
    await own.get('/');
    await own.stop();
    const again = await at(own.port);
    assert.deepEqual(await again.stop(), { code: 0, signal: null });
  });
});

describe('files', () => {
  test('/ and a folder with a trailing slash serve index.html', async () => {
    assert.equal((await server.get('/')).body.toString(), '<!doctype html><title>Fourfall</title>');
    assert.equal((await server.get('/index.html')).body.toString(), '<!doctype html><title>Fourfall</title>');
    assert.equal((await server.get('/sub/')).body.toString(), '<p>sub</p>');
    assert.equal((await server.get('/sub')).status, 404);
    assert.equal((await server.get('/?v=1')).status, 200);
    assert.equal((await server.get('/with%20blank.txt')).body.toString(), 'blank');
    const empty = await server.get('/empty.txt');
    assert.deepEqual([empty.status, empty.headers['content-length']], [200, '0']);
  });

  test('content types', async () => {
    for (const [name, type] of [
      ['/', 'text/html; charset=utf-8'],
      ['/app.5KQ2RZ7M.js', 'text/javascript; charset=utf-8'],
      ['/a.css', 'text/css; charset=utf-8'],
      ['/fourfall.wasm', 'application/wasm'],
      ['/a.svg', 'image/svg+xml'],
      ['/a.png', 'image/png'],
      ['/a.json', 'application/json'],
      ['/a.webmanifest', 'application/manifest+json'],
      ['/a.txt', 'text/plain; charset=utf-8'],
      ['/a.xml', 'application/xml'],
      ['/a.js.map', 'application/json'],
      ['/a.bin', 'application/octet-stream'],
    ])
      assert.equal((await server.get(name)).headers['content-type'], type, name);
  });

  test('files with a hash in their names are immutable, others revalidated', async () => {
    assert.equal((await server.get('/app.5KQ2RZ7M.js')).headers['cache-control'], FOREVER);
    for (const name of ['/', '/fourfall.wasm', '/nowhere.5KQ2RZ7M.js']) assert.equal((await server.get(name)).headers['cache-control'], 'no-cache', name);
  });

  test('the variant is chosen by Accept-Encoding', async () => {
    const ask = (accept, name = '/app.5KQ2RZ7M.js') => server.get(name, accept === undefined ? {} : { 'Accept-Encoding': accept });
    for (const [accept, coding, decode] of [
      [undefined, undefined, String],
      ['identity', undefined, String],
      ['gzip', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['br;q=0.1, gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0', undefined, String],
    ]) {
      const answer = await ask(accept);
      assert.equal(answer.headers['content-encoding'], coding, accept);
      assert.equal(answer.headers.vary, 'Accept-Encoding');
      assert.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8');
      assert.equal(decode(answer.body).toString(), SCRIPT);
    }
    const wasm = await ask('br, gzip', '/fourfall.wasm');
    assert.equal(wasm.headers['content-encoding'], 'gzip', 'there is no Brotli variant');
    assert.ok(gunzipSync(wasm.body).equals(BIG));
    assert.equal((await ask('br, gzip', '/')).headers.vary, undefined, 'nothing to choose');
    assert.equal((await ask('gzip', '/app.5KQ2RZ7M.js.gz')).status, 404, 'a variant has no address of its own');
  });

  test('a file the client already has gets 304', async () => {
    const first = await server.get('/app.5KQ2RZ7M.js', { 'Accept-Encoding': 'br' });
    const tag = first.headers.etag;
    assert.match(tag, /^"[0-9a-f]{16}"$/);
    for (const match of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const again = await server.get('/app.5KQ2RZ7M.js', { 'Accept-Encoding': 'br', 'If-None-Match': match });
      assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, tag], match);
      assert.deepEqual([again.headers['cache-control'], again.headers.vary], [FOREVER, 'Accept-Encoding']);
    }
    assert.equal((await server.get('/app.5KQ2RZ7M.js', { 'Accept-Encoding': 'gzip', 'If-None-Match': tag })).status, 200, 'that is another variant');
    assert.equal((await server.get('/', { 'If-None-Match': tag })).status, 200);
  });

  test('HEAD gets the headers of GET', async () => {
    const wire = await connect(server.port);
    wire.write(request('HEAD', '/fourfall.wasm') + request('GET', '/fourfall.wasm'));
    const head = await response(wire, { isHead: true });
    const get = await response(wire);
    delete head.headers.date;
    delete get.headers.date;
    assert.deepEqual(head.headers, get.headers);
    assert.equal(head.headers['content-length'], `${BIG.length}`);
    assert.ok(get.body.equals(BIG));
    wire.destroy();
  });

  test('methods other than GET and HEAD get 405, unknown ones 501', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await server.request(request(method, '/'));
      assert.deepEqual([answer.status, answer.headers.allow], [405, 'GET, HEAD'], method);
    }
    for (const method of ['FROB', 'TRACE', 'CONNECT', 'PROPFIND']) assert.equal((await server.request(request(method, '/'))).status, 501, method);
  });

  test('a missing file gets a 404 page', async () => {
    const answer = await server.get('/nowhere');
    assert.equal(answer.status, 404);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assert.match(answer.body.toString(), /Page not found/);
    assert.doesNotMatch(answer.body.toString(), /<script|<style|style=/);
  });

  test('/healthz answers ok', async () => {
    const answer = await server.get('/healthz');
    assert.deepEqual([answer.status, answer.body.toString(), answer.headers['cache-control']], [200, 'ok', 'no-store']);
    assert.equal((await server.request(request('POST', '/healthz'))).status, 405);
  });

  test('there is no WebSocket at /', async () => {
    assert.equal((await server.request(handshake('/'))).status, 400);
  });

  test('the page is served as it was at the start while its files are replaced', async () => {
    const own = await serve();
    writeFileSync(join(web, 'a.txt'), 'another version');
    assert.equal((await own.get('/a.txt')).body.toString(), 'content of txt');
    writeFileSync(join(web, 'a.txt'), 'content of txt');
    await own.stop();
  });
});

describe('nothing leaves the folder', () => {
  const targets = [
    '/../outside.txt',
    '/sub/../../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/%2e%2e%2foutside.txt',
    '/.%2e/outside.txt',
    '/%252e%252e/outside.txt',
    '/%252e%252e%252foutside.txt',
    '/..%5coutside.txt',
    '/..\\outside.txt',
    '/sub\\..\\..\\outside.txt',
    '/....//outside.txt',
    '/..;/outside.txt',
    '//outside.txt',
    '//etc/passwd',
    '/./../outside.txt',
    '/%c0%ae%c0%ae/outside.txt',
    '/%u002e%u002e/outside.txt',
    '/outside.txt',
    '/link.txt',
    '/linked/outside.txt',
    '/linked/',
    '/inner.html',
    '/.secret',
    '/%2esecret',
    '/sub/.hidden/file.txt',
    '/.',
    '/..',
    '/../',
    '/sub/..',
    '/./',
    '/index.html/',
    '/index.html%00.txt',
    '/a.txt%00',
    '/%00',
    '/a.txt%0a',
    '/a.txt?/../../outside.txt/..%00',
    'http://localhost/../outside.txt',
    'file:///etc/passwd',
    '../outside.txt',
    '*',
    '',
  ];
  test('every attempt to leave the folder gets 404 or 400', async () => {
    for (const target of targets) {
      const answer = await server.request(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
      assert.ok([404, 400].includes(answer?.status), `${target}: ${answer?.status}`);
      assert.doesNotMatch(answer.body.toString('latin1'), /never leave|root:|outside|secret/, target);
    }
  });

  test('folders are not listed', async () => {
    for (const target of ['/sub', '/linked', '/sub/.hidden/']) assert.equal((await server.get(target)).status, 404, target);
  });

  test('paths with any single byte are served or refused, and the server keeps running', async () => {
    for (let byte = 0; byte < 256; byte++) {
      const wire = await connect(server.port);
      wire.write(Buffer.concat([Buffer.from('GET /'), Buffer.from([byte]), Buffer.from(' HTTP/1.1\r\nHost: a\r\n\r\n')]));
      const answer = await response(wire);
      assert.ok([200, 400, 404].includes(answer?.status), `${byte}: ${answer?.status}`);
      if (byte <= 0x20 || byte >= 0x7f) assert.equal(answer.status, 400, `${byte}`);
      wire.destroy();
    }
    assert.equal((await server.get('/healthz')).status, 200);
  });
});

describe('security headers', () => {
  const wanted = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  test('are on every response, including refusals', async () => {
    for (const text of [
      request('GET', '/'),
      request('GET', '/nowhere'),
      request('GET', '/healthz'),
      request('POST', '/'),
      request('GET', '/', { 'If-None-Match': '*' }),
      request('FROB', '/'),
      request('GET', `/${'a'.repeat(5000)}`),
      request('GET', '/', { 'X-Long': 'a'.repeat(9000) }),
      request('POST', '/', { 'Content-Length': 1e9 }),
      'nonsense\r\n\r\n',
    ]) {
      const { headers } = await server.request(text);
      for (const [name, value] of Object.entries(wanted)) assert.equal(headers[name], value, `${name} on ${text.slice(0, 30)}`);
      const policy = headers['content-security-policy'];
      assert.match(policy, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; /);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval'(?<!wasm-unsafe-eval')|\*/);
      assert.match(headers['permissions-policy'], /camera=\(\)/);
    }
  });
});

describe('limits', () => {
  test('requests that are too long are refused with their status', async () => {
    for (const [status, text] of [
      [414, request('GET', `/${'a'.repeat(5000)}`)],
      [414, `GET /${'a'.repeat(1_000_000)}`],
      [431, request('GET', '/', { 'X-Long': 'a'.repeat(9000) })],
      [431, `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(100_000)}`],
      [413, request('POST', '/', { 'Content-Length': 65_537 })],
      [413, request('POST', '/', { 'Content-Length': '9'.repeat(30) })],
    ])
      assert.equal((await server.request(text))?.status, status, text.slice(0, 40));
  });

  test('slow requests are cut and do not delay others', async () => {
    const own = await serve('--request-timeout', '3000');
    const slow = await Promise.all(Array.from({ length: 30 }, () => connect(own.port)));
    slow.forEach((wire) => wire.write('GET / HTTP/1.1\r\nX-Slow: '));
    const drip = setInterval(() => slow.forEach((wire) => wire.write('a')), 50).unref();
    assert.equal((await own.get('/')).status, 200);
    for (const wire of slow) {
      await wire.closed();
      assert.equal(wire.received.length, 0);
    }
    clearInterval(drip);
    assert.deepEqual(await own.stop(), { code: 0, signal: null });
  });
});

describe('many at once', () => {
  test("Node's own client: 200 requests over 20 kept connections", async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 20 });
    const sockets = new Set();
    const get = (name) =>
      new Promise((resolve, reject) => {
        const asked = http.get({ port: server.port, host: '127.0.0.1', path: name, agent }, (answer) => {
          const parts = [];
          sockets.add(answer.socket);
          answer.on('data', (part) => parts.push(part)).on('end', () => resolve(Buffer.concat(parts)));
        });
        asked.on('error', reject);
      });
    const bodies = await Promise.all(Array.from({ length: 200 }, (_, i) => get(i % 2 ? '/fourfall.wasm' : '/')));
    bodies.forEach((body, i) => assert.equal(body.length, i % 2 ? BIG.length : 38, `${i}`));
    assert.ok(sockets.size <= 20, `${sockets.size} connections`);
    agent.destroy();
  });

  test('500 connections at once are all answered', async () => {
    const wires = await Promise.all(Array.from({ length: 500 }, () => connect(server.port)));
    wires.forEach((wire) => wire.write(request('GET', '/')));
    for (const wire of wires) {
      assert.equal((await response(wire)).status, 200);
      wire.destroy();
    }
  });
});

describe('TLS', () => {
  let secure;
  const HUGE = Buffer.alloc(20_000_000, BIG);
  before(async () => {
    const { cert, key } = makeCertificate();
    writeFileSync(join(web, 'huge.bin'), HUGE);
    secure = await serve('--cert', cert, '--key', key);
  });
  after(async () => {
    assert.deepEqual(await secure.stop(), { code: 0, signal: null });
    assert.equal(secure.err, '');
  });
  const dial = () => connect(secure.port, { secure: true });

  test('the first line names https', () => {
    assert.equal(secure.out, `Fourfall is running at https://localhost:${secure.port}\n`);
  });

  test('several clients get a huge file whole while another does not read', async () => {
    const lazy = await dial();
    lazy.socket.pause();
    lazy.write(request('GET', '/huge.bin'));
    const wires = await Promise.all([1, 2, 3].map(dial));
    wires.forEach((wire) => wire.write(request('GET', '/huge.bin')));
    for (const wire of wires) {
      assert.ok((await response(wire)).body.equals(HUGE));
      wire.destroy();
    }
    lazy.socket.resume();
    assert.ok((await response(lazy)).body.equals(HUGE));
    lazy.destroy();
  });

  test('compressed variants and kept connections work', async () => {
    const wire = await dial();
    for (let i = 0; i < 3; i++) {
      wire.write(request('GET', '/fourfall.wasm', { 'Accept-Encoding': 'gzip' }));
      assert.ok(gunzipSync((await response(wire)).body).equals(BIG));
    }
    wire.destroy();
  });
});
