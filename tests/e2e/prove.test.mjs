// Proofs: `fourfall prove` finds them, an independent checker accepts their strategies and refuses every planted error.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const [PROGRAM, CHECKER, NETWORK] = ['build/fourfall', 'build/check-proof', 'data/proof.net'].map(path);
const DEADLINE_MS = 300_000;
const folder = mkdtempSync(join(tmpdir(), 'fourfall-prove-'));
const at = (name) => join(folder, name);
after(() => rmSync(folder, { recursive: true }));

function start(program, ...args) {
  const run = spawnSync(program, args, { encoding: 'utf8', timeout: DEADLINE_MS });
  return { out: run.stdout, err: run.stderr, status: run.status };
}
const prove = (...args) => start(PROGRAM, 'prove', '--memory', '16', ...args);
const check = (name) => start(CHECKER, at(name));

// The reply 18 at ply 10: some twelve thousand positions.
const LATE = '12,6,7,17,16,8,13,11,7,18';
const CUBE = ['--board', '5x5x5', '--network', NETWORK, '--threads', '2'];

describe('a proof on the cube', () => {
  let found;
  before(() => {
    found = prove(...CUBE, '--strategy', at('late.table'), '--compact', at('late.proof'), '--save', at('late.save'), LATE);
  });

  test('is found, and the checker accepts its strategy with the same last ply', () => {
    assert.equal(found.status, 0, found.err);
    const [, ply, positions] = /^12,6,7,17,16,8,13,11,7,18: proven, Red wins at ply (\d+) at the latest \((\d+) new/.exec(found.out);
    const { out, status } = check('late.table');
    assert.equal(status, 0, out);
    assert.equal(out, `${LATE}: Red wins at ply ${ply} at the latest\naccepted: 1 lines, ${positions} positions, ${positions} of ${positions} records used\n`);
    assert.ok(positions > 5000);
  });

  test('is the same again from its compact strategy, which is a hundredth of it and smaller', () => {
    const { out, err, status } = start(PROGRAM, 'prove', '--expand', at('late.proof'), '--network', NETWORK, '--strategy', at('again.table'));
    assert.equal(status, 0, err);
    assert.match(out, /^12,6,7,17,16,8,13,11,7,18: Red wins at ply \d+ at the latest\n1 lines, /);
    assert.ok(readFileSync(at('again.table')).equals(readFileSync(at('late.table'))));
    assert.ok(readFileSync(at('late.proof')).length * 100 < readFileSync(at('late.table')).length);
  });

  test('is known at once with the saved table, in letters too', () => {
    const { out, status } = prove(...CUBE, '--save', at('late.save'), '5x5x5:mghrqinlhs');
    assert.equal(status, 0);
    const [, searched] = /; (\d+) searched/.exec(out);
    assert.ok(searched <= 2, out);
  });

  const COLUMNS = 25, RECORD = COLUMNS + 1, HEAD = 15 + 2 + 10 + 8;
  const planted = [
    ['a wrong move', (b) => (b[HEAD + COLUMNS] = b[HEAD + COLUMNS] === 0 ? 1 : 0), /no record and no win|the defender wins/],
    ['a move into a full column', (b) => {
      for (let r = HEAD; ; r += RECORD) {
        const full = b.subarray(r, r + COLUMNS).findIndex((code) => code >= 32);
        if (full >= 0) return (b[r + COLUMNS] = full);
      }
    }, /not legal/],
    ['a column that the board does not have', (b) => (b[HEAD + COLUMNS] = 25), /not legal/],
    ['a disc of another colour', (b) => (b[HEAD + 5 * RECORD + 12] ^= 1), /no record and no win/],
    ['a missing position', (b) => dropRecord(b, 7), /no record and no win/],
    ['a missing position at the end', (b) => dropRecord(b, (b.length - HEAD) / RECORD - 1), /no record and no win/],
    ['two records of a position', (b) => b.copy(b, HEAD, HEAD + RECORD, HEAD + 2 * RECORD), /two records/],
    ['a win where there is none: another line', (b) => (b[17 + 9] = 7), /no record and no win/],
    ['a line that is no game', (b) => (b[17 + 9] = 30), /no game/],
    ['the other attacker', (b) => (b[12] = 1), /no record and no win|the defender wins/],
    ['a longer line to win', (b) => (b[11] = 5), /no record and no win|board is full/],
    ['a file cut short', (b) => b.subarray(0, b.length - 1), /no whole strategy/],
    ['a byte too many', (b) => Buffer.concat([b, Buffer.alloc(1)]), /no whole strategy/],
    ['another number of records', (b) => (b[HEAD - 8] ^= 1), /no whole strategy/],
    ['no strategy at all', () => Buffer.from('FFTABLE0 and so on'), /no whole strategy/],
    ['an empty file', () => Buffer.alloc(0), /no whole strategy/],
  ];
  function dropRecord(bytes, number) {
    const r = HEAD + number * RECORD, rest = Buffer.concat([bytes.subarray(0, r), bytes.subarray(r + RECORD)]);
    rest.writeBigUInt64LE(bytes.readBigUInt64LE(HEAD - 8) - 1n, HEAD - 8);
    return rest;
  }
  for (const [name, plant, reason] of planted)
    test(`the checker refuses ${name}`, () => {
      const bytes = readFileSync(at('late.table')), made = plant(bytes);
      writeFileSync(at('bad.table'), Buffer.isBuffer(made) ? made : bytes);
      const { out, status } = check('bad.table');
      assert.equal(status, 1, out);
      assert.match(out, /^refused: /m);
      assert.match(out, reason);
    });

  const damaged = [
    ['a changed rank', (b) => (b[b.length - 20] ^= 4), /damaged/],
    ['a changed head', (b) => (b[20] ^= 1), /damaged/],
    ['another network', (b) => b, /belongs to the network with the checksum/, ['--network', 'none']],
    ['a cut file', (b) => b.subarray(0, 30), /no compact strategy/],
    ['another line', (b) => (b[40 + 2 + 2 + 9] = 7), /has a gap|positions instead of/],
  ];
  for (const [name, change, reason, options = ['--network', NETWORK]] of damaged)
    test(`a compact strategy with ${name} is refused`, () => {
      const bytes = readFileSync(at('late.proof')), made = change(bytes);
      writeFileSync(at('bad.proof'), Buffer.isBuffer(made) ? made : bytes);
      const { out, err, status } = start(PROGRAM, 'prove', '--expand', at('bad.proof'), ...options, '--strategy', at('none.table'));
      assert.equal(status, 1, out);
      assert.match(err, reason);
      assert.ok(!existsSync(at('none.table')), 'and leaves no table');
    });

  for (const [name, change, reason] of [
    ['damaged', (b) => (b[b.length - 3] ^= 1), /damaged/],
    ['cut', (b) => b.subarray(0, b.length - 24), /too short/],
    ['of another board', (b) => (b[8] = 4), /another board/],
    ['of the other side', (b) => (b[12] = 1), /other side/],
    ['foreign', () => Buffer.from('no table'), /no table/],
  ])
    test(`a saved table that is ${name} is refused`, () => {
      const bytes = readFileSync(at('late.save')), made = change(bytes);
      writeFileSync(at('bad.save'), Buffer.isBuffer(made) ? made : bytes);
      const { err, status } = prove(...CUBE, '--save', at('bad.save'), LATE);
      assert.equal(status, 1);
      assert.match(err, reason);
    });
});

describe('samples for training', () => {
  const HEAD = 16, RECORD = 40, OPEN = 0, WON = 1, NONE = 255;
  const read = (name) => {
    const bytes = readFileSync(at(name));
    const count = (bytes.length - HEAD) / RECORD;
    const one = (_, i) => {
      const record = bytes.subarray(HEAD + i * RECORD, HEAD + (i + 1) * RECORD);
      const word = (k) => record.readBigUInt64LE(8 * k);
      const [work, [ply, verdict, best]] = [record.readUInt32LE(32), record.subarray(36)];
      return { red: word(0) | word(1) << 64n, yellow: word(2) | word(3) << 64n, work, ply, verdict, best };
    };
    return { head: bytes.subarray(0, HEAD), count, samples: Array.from({ length: Math.floor(count) }, one) };
  };
  const discs = (set) => [...set.toString(2)].filter((bit) => bit === '1').length;

  test('are positions of the search, with what it cost to decide them', () => {
    const { status, out, err } = prove(...CUBE, '--samples', at('late.samples'), '--table-only', LATE);
    assert.equal(status, 0, err);
    const searched = Number(/\((\d+) positions searched/.exec(out)[1]);
    const { head, count, samples } = read('late.samples');
    assert.deepEqual([...head], [...Buffer.from('FFPSAMP1'), 5, 5, 5, 4, 0, 0, 0, 0]);
    assert.ok(Number.isInteger(count) && count > 100, String(count));
    for (const { red, yellow, work, ply, verdict, best } of samples) {
      assert.equal(discs(red) + discs(yellow), ply);
      assert.equal(discs(red) - discs(yellow), ply % 2);
      assert.equal(red & yellow, 0n);
      assert.ok(ply >= 10 && work >= 3 && work <= searched, `${ply} ${work}`);
      assert.ok(best === NONE || (best < 125 && !((red | yellow) >> BigInt(best) & 1n)), 'the move goes to an empty cell');
      if (verdict === OPEN) assert.equal(best, NONE);
    }
    const winning = samples.filter(({ verdict, ply }) => verdict === WON && ply % 2 === 0);
    assert.ok(winning.length > 0 && winning.every(({ best }) => best !== NONE), 'a position that is won for the side to move has its move');
    assert.ok(samples.some(({ verdict, ply }) => verdict === WON && ply % 2 === 1));
  });

  test('have taught data/guide.net, with which a proof needs a fraction of the positions', () => {
    const needed = (network) => {
      const { out, status } = prove('--board', '5x5x5', '--network', path(network), '--table-only', '12,6,7,17,16,8,13,11,7,0');
      assert.equal(status, 0);
      return Number(/\((\d+) positions searched/.exec(out)[1]);
    };
    const [guided, plain] = ['data/guide.net', 'data/proof.net'].map(needed);
    assert.ok(guided * 5 < plain, `${guided} and ${plain}`);
  });

  test('are never written over another file', () => {
    writeFileSync(at('old.samples'), 'precious');
    const { status, err } = prove(...CUBE, '--samples', at('old.samples'), LATE);
    assert.equal(status, 1);
    assert.match(err, /cannot write .*old\.samples: File exists/);
    assert.equal(readFileSync(at('old.samples'), 'utf8'), 'precious');
  });

  test('that do not fit on the disk are an error', () => {
    const command = 'trap "" XFSZ; ulimit -f 1; exec "$@"';
    const { status, err } = start('bash', '-c', command, 'bash', PROGRAM, 'prove', '--memory', '16', ...CUBE, '--samples', at('cut.samples'), '--table-only', LATE);
    assert.equal(status, 1);
    assert.match(err, /cannot write all of .*cut\.samples/);
  });

  test('are of boards that a record has room for', () => {
    const { status, err } = prove('--board', '12x12', '--samples', at('large.samples'), '--seconds', '1', 'gggg');
    assert.equal(status, 1);
    assert.match(err, /boards of up to 128 cells/);
    assert.ok(!existsSync(at('large.samples')));
  });
});

describe('what another run has decided', () => {
  const OTHER = '12,6,7,17,16,8,13,0';
  before(() => assert.equal(prove(...CUBE, '--save', at('first.save'), LATE).status, 0));
  const searched = (out) => Number(/(\d+) (?:positions )?searched/.exec(out)[1]);

  test('is known at once, and is not written', () => {
    const saved = readFileSync(at('first.save'));
    const { out, status } = prove(...CUBE, '--from', at('first.save'), LATE);
    assert.equal(status, 0);
    assert.ok(searched(out) <= 2, out);
    assert.ok(readFileSync(at('first.save')).equals(saved));
  });

  test('needs no strategy', () => {
    const { out, status } = prove(...CUBE, '--from', at('first.save'), '--table-only', LATE);
    assert.equal(status, 0);
    assert.match(out, /^12,6,7,17,16,8,13,11,7,18: proven by the table \(\d+ positions searched in [\d.]+ s\)$/m);
  });

  test('joins a table of its own', () => {
    assert.equal(prove(...CUBE, '--save', at('second.save'), '--from', at('first.save'), OTHER).status, 0);
    const { out, status } = prove(...CUBE, '--save', at('second.save'), OTHER, LATE);
    assert.equal(status, 0);
    assert.match(out, /^2 lines: 2 proven/m);
    assert.ok(searched(out) <= 2, out);
  });

  test('must be there, and whole', () => {
    assert.match(prove(...CUBE, '--from', at('nowhere.save'), LATE).err, /cannot read .*nowhere\.save/);
    const bytes = readFileSync(at('first.save'));
    bytes[bytes.length - 3] ^= 1;
    writeFileSync(at('bad.from'), bytes);
    const { err, status } = prove(...CUBE, '--from', at('bad.from'), LATE);
    assert.equal(status, 1);
    assert.match(err, /damaged/);
  });
});

test('lines side by side are each proven, more of them than threads too', () => {
  const lines = [LATE, '12,6,7,17,16,8,13,0', '12,6,7,17,16,8,13,1'];
  const { out, err, status } = prove(...CUBE, '--strategy', at('several.table'), ...lines);
  assert.equal(status, 0, err);
  for (const line of lines) assert.match(out, new RegExp(`^${line}: proven, Red wins at ply`, 'm'));
  assert.match(check('several.table').out, /^accepted: 3 lines/m);
});

describe('small boards', () => {
  for (const board of ['3x3x3c3', '4x3x4c3', '4x3x3c3', '5x4c3'])
    test(`Red wins on ${board}, and the checker agrees`, () => {
      const { out, status } = prove('--board', board, '--strategy', at('small.table'));
      assert.equal(status, 0);
      const [, ply] = /^the empty board: proven, Red wins at ply (\d+)/.exec(out);
      assert.match(check('small.table').out, new RegExp(`^the empty board: Red wins at ply ${ply} at the latest\naccepted`));
    });

  test('what the other side can prevent is refuted', () => {
    const { out, status } = prove('--board', '3x3x3c3', '--for', 'yellow');
    assert.equal(status, 0);
    assert.match(out, /^the empty board: refuted, Red does not lose/);
    assert.match(prove('--board', '4x4', '--for', 'red').out, /refuted, Yellow does not lose/);
  });

  test('a win of Yellow is proven and checked too, and each reply on its own', () => {
    const { out, status } = prove('--board', '3x3x3c3', '--for', 'yellow', '--replies', '--strategy', at('yellow.table'));
    assert.match(out, /^9 lines: 4 proven, 5 refuted, 0 not proven/m);
    assert.equal(status, 0);
    assert.match(check('yellow.table').out, /^1: Yellow wins at ply \d+ at the latest$[^]*^accepted: 4 lines/m);
  });
});

test('a run that is killed goes on from its last save', async () => {
  const args = ['prove', '--memory', '16', ...CUBE, '--interval', '1', '--save', at('kill.save'), '12,6'];
  const run = spawn(PROGRAM, args, { stdio: 'ignore' });
  const deadline = Date.now() + DEADLINE_MS;
  while (!existsSync(at('kill.save')) && Date.now() < deadline) await pause(50);
  run.kill('SIGKILL');
  await once(run, 'close');
  assert.ok(readFileSync(at('kill.save')).length > 1000);
  const { out, err, status } = prove(...CUBE, '--seconds', '1', '--save', at('kill.save'), '12,6');
  assert.equal(status, 3, err);
  assert.match(out, /^12,6: not proven/);
});

test('the shipped strategy of the early deviations is right', () => {
  const { out, err, status } = start(PROGRAM, 'prove', '--expand', path('data/cube-early.proof'), '--network', NETWORK, '--strategy', at('early.table'));
  assert.equal(status, 0, err);
  assert.match(out, /^93 lines, 2503 positions/m);
  assert.match(check('early.table').out, /^accepted: 93 lines, 2503 positions/m);
});

test('bad arguments are refused', () => {
  for (const [args, reason, expected] of [
    [['--board', '5x5x5', '12,6,x'], /list of columns/, 1],
    [['--board', '5x5x5', '12,25'], /column 25/, 1],
    [['--board', '5x5x5', '12,,6'], /list of columns/, 1],
    [['--board', '5x5x5', '12,12,12,12,12,12'], /column 12/, 1],
    [['--board', '5x5x5', 'mm!'], /move 3/, 1],
    [['--board', '7x6', '0,1,0,1,0,1,0'], /game is over/i, 1],
    [['--for', 'green'], /red or yellow/, 2],
    [['--threads', '0'], /--threads/, 2],
    [['--board', '5x5x5', '--replies', '12,6'], /attacker's turn/, 1],
    [['--board', '7x6', '--network', NETWORK], /network/, 1],
    [['--network', at('nothing')], /nothing/, 1],
    [['--expand', at('nothing')], /nothing/, 1],
    [['--expand', at('nothing'), '12,6'], /--expand takes only/, 2],
    [['--expand', at('nothing'), '--from', at('nothing')], /--expand takes only/, 2],
    [['--table-only', '--strategy', at('none.table')], /--table-only writes no strategy/, 2],
  ]) {
    const { err, status } = prove(...args);
    assert.equal(status, expected, args.join(' '));
    assert.match(err, reason, args.join(' '));
  }
});
