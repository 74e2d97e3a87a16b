// How long lists take in a large database: every list that has an address, over HTTP, from a server of its own.
//
//   node bench/lists.mjs FOLDER     the folder of the database; its seed.json names the players to ask for
//
// Prints the median and the 99th percentile in milliseconds. Ends with status 1 if a median is 20 ms or more.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TIMES = 100, LIMIT_MS = 20;
const [folder] = process.argv.slice(2);
const seed = JSON.parse(readFileSync(join(folder, 'seed.json'), 'utf8'));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let port;

async function startServer(web) {
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>Fourfall</title>');
  const args = ['serve', '--listen', '127.0.0.1:0', '--web', web, '--data', folder, '--limits', 'off'];
  const server = spawn('build/fourfall', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await Promise.race([once(server.stdout, 'data'), once(server, 'exit')]);
  port = Number(/(\d+)\n$/.exec(line)?.[1]);
  if (!port) throw new Error('the server did not start');
  return server;
}

function ask(path, token) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  return new Promise((resolve, reject) => get({ port, host: '127.0.0.1', path, agent, headers }, (answer) => {
    let text = '';
    answer.on('data', (data) => (text += data));
    answer.on('end', () => (answer.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(`${path}: ${answer.statusCode} ${text}`))));
  }).on('error', reject));
}

/** The addresses of further pages of a list: one of every `every` pages, among the first `most`. */
async function furtherPages(path, every, most) {
  const pages = [];
  let page = await ask(path);
  for (let i = 0; page.next && i < most; i++) {
    const next = `${path}&cursor=${page.next}`;
    if (i % every === 0) pages.push(next);
    page = await ask(next);
  }
  return pages;
}

async function measure(name, paths, token) {
  const times = [];
  let rows = 0;
  for (let i = 0; i < TIMES; i++) {
    const began = process.hrtime.bigint();
    const body = await ask(paths[i % paths.length], token);
    times.push(Number(process.hrtime.bigint() - began) / 1e6);
    rows = (body.games ?? body.leaders ?? body.points ?? [null]).length;
  }
  times.sort((a, b) => a - b);
  const [median, late] = [times[TIMES / 2], times[Math.floor(TIMES * 0.99)]];
  console.log(`  ${name.padEnd(34)} ${String(rows).padStart(5)} ${median.toFixed(2).padStart(9)} ${late.toFixed(2).padStart(9)}`);
  return median < LIMIT_MS;
}

/** Name, addresses and, where a player asks, the token. */
async function lists() {
  const { most, other, token } = seed;
  const leaders = await furtherPages('/api/leaders?limit=100', 50, 2000), wins = await furtherPages('/api/leaders?by=wins&limit=100', 50, 2000);
  const at = (pages, part) => (pages.length ? [pages[Math.floor((pages.length - 1) * part)]] : []);
  return [
    ['running games', ['/api/games?limit=50']],
    ['finished games', ['/api/games?status=completed&limit=50']],
    ['finished games, further pages', await furtherPages('/api/games?status=completed&limit=50', 10, 200)],
    ['a player\'s running games', [`/api/games?player=${most}`]],
    ['games where it is my move', ['/api/games?player=me&status=turn'], token],
    ['a player\'s finished games', [`/api/games?player=${most}&status=completed&limit=50`, `/api/games?player=${other}&status=completed&limit=50`]],
    ['… further pages', await furtherPages(`/api/games?player=${most}&status=completed&limit=50`, 5, 100)],
    ['search: class and result', ['/api/games?player=me&class=cube&result=drawn&limit=50', '/api/games?player=me&class=classic&result=won&limit=50'], token],
    ['search: an opponent by id', [`/api/games?player=me&opponent=${other}&limit=50`], token],
    ['search: an unknown opponent', ['/api/games?player=me&opponent=0000000000001&limit=50'], token],
    ['search: an opponent by name', ['/api/games?player=me&opponent=player%2099&limit=50', '/api/games?player=me&opponent=nobody&limit=50'], token],
    ['leaders, first page, and my rank', ['/api/leaders?limit=100'], token],
    ['leaders, a page in the middle', at(leaders, 0.5), token],
    ['leaders, the last pages', at(leaders, 1), token],
    ['leaders by wins, first page', ['/api/leaders?by=wins&limit=100'], token],
    ['leaders by wins, the middle', at(wins, 0.5), token],
    ['leaders by wins, the last pages', at(wins, 1), token],
    ['profile', [`/api/players/${most}`, `/api/players/${other}`]],
    ['rating graph', [`/api/players/${most}/ratings`, `/api/players/${other}/ratings`]],
    ['me', ['/api/me'], token],
  ];
}

async function measureAll() {
  let isFast = true;
  console.log(`${seed.games} games, ${seed.players} players; ${TIMES} requests each`);
  console.log(`  ${'list'.padEnd(34)} ${'rows'.padStart(5)} ${'ms 50 %'.padStart(9)} ${'ms 99 %'.padStart(9)}`);
  for (const [name, paths, token] of await lists()) {
    if (paths.length === 0) console.log(`  ${name.padEnd(34)} no such page in a database this small`);
    else isFast = (await measure(name, paths, token)) && isFast;
  }
  console.log(isFast ? `  every median is under ${LIMIT_MS} ms` : `  too slow: a median is ${LIMIT_MS} ms or more`);
  return isFast;
}

const web = mkdtempSync(join(tmpdir(), 'fourfall-lists-'));
let server;
try {
  server = await startServer(web);
  process.exitCode = (await measureAll()) ? 0 : 1;
} finally {
  agent.destroy();
  if (server?.exitCode === null) {
    server.kill();
    await once(server, 'exit');
  }
  rmSync(web, { recursive: true });
}
