// Writes the seeds of the fuzzers of what nodes say to each other, and of Redis's address, to tests/fuzz/corpus.
//   node tests/fuzz/make-bus-corpus.mjs
// Files of other names (inputs a fuzzer found) are left alone.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('corpus', import.meta.url));

const head = (version = 1) => [version, 7, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1, 9, 0, 0, 0];
const message = (kind, body) => [kind, body.length & 255, body.length >> 8, ...body];
const id = (n) => [n, 0, 0, 0, 0, 0, 0, 0];
const text = (s) => [Buffer.byteLength(s), ...Buffer.from(s)];
const real = (x) => [...new Uint8Array(new Float64Array([x]).buffer)];
const ms = [0xc0, 0xc4, 0x07]; // a minute
const seat = (n) => [1, 0, 0, ...id(n), 5];
const clock = [1, ...ms, 0];

const game = message(1, [...id(1), ...text('7x6'), ...text('ABC234'), ...seat(2), ...seat(3), ...clock, 5, 1, 2, 0, 2,
  ...text('dde'), ...ms, ...ms, ...ms, 0, ...id(0), 1, 2, 3, ...ms, ...ms, 0]);
const rated = message(2, [...id(1), ...ms, 0, 1, 1, ...real(1500), ...real(1512.5), 0, ...real(1500), ...real(1487.5)]);
const chat = message(3, [...id(1), 4, 0, ...id(2), 0, ...text('Grüße'), ...ms]);
const presence = message(4, [...id(2), 1, 0, ...ms]);
const queue = message(5, [...id(2), 1, ...text('7x6'), ...clock, 1, 0, ...ms]);
const match = message(6, [...id(9), 0, 0, 1, ...id(2), ...ms, ...id(3), ...ms, ...text('5x5x5'), ...clock, 1, ...ms]);
const player = message(7, [...id(2), 0]);
const watchers = message(8, [...id(1), 0xac, 0x02]);
const ended = message(7, [...id(2), 1, ...Array(32).fill(9)]);

const bus = {
  beat: head(),
  game: [...head(), ...game],
  rated: [...head(), ...rated],
  chat: [...head(), ...chat],
  presence: [...head(), ...presence],
  queue: [...head(), ...queue],
  match: [...head(), ...match],
  player: [...head(), ...player, ...ended],
  watchers: [...head(), ...watchers],
  all: [...head(), ...game, ...rated, ...chat, ...presence, ...queue, ...match, ...player, ...watchers],
  'bad-version': [...head(2), ...game],
  'bad-kind': [...head(), ...message(99, [1, 2]), ...player],
  'bad-length': [...head(), 4, 255, 255, 1],
  'bad-short': head().slice(0, 16),
  'bad-watchers': [...head(), ...message(8, [...id(1), 0xc1, 0x84, 0x3d])],
  'bad-varint': [...head(), ...message(4, [...id(2), 0x81, 0, 0, 0])],
};

const bus_url = {
  plain: 'redis://localhost',
  whole: 'redis://club:s%40cret@10.0.0.7:7000/2',
  tls: 'rediss://[::1]:7000/3?ca=/etc/ca%20file.pem',
  socket: 'unix://:secret@/run/redis/redis.sock?db=1',
  'bad-scheme': 'http://localhost',
  'bad-port': 'redis://localhost:65536',
  'bad-percent': 'redis://:%0@localhost',
  'bad-bracket': 'redis://[::1',
};

for (const [folder, seeds] of Object.entries({ bus, bus_url })) {
  mkdirSync(`${FOLDER}/${folder}`, { recursive: true });
  for (const [name, bytes] of Object.entries(seeds)) {
    writeFileSync(`${FOLDER}/${folder}/${name}`, Buffer.from(bytes));
  }
}
