// What `fourfall serve` can be told, and where: flags, environment, a file. FOURFALL names another program to test.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { enter, sendAllAway } from './players.mjs';
import { path, request, start } from './server_process.mjs';
import { connect, response } from './websocket_client.mjs';

const PROGRAM = process.env.FOURFALL ?? path('build/fourfall');
const BAD_INPUT = 1;
const BAD_USAGE = 2;
const PATIENT = ['--timeout', '60000']; // of health, on a machine that has much else to do
let home;

before(() => {
  home = mkdtempSync(join(tmpdir(), 'fourfall-config-'));
  mkdirSync(join(home, 'web'));
  writeFileSync(join(home, 'web', 'index.html'), '<!doctype html><title>Fourfall</title>');
});
after(() => {
  sendAllAway();
  rmSync(home, { recursive: true });
});

const run = (args, env = {}) => spawnSync(PROGRAM, args, { encoding: 'utf8', timeout: 120_000, env: { PATH: process.env.PATH, ...env } });

/** The file of these lines. */
function file(...lines) {
  const name = join(home, 'fourfall.conf');
  writeFileSync(name, lines.map((line) => `${line}\n`).join(''));
  return name;
}

/** What holds: { name: [value, source] }. */
function settings(args, env) {
  const { status, stdout, stderr } = run(['serve', '--print-config', ...args], env);
  assert.deepEqual([status, stderr], [0, '']);
  const lines = stdout.trimEnd().split('\n').map((line) => /^(?:# )?([a-z-]+) =\s*(.*?)\s+# (.+)$/.exec(line));
  return Object.fromEntries(lines.map(([, name, value, source]) => [name, [value, source]]));
}

function refused(args, env, wanted, status = BAD_USAGE) {
  const result = run(['serve', ...args], env);
  assert.deepEqual([result.status, result.stdout, result.stderr], [status, '', `fourfall: ${wanted}\n`]);
}

describe('which one wins', () => {
  test('a flag over the environment, that over the file, that over the default', () => {
    const config = file('grace = 1001', 'think = 101', 'confirm = 2001');
    const env = { FOURFALL_GRACE: '1002', FOURFALL_THINK: '102' };
    const all = settings(['--config', config, '--grace', '1003'], env);
    assert.deepEqual(all.grace, ['1003', 'from the command line']);
    assert.deepEqual(all.think, ['102', 'from the environment']);
    assert.deepEqual(all.confirm, ['2001', 'from the file']);
    assert.deepEqual(all.listen, ['127.0.0.1:8080', 'default']);
    assert.deepEqual(all.data, ['', 'default: a temporary folder']);
  });

  test('the file may be named by the environment, and by a flag, which wins', () => {
    const config = file('grace = 1001');
    assert.deepEqual(settings([], { FOURFALL_CONFIG: config }).grace, ['1001', 'from the file']);
    assert.deepEqual(settings([`--config=${config}`], { FOURFALL_CONFIG: join(home, 'nowhere') }).grace, ['1001', 'from the file']);
  });

  test('a list is replaced as a whole', () => {
    const config = file('origin = https://a.org', 'origin = https://b.org');
    assert.equal(settings(['--config', config]).origin[0], 'https://a.org,https://b.org');
    assert.equal(settings(['--config', config], { FOURFALL_ORIGIN: 'https://c.org, https://d.org' }).origin[0], 'https://c.org,https://d.org');
    assert.equal(settings(['--origin', 'https://e.org', '--origin=*'], { FOURFALL_ORIGIN: 'https://c.org' }).origin[0], 'https://e.org,*');
  });

  test('an empty variable is none', () => {
    assert.deepEqual(settings([], { FOURFALL_GRACE: '', FOURFALL_CONFIG: '' }).grace, ['60000', 'default']);
  });

  test('what is printed is a file that says the same', () => {
    const args = ['--listen', '[::1]:81', '--origin', '*', '--trust-proxy', '10.0.0.0/8', '--limit-chat', '6/700', '--log', 'info', '--data', '/a b'];
    const printed = run(['serve', '--print-config', ...args]).stdout;
    const again = settings(['--config', file(printed)]);
    for (const [name, [value]] of Object.entries(settings(args))) assert.equal(again[name][0], value, name);
  });
});

describe('a password in a URL', () => {
  const printed = (name, url) => settings(['--database', 'postgres://h/d', `--${name}`, url])[name][0];

  test('is not printed', () => {
    assert.equal(printed('database', 'postgres://club:secret@db:5432/four'), 'postgres://club:***@db:5432/four');
    assert.equal(printed('database', 'postgresql://db/four?password=secret&sslmode=require'), 'postgresql://db/four?password=***&sslmode=require');
    assert.equal(printed('database', 'postgres://a:secret@db/four?password=secret'), 'postgres://a:***@db/four?password=***');
    assert.equal(printed('redis', 'redis://:secret@cache:6379/2'), 'redis://:***@cache:6379/2');
  });

  test('and a URL without one is printed whole', () => {
    for (const url of ['postgres://club@[::1]:5432/four', 'postgres://one:1,two:2/four?target_session_attrs=read-write'])
      assert.equal(printed('database', url), url);
  });

  test('is not repeated in a refusal', () => {
    refused(['--database', 'mysql://club:secret@db/four'], {}, '--database takes an address like postgres://HOST/NAME');
    refused(['--database', 'postgres://h/d', '--redis', 'http://:secret@h'], {}, '--redis takes an address like redis://HOST');
  });
});

describe('mistakes are told where they are', () => {
  test('in the file, with its line', () => {
    const config = file('# mine', 'grace = soon');
    refused(['--config', config], {}, `${config}:2: grace must be a whole number between 100 and 86400000, not 'soon'`);
    file('graze = 100');
    refused(['--config', config], {}, `${config}:1: unknown setting: graze`);
    file('grace');
    refused(['--config', config], {}, `${config}:1: expected 'name = value'`);
    refused(['--config', join(home, 'nowhere')], {}, `cannot read '${join(home, 'nowhere')}': No such file or directory`);
  });

  test('in the environment, by the name of the variable', () => {
    refused([], { FOURFALL_LOG: 'loud' }, "FOURFALL_LOG takes quiet or info, not 'loud'");
    refused([], { FOURFALL_TRUST_PROXY: 'proxy.example.org' }, "FOURFALL_TRUST_PROXY takes addresses like 10.0.0.7, 10.0.0.0/8 or fd00::/8, not 'proxy.example.org'");
  });

  test('also where another value would win', () => {
    refused(['--grace', '1000'], { FOURFALL_GRACE: 'x' }, "FOURFALL_GRACE must be a whole number between 100 and 86400000, not 'x'");
  });

  test('on the command line', () => {
    refused(['--limit-chat', '5'], {}, "--limit-chat takes BURST/MS (a burst up to 1000000, and up to 600000 milliseconds to refill one), as in 80/50, not '5'");
    refused(['--config'], {}, "option '--config' needs a value");
    refused(['--grace'], {}, "option '--grace' needs a value");
    refused(['--frob', 'x'], {}, "unknown option '--frob' (see --help)");
    refused([], { FOURFALL_CERT: 'a.pem' }, '--cert and --key go together');
    refused(['--redis', 'redis://h'], {}, '--redis needs --database');
    refused(['--database-password', 'f'], {}, '--database-password needs --database');
    refused(['--database', 'postgres://h/d', '--redis-password', 'f'], {}, '--redis-password needs --redis');
    refused(['--node-address', '10.0.0.11:8080'], {}, '--node-address needs --database');
    for (const address of ['0.0.0.0:8080', ':8080', '[::]:8080', '10.0.0.11:0', '10.0.11:8080'])
      refused(['--database', 'postgres://h/d', '--node-address', address], {}, '--node-address takes one address of this machine, as in 10.0.0.11:8080');
  });
});

describe('it does what it was told', () => {
  test('a server by its environment and its file alone', async () => {
    const env = { FOURFALL_LISTEN: '127.0.0.1:0', FOURFALL_CONFIG: file(`web = ${join(home, 'web')}`, 'limit-connection = 12/60000 # no more') };
    Object.assign(process.env, env);
    const server = await start(PROGRAM, ['serve']).finally(() => Object.keys(env).forEach((name) => delete process.env[name]));
    const player = await enter(server.port); // 1 unit
    for (let i = 0; i < 11; i++) assert.equal((await player.ask('leave-queue')).error?.code, 'not-queued');
    assert.equal((await player.ask('leave-queue')).error?.code, 'slow-down');
    player.leave();
    await server.stop();
  });

  test('chat, nonsense, clients and games have the limits they were given', async () => {
    const args = ['serve', '--listen', '127.0.0.1:0', '--web', join(home, 'web'), '--limit-chat', '1/600000', '--limit-nonsense', '2/600000', '--max-clients', '2', '--max-games', '1'];
    const server = await start(PROGRAM, args);
    const ann = await enter(server.port), bob = await enter(server.port);
    await assert.rejects(enter(server.port), /deferred/);
    const { gameId } = await ann.must('create-game', { level: 'easy' });
    assert.equal((await bob.ask('create-game', { level: 'easy' })).error?.code, 'server-full');
    await ann.must('chat-message', { gameId, quick: 1 });
    assert.equal((await ann.ask('chat-message', { gameId, quick: 1 })).error?.code, 'slow-down');
    for (let i = 0; i < 2; i++) assert.equal((await bob.ask('frob')).error?.code, 'no-such-event');
    const gone = new Promise((resolve) => bob.socket.once('disconnect', resolve));
    bob.socket.emit('frob');
    assert.equal(await gone, 'io server disconnect');
    ann.leave();
    await server.stop();
  });

  test('where the system grants fewer descriptors there are fewer connections, and some descriptors are kept back', async () => {
    const serve = ['serve', '--listen', '127.0.0.1:0', '--web', join(home, 'web'), '--log', 'info'];
    for (const [args, wanted] of [[['--max-connections', '50'], 50], [['--max-connections', '5000'], 600 - 256]]) {
      const server = await start('prlimit', ['--nofile=600', PROGRAM, ...serve, ...args]);
      assert.match(String((await server.get('/metrics')).body), new RegExp(`^fourfall_connections_max ${wanted}$`, 'm'));
      await server.stop();
      assert.equal(JSON.parse(server.err.split('\n')[0])['connections-max'], wanted);
    }
  });

  test('a connection too many is closed on arrival, and counted', async () => {
    const server = await start(PROGRAM, ['serve', '--listen', '127.0.0.1:0', '--web', join(home, 'web'), '--max-connections', '2']);
    const [idle, other, late] = [await connect(server.port), await connect(server.port), await connect(server.port)];
    await late.closed();
    other.write(request('GET', '/metrics'));
    assert.match(String((await response(other)).body), /^fourfall_refused_connections_total 1$/m);
    [idle, other].forEach((wire) => wire.destroy());
    await server.stop();
  });

  test('an address begins only so many sessions, and those it has go on', async () => {
    const server = await start(PROGRAM, ['serve', '--listen', '127.0.0.1:0', '--web', join(home, 'web'), '--limit-address', '6/600000']);
    const polling = '/socket.io/?EIO=4&transport=polling', begun = [];
    for (let i = 0; i < 3; i++) begun.push(JSON.parse(String((await server.get(polling)).body).slice(1)).sid);
    for (const more of ['', '&sid=']) assert.equal((await server.get(polling + more)).status, 429, more);
    assert.equal((await server.get(`${polling}&sid=x&sid=`)).status, 400, 'the first sid counts, and there is no such session');
    const connected = await server.request(request('POST', `${polling}&sid=${begun[0]}`, { 'Content-Type': 'text/plain' }, '40'));
    assert.equal(connected.status, 200);
    assert.equal((await server.get('/')).status, 200);
    await server.stop();
  });

  test('who only begins sessions is refused at twice the clients, over polling and WebSocket, and others are served', async () => {
    const server = await start(PROGRAM, ['serve', '--listen', '127.0.0.1:0', '--web', join(home, 'web'), '--max-clients', '2']);
    const player = await enter(server.port);
    const polling = '/socket.io/?EIO=4&transport=polling', socket = '/socket.io/?EIO=4&transport=websocket';
    for (let i = 0; i < 3; i++) assert.equal((await server.get(polling)).status, 200);
    const upgrade = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': 13, 'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==' };
    for (const full of [await server.get(polling), await server.get(socket, upgrade)]) {
      assert.equal(full.status, 503);
      assert.match(String(full.body), /full/);
    }
    assert.equal((await player.ask('leave-queue')).error?.code, 'not-queued');
    player.leave();
    await server.stop();
  });
});

describe('health', () => {
  test('a server that is well, by --url and by its own settings', async () => {
    const server = await start(PROGRAM, ['serve', '--listen', '127.0.0.1:0', '--web', join(home, 'web')]);
    const asked = run(['health', '--url', `http://localhost:${server.port}/readyz`, ...PATIENT]);
    assert.deepEqual([asked.status, asked.stdout, asked.stderr], [0, 'ready\n', '']);
    const found = run(['health', ...PATIENT], { FOURFALL_LISTEN: `0.0.0.0:${server.port}` });
    assert.deepEqual([found.status, found.stdout], [0, 'ok\n']);
    const config = file(`listen = 127.0.0.1:${server.port}`);
    assert.equal(run(['health', '--config', config, ...PATIENT]).status, 0);
    const wrong = run(['health', '--url', `http://127.0.0.1:${server.port}/nowhere`, ...PATIENT]);
    assert.equal(wrong.status, BAD_INPUT);
    assert.match(wrong.stderr, /^fourfall: the server is not healthy: 404 /);
    await server.stop();
    const gone = run(['health', '--url', `http://127.0.0.1:${server.port}/`]);
    assert.equal(gone.status, BAD_INPUT);
    assert.match(gone.stderr, /^fourfall: the server at 127\.0\.0\.1 port \d+ does not answer: /);
  });

  describe('with TLS', () => {
    const NAMES = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
    /** A self-signed certificate, valid for so many days from now: {cert, key}. */
    const certificate = (name, days, ...options) => {
      const [cert, key, wanted] = ['cert', 'key', 'request'].map((part) => join(home, `${name}.${part}.pem`));
      const openssl = (...args) => assert.equal(spawnSync('openssl', args).status, 0, args.join(' '));
      openssl('req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=play.example.org', '-keyout', key, '-out', wanted, ...options);
      openssl('x509', '-req', '-in', wanted, '-signkey', key, '-days', `${days}`, '-copy_extensions', 'copy', '-out', cert);
      return { cert, key };
    };
    const serveWith = ({ cert, key }) => start(PROGRAM, ['serve', '--listen', '127.0.0.1:0', '--web', join(home, 'web'), '--cert', cert, '--key', key]);
    const own = (server, { cert, key }) => run(['health', ...PATIENT], { FOURFALL_LISTEN: `127.0.0.1:${server.port}`, FOURFALL_CERT: cert, FOURFALL_KEY: key });
    const asked = (server, host, ...options) => run(['health', '--url', `https://${host}:${server.port}/healthz`, ...options, ...PATIENT]);
    const assertWell = ({ status, stdout, stderr }) => assert.deepEqual([status, stdout, stderr], [0, 'ok\n', '']);
    const assertRefused = ({ status, stdout, stderr }, why) => {
      assert.deepEqual([status, stdout], [BAD_INPUT, ''], stderr);
      assert.match(stderr, /^fourfall: the server at \S+ port \d+ has a certificate that is not trusted: /);
      assert.match(stderr, why);
    };
    let good, other, server;
    before(async () => {
      good = certificate('good', 2, '-addext', NAMES);
      other = certificate('other', 2, '-addext', NAMES);
      server = await serveWith(good);
    });
    after(() => server.stop());

    test('the issuer named by --ca is trusted, for the names in the certificate', () => {
      for (const host of ['localhost', '127.0.0.1']) assertWell(asked(server, host, '--ca', good.cert));
    });

    test('a self-signed certificate is refused unless --ca names it', () => {
      assertRefused(asked(server, 'localhost'), /self.signed certificate/);
      assertRefused(asked(server, 'localhost', '--ca', other.cert), /self.signed certificate/);
    });

    test('a certificate for another host is refused', async () => {
      const elsewhere = certificate('elsewhere', 2);
      const wrong = await serveWith(elsewhere);
      assertRefused(asked(wrong, 'localhost', '--ca', elsewhere.cert), /hostname mismatch/i);
      assertRefused(asked(wrong, '127.0.0.1', '--ca', elsewhere.cert), /IP address mismatch/i);
      assertWell(own(wrong, elsewhere)); // its own settings name the certificate, not the host
      await wrong.stop();
    });

    test('without --url the server must show the certificate of its settings', () => {
      assertWell(own(server, good));
      assertRefused(own(server, other), /does not show the certificate in /);
      const missing = own(server, { cert: join(home, 'nowhere.pem'), key: good.key });
      assertRefused(missing, /nowhere\.pem holds no certificate that can be read/);
    });

    test('an expired certificate is refused', async () => {
      const expired = certificate('expired', -1, '-addext', NAMES);
      const old = await serveWith(expired);
      assertRefused(asked(old, 'localhost', '--ca', expired.cert), /certificate has expired/);
      assertRefused(own(old, expired), /is not valid today/);
      await old.stop();
    });

    test('a file without certificates, a server without TLS', async () => {
      const empty = asked(server, 'localhost', '--ca', good.key);
      assert.match(empty.stderr, /does not answer: \S+ holds no certificates that can be read\n$/);
      const plain = await start(PROGRAM, ['serve', '--listen', '127.0.0.1:0', '--web', join(home, 'web')]);
      assert.match(asked(plain, 'localhost').stderr, /does not answer: the TLS handshake failed/);
      await plain.stop();
    });
  });

  /** Asks a server that does this with each connection: { status, text }. */
  async function askServer(onConnection, timeout) {
    const { createServer } = await import('node:net');
    const { spawn } = await import('node:child_process');
    const server = createServer((socket) => onConnection(socket.on('error', () => {}))).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const child = spawn(PROGRAM, ['health', '--url', `http://127.0.0.1:${server.address().port}/`, '--timeout', `${timeout}`]);
    let text = '';
    child.stdout.on('data', (data) => (text += data));
    child.stderr.on('data', (data) => (text += data));
    const status = await new Promise((resolve) => child.on('close', resolve));
    server.close();
    server.unref();
    return { status, text };
  }
  const NEVER = 60_000;
  for (const [what, onConnection, timeout, wanted, why] of [
    ['a server that says nothing is not waited for', () => {}, 200, BAD_INPUT, /does not answer: no answer in time\n$/],
    ['half an answer is none', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nok'), 300, BAD_INPUT, /does not answer: no answer in time\n$/],
    ['a server that closes at once does not answer', (socket) => socket.end(), NEVER, BAD_INPUT, /does not answer: the connection was closed\n$/],
    ['an answer that is not HTTP is none', (socket) => socket.end('220 mail.example.org\r\n\r\n'), NEVER, BAD_INPUT, /does not answer: the answer is not HTTP\n$/],
    ['a long answer is cut', (socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(9000)}\r\n\r\n${'y'.repeat(100_000)}`), NEVER, 0, /^y{256}\n$/],
    ['an answer may come in pieces', (socket) => [...'HTTP/1.1 503 No\r\n\r\nlater'].forEach((byte, i, all) => socket.write(byte, () => i === all.length - 1 && socket.end())), NEVER, BAD_INPUT, /is not healthy: 503 later\n$/],
  ])
    test(what, async () => {
      const { status, text } = await askServer(onConnection, timeout);
      assert.equal(status, wanted, text);
      assert.match(text, why);
    });

  test('bad usage', () => {
    for (const args of [['--url', 'localhost'], ['--timeout', '0'], ['--frob'], ['frob']]) assert.equal(run(['health', ...args]).status, BAD_USAGE, args.join(' '));
  });
});

describe('the documents say what the program does', () => {
  const help = () => [...run(['serve', '--help']).stdout.matchAll(/^ {2}--([a-z-]+) (\S+) +.*\((.*)\)$/gm)].map(([, name, value, usual]) => ({ name, value, usual }));

  test('docs/operations.md has each setting with its variable and default', () => {
    const text = readFileSync(path('docs/operations.md'), 'utf8');
    const rows = [...text.matchAll(/^\| `--([a-z-]+) ([^`]+)` \| `([A-Z_]+)` \| `?([^|`]+?)`? \| /gm)].map(([, name, value, variable, usual]) => ({ name, value: value.replaceAll('\\|', '|'), variable, usual }));
    const wanted = help().map((setting) => ({ ...setting, variable: `FOURFALL_${setting.name.toUpperCase().replaceAll('-', '_')}` }));
    assert.ok(wanted.length >= 24);
    assert.deepEqual(rows.map(({ name, value, variable, usual }) => ({ name, value, usual, variable })), wanted);
  });

  test('the manual page of serve has each setting', () => {
    const text = run(['man', 'serve']).stdout;
    for (const { name } of help()) assert.ok(text.includes(`Fl -${name} `), name);
  });

  test('--print-config has the same settings in the same order', () => {
    assert.deepEqual(Object.keys(settings([])), help().map(({ name }) => name));
  });
});
