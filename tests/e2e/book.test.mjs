// Opening book files: built in several runs, verified against published counts, used, and refused if damaged.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../build/fourfall', import.meta.url));
const DEADLINE_MS = 300_000;
const folder = mkdtempSync(join(tmpdir(), 'fourfall-book-'));
after(() => rmSync(folder, { recursive: true }));

const at = (name) => join(folder, name);
// Made by `fourfall book build --ply 4 tests/data/ply4.book` in 370 CPU seconds.
const KNOWN = fileURLToPath(new URL('../data/ply4.book', import.meta.url));

function fourfall(args, { input = '', book } = {}) {
  const env = { ...process.env, ...(book ? { FOURFALL_BOOK: book } : {}) };
  const run = spawnSync(PROGRAM, args, { input, env, encoding: 'utf8', timeout: DEADLINE_MS });
  return { out: run.stdout, err: run.stderr, status: run.status };
}

const scores = (out) => out.trimEnd().split('\n').map((line) => line.split(' ').at(-3));

test('the book of ply 4 has the published counts of won, drawn and lost positions', () => {
  const { out, err, status } = fourfall(['book', 'verify', '--sample', '3', KNOWN]);
  assert.equal(err, '');
  assert.equal(status, 0);
  assert.match(out, /^ply +3: +35 won +58 drawn +145 lost +ok$/m);
  assert.match(out, /^ply +4: +690 won +200 drawn +230 lost +ok$/m);
  assert.match(out, /3 random positions solved again: all equal/);
  assert.match(fourfall(['book', 'verify', '--sample', '1', KNOWN]).out, /^1 random position solved again: all equal$/m);
});

for (const [name, ply, line] of [['classic.book', 8, '124624 won +14676 drawn +44975 lost'], ['classic-10.book', 10, '1122696 won +97532 drawn +442395 lost']])
  test(`the program's own ${name} has the published counts, and a sample of it is solved to the same scores`, () => {
    const own = fileURLToPath(new URL(`../../data/${name}`, import.meta.url));
    const { out, err, status } = fourfall(['book', 'verify', '--sample', '10', own]);
    assert.equal(err, '');
    assert.equal(status, 0);
    assert.match(out, new RegExp(`^ply +${ply}: +${line} +ok$`, 'm'));
    assert.match(out, /10 random positions solved again: all equal/);
  });

test('the deep book is opened only for positions beyond the light one', () => {
  mkdirSync(at('bin'));
  mkdirSync(at('data'));
  copyFileSync(PROGRAM, at('bin/fourfall'));
  copyFileSync(KNOWN, at('data/classic.book'));
  writeFileSync(at('data/classic-10.book'), 'no book');
  const run = (...args) => spawnSync(at('bin/fourfall'), args, { input: '44444425\n', encoding: 'utf8', timeout: DEADLINE_MS });
  assert.match(run('analyse', '4444442511').stderr, /classic-10\.book: /);
  assert.match(run('review', '444444251122').stderr, /classic-10\.book: /);
  for (const args of [['solve'], ['analyse', '4444442'], ['analyse', '444444251122']]) assert.equal(run(...args).stderr, '');
  rmSync(at('data/classic-10.book'));
  assert.equal(run('analyse', '4444442511').stderr, '');
});

test('positions of the book need no search, others are solved', () => {
  const { out, status } = fourfall(['solve'], { input: '\n4\n44\n4444\n44444425\n', book: KNOWN });
  assert.equal(status, 0);
  const lines = out.trimEnd().split('\n').map((line) => line.split(' '));
  assert.deepEqual(lines.map(([moves, , nodes]) => [moves, nodes === '0']),
    [['', true], ['4', true], ['44', true], ['4444', true], ['44444425', false]]);
  assert.deepEqual(lines.slice(0, 2).map(([, score]) => score), ['1', '-1']);
});

test('inspect prints the ply of a book and the scores of the first moves', () => {
  const wanted = 'every position with up to 4 discs\nscores of the first moves: -2 -1 0 1 0 -1 -2\n';
  assert.deepEqual(fourfall(['book', 'inspect', KNOWN]), { out: `7x6, ${wanted}`, err: '', status: 0 });
  assert.match(fourfall(['book', 'inspect', at('nowhere.book')]).err, /nowhere\.book: No such file or directory\n$/);
  assert.equal(fourfall(['book', 'inspect', '--ply', '4', KNOWN]).status, 2);
});

test('a position and its mirror image have the same score', () => {
  const moves = ['1', '12', '1234', '2616', '3334'];
  const mirrored = moves.map((m) => [...m].map((c) => 8 - c).join(''));
  const [a, b] = [moves, mirrored].map((list) => fourfall(['solve'], { input: `${list.join('\n')}\n`, book: KNOWN }));
  assert.deepEqual(scores(a.out), scores(b.out));
});

