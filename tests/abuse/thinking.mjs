// 200 games against the computer at once, by people who never stop to think. First half of them are one stranger's against
// Perfect in the cube, the others of 20 addresses at Easy, Medium and Hard; then all are of one school. Reports the slowest
// reply of each level. `node tests/abuse/thinking.mjs`, or `make abuse`.
// FOURFALL names another program; SECONDS how long it plays.
import assert from 'node:assert/strict';
import { enter, makeHome } from '../e2e/players.mjs';

const SECONDS = Number(process.env.SECONDS ?? 30);
const LIMIT_MS = 3000; // for Easy, Medium and Hard
const STRANGER = '192.0.2.1';
const quick = ['easy', 'medium', 'hard'];
const boards = ['7x6', '5x5x5', '8x8'];
const boardOf = (i) => boards[Math.floor(i / 3) % 3];

/** Who plays: [level, board, address] of each person. */
const SCENES = {
  'a stranger': Array.from({ length: 200 }, (_, i) => (i % 2 ? ['perfect', '5x5x5', STRANGER] : [quick[(i / 2) % 3], boardOf(i), `198.51.100.${(i / 2) % 20}`])),
  'a school': Array.from({ length: 200 }, (_, i) => (i % 4 ? [quick[i % 3], boardOf(i), STRANGER] : ['perfect', boardOf(i), STRANGER])),
};

const home = makeHome();
let server, slowest, until;

/** Drops into the first column from a random one on that takes a disc; gives false once the game is over. */
async function drop(player, gameId, columns) {
  const first = Math.floor(Math.random() * columns);
  for (let i = 0; i < columns; i++) {
    const answer = await player.ask('make-move', { gameId, columnIndex: (first + i) % columns });
    if (answer.ok) return true;
    if (answer.error.code !== 'column-full') throw new Error(JSON.stringify(answer));
  }
  return false;
}

/** Waits for the computer's move; gives false if the game is over. */
const reply = (player, gameId) =>
  new Promise((resolve) => {
    const hear = (name, data) => {
      if (data.gameId !== gameId || (name !== 'game-over' && !(name === 'game-update' && data.isYourTurn))) return;
      player.socket.offAny(hear);
      resolve(name !== 'game-over');
    };
    player.socket.onAny(hear);
  });

/** A person who plays one game after the other without thinking, and measures every reply. */
async function person(level, board, address) {
  const player = await enter(server.port, { extraHeaders: { 'X-Forwarded-For': address } });
  const columns = board === '5x5x5' ? 25 : Number(board.split('x')[0]);
  while (Date.now() < until) {
    const { gameId } = await player.must('create-game', { board, level, player: 'X' });
    let isOn = true;
    while (isOn && Date.now() < until) {
      const replied = reply(player, gameId);
      const began = performance.now();
      assert.ok(await drop(player, gameId, columns));
      isOn = await replied;
      slowest[level].count++;
      slowest[level].ms = Math.max(slowest[level].ms, performance.now() - began);
      player.heard.length = 0;
    }
  }
  player.leave();
}

for (const [scene, people] of Object.entries(SCENES)) {
  server = await home.serve(home.newData(), '--durability', 'normal', '--trust-proxy', '127.0.0.1', '--limits', 'off');
  slowest = Object.fromEntries([...quick, 'perfect'].map((level) => [level, { count: 0, ms: 0 }]));
  until = Date.now() + SECONDS * 1000;
  await Promise.all(people.map((one) => person(...one)));
  const { body } = await server.get('/metrics');
  await server.stop();
  console.log(scene);
  for (const [level, { count, ms }] of Object.entries(slowest)) console.log(`  ${level.padEnd(8)} ${String(count).padStart(6)} replies, the slowest after ${Math.round(ms)} ms`);
  console.log(`  ${/^fourfall_thinking_cut_total \d+$/m.exec(`${body}`)?.[0]}`);
  for (const level of quick) assert.ok(slowest[level].ms <= LIMIT_MS, `${scene}: ${level} took longer than ${LIMIT_MS} ms`);
}
home.remove();
process.exit(0);
