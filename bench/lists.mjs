// How long lists take in a large database: every one that has an address, over HTTP, from a server on its own.
//
//   node bench/lists.mjs FOLDER     FOLDER: of the database; seed.json in it says who is asked for
//
// Prints milliseconds at the median and the 99th percentile, and ends with status 1 if a median is 20 ms or more.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TIMES = 100, LIMIT_MS = 20;
const [folder] = process.argv.slice(2);
const seed = JSON.parse(readFileSync(join(folder, 'seed.json'), 'utf8'));
const web = mkdtempSync(join(tmpdir(), 'fourfall-lists-'));
writeFileSync(join(web, 'index.html'), '<!doctype html><title>Fourfall</title>');
const server = spawn('build/fourfall', ['serve', '--listen', '127.0.0.1:0', '--web', web, '--data', folder, '--limits', 'off'], { stdio: ['ignore', 'pipe', 'inherit'] });
const port = await new Promise((resolve, reject) => {
  server.stdout.once('data', (line) => resolve(Number(/(\d+)\n$/.exec(line)[1])));
  server.once('exit', () => reject(new Error('the server did not start')));
});
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function ask(path, token) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  return new Promise((resolve, reject) => get({ port, host: '127.0.0.1', path, agent, headers }, (answer) => {
    let text = '';
    answer.on('data', (data) => (text += data));
    answer.on('end', () => (answer.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(`${path}: ${answer.statusCode} ${text}`))));
  }).on('error', reject));
}

/** Walks through pages of a list; gives the cursors it met, one of every `every`. */
async function cursors(path, every, most) {
  const met = [];
  let page = await ask(path);
  for (let i = 0; page.next && i < most; i++) {
    if (i % every === 0) met.push(page.next);
    page = await ask(`${path}&cursor=${page.next}`);
  }
  return met;
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

const { most, other, token } = seed;
const leaders = await cursors('/api/leaders?limit=100', 50, 2000), wins = await cursors('/api/leaders?by=wins&limit=100', 50, 2000);
const at = (list, part) => list[Math.floor((list.length - 1) * part)];
const done = await cursors('/api/games?status=completed&limit=50', 10, 200);
const own = await cursors(`/api/games?player=${most}&status=completed&limit=50`, 5, 100);
console.log(`${seed.games} games, ${seed.players} players; ${TIMES} requests each`);
console.log(`  ${'list'.padEnd(34)} ${'rows'.padStart(5)} ${'ms 50 %'.padStart(9)} ${'ms 99 %'.padStart(9)}`);
const lists = [
  ['running games', ['/api/games?limit=50']],
  ['finished games', ['/api/games?status=completed&limit=50']],
  ['finished games, further pages', done.map((cursor) => `/api/games?status=completed&limit=50&cursor=${cursor}`)],
  ['a player\'s running games', [`/api/games?player=${most}`]],
  ['my turn', ['/api/games?player=me&status=turn'], token],
  ['a player\'s finished games', [`/api/games?player=${most}&status=completed&limit=50`, `/api/games?player=${other}&status=completed&limit=50`]],
  ['… further pages', own.map((cursor) => `/api/games?player=${most}&status=completed&limit=50&cursor=${cursor}`)],
  ['search: class and result', ['/api/games?player=me&class=cube&result=drawn&limit=50', '/api/games?player=me&class=classic&result=won&limit=50'], token],
  ['search: an opponent by id', [`/api/games?player=me&opponent=${other}&limit=50`], token],
  ['search: an opponent nobody has', ['/api/games?player=me&opponent=0000000000001&limit=50'], token],
  ['search: an opponent by name', ['/api/games?player=me&opponent=player%2099&limit=50', '/api/games?player=me&opponent=nobody&limit=50'], token],
  ['leaders, first page, and my rank', ['/api/leaders?limit=100'], token],
  ['leaders, a page in the middle', [`/api/leaders?limit=100&cursor=${at(leaders, 0.5)}`], token],
  ['leaders, the last pages', [`/api/leaders?limit=100&cursor=${at(leaders, 1)}`], token],
  ['leaders by wins, first page', ['/api/leaders?by=wins&limit=100'], token],
  ['leaders by wins, the middle', [`/api/leaders?by=wins&limit=100&cursor=${at(wins, 0.5)}`], token],
  ['leaders by wins, the last pages', [`/api/leaders?by=wins&limit=100&cursor=${at(wins, 1)}`], token],
  ['profile', [`/api/players/${most}`, `/api/players/${other}`]],
  ['rating graph', [`/api/players/${most}/ratings`, `/api/players/${other}/ratings`]],
  ['me', ['/api/me'], token],
];
let isFast = true;
for (const [name, paths, who] of lists) isFast = (await measure(name, paths, who)) && isFast;
agent.destroy();
server.removeAllListeners('exit');
server.kill();
await new Promise((resolve) => server.once('exit', resolve));
rmSync(web, { recursive: true });
console.log(isFast ? `  every median is under ${LIMIT_MS} ms` : `  too slow: a median is ${LIMIT_MS} ms or more`);
process.exit(isFast ? 0 : 1);