test('an interrupted build continues where it stopped and gives the same bytes', () => {
  const bytes = readFileSync(KNOWN);
  const part = Buffer.from(bytes);
  part.fill(0, 16 + 560); // the last eight scores are not known yet
  let sum = 2166136261;
  for (const byte of part.subarray(16)) sum = Math.imul(sum ^ byte, 16777619) >>> 0;
  part.writeUInt32LE(sum, 12);
  writeFileSync(at('part.book'), part);
  assert.match(fourfall(['book', 'verify', at('part.book')]).err, /damaged or not finished/);
  const { err, status } = fourfall(['book', 'build', '--ply', '4', at('part.book')]);
  assert.equal(status, 0, err);
  assert.match(err, /568 of 568 positions known, 8 in the last/);
  assert.deepEqual(readFileSync(at('part.book')), bytes);
});

test('a place that cannot be written is known before the work begins', () => {
  for (const [place, reason] of [[at('nowhere/x.book'), 'No such file or directory'], [folder, 'Is a directory']]) {
    const began = Date.now(), { out, err, status } = fourfall(['book', 'build', '--ply', '8', place]);
    assert.deepEqual([out, status], ['', 1]);
    assert.match(err, new RegExp(`^fourfall: [^\\n]+: ${reason}\\n$`));
    assert.ok(Date.now() - began < DEADLINE_MS / 5);
  }
});

test('a save that fails says so and leaves nothing behind', () => {
  const run = spawnSync('sh', ['-c', 'trap "" XFSZ; ulimit -f 0; exec "$0" book build --ply 4 "$1"', PROGRAM, at('large.book')], { encoding: 'utf8', timeout: DEADLINE_MS });
  assert.deepEqual([run.stderr, run.status], [`fourfall: cannot write ${at('large.book')}: File too large\n`, 1]);
  assert.deepEqual(readdirSync(folder).filter((name) => name.startsWith('large')), []);
});

for (const signal of ['SIGINT', 'SIGTERM'])
  test(`${signal} saves what is known, and the same call goes on from there`, async () => {
    const child = spawn(PROGRAM, ['book', 'build', '--ply', '4', at(`${signal}.book`)]);
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text) => { err += text; });
    while (!existsSync(at(`${signal}.book`))) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill(signal);
    const [status] = await once(child, 'close');
    assert.equal(status, 3, err);
    assert.match(err, /^\d+ of 568 positions known, \d+ in the last \d+ s\nfourfall: interrupted; the same call goes on from here\n$/);
    const { err: again, status: second } = fourfall(['book', 'build', '--ply', '4', '--seconds', '1', at(`${signal}.book`)]);
    assert.deepEqual([second, again.includes('damaged')], [0, false]);
  });

test('a book with any damage is refused and not overwritten', () => {
  const bytes = readFileSync(KNOWN);
  const broken = {
    'another magic': Buffer.concat([Buffer.from('FFB9'), bytes.subarray(4)]),
    'a score changed': Buffer.concat([bytes.subarray(0, 100), Buffer.from([1]), bytes.subarray(101)]),
    'cut short': bytes.subarray(0, 300),
    'too long': Buffer.concat([bytes, Buffer.from([64])]),
    'only a header': bytes.subarray(0, 16),
    empty: Buffer.alloc(0),
  };
  for (const [what, content] of Object.entries(broken)) {
    writeFileSync(at('broken.book'), content);
    for (const args of [['book', 'verify', at('broken.book')], ['book', 'build', '--ply', '4', at('broken.book')]]) {
      const { out, err, status } = fourfall(args);
      assert.equal(status, 1, what);
      assert.equal(out, '', what);
      assert.match(err, /^fourfall: .*(damaged|not a book)[^\n]*\n$/, what);
    }
    assert.match(fourfall(['solve'], { input: '4\n', book: at('broken.book') }).err, /^fourfall: book .*damaged/, what);
    assert.deepEqual(readFileSync(at('broken.book')), content, what);
  }
});

test('a missing book is reported with its name', () => {
  const { err, status } = fourfall(['solve'], { input: '4\n', book: at('nowhere.book') });
  assert.equal(status, 1);
  assert.match(err, /^fourfall: book .*nowhere\.book: No such file or directory\n$/);
});

for (const args of [['book'], ['book', 'build'], ['book', 'burn', 'x'], ['book', 'build', '--ply', '0', 'x'],
  ['book', 'build', '--ply', '11', 'x'], ['book', 'build', '--threads', '0', 'x'], ['book', 'verify', '--sample', '-1', 'x'],
  ['book', 'build', '--sample', '3', 'x'], ['book', 'verify', '--ply', '4', KNOWN]])
  test(`fourfall ${args.join(' ')} is refused as bad usage`, () => {
    const { out, err, status } = fourfall(args);
    assert.deepEqual([out, status], ['', 2]);
    assert.match(err, /^fourfall: [^\n]+\n$/);
  });

test('a book in a missing folder is reported', () => {
  const { err, status } = fourfall(['book', 'build', '--ply', '4', '--seconds', '1', at('no/such/folder.book')]);
  assert.equal(status, 1);
  assert.match(err, /^fourfall: cannot write .*folder\.book: No such file or directory$/m);
});
