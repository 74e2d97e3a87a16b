// How long an honest player waits for an answer, alone and beside clients that send as fast as they can.
//   node bench/flood.mjs [FLOODERS] [ANSWERS]        FOURFALL: another program to measure
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openSession } from '../tests/abuse/common/attackers.mjs';
import { enter, makeHome } from '../tests/e2e/players.mjs';
import { frame } from '../tests/e2e/websocket_client.mjs';

const [flooders = 60, answers = 200] = process.argv.slice(2).map(Number);
const PAUSE_MS = 60; // a fast player

/** Floods from its own process; comes again whenever it is disconnected. */
async function flood(port) {
  const block = Buffer.concat(Array(200).fill(frame({ payload: '42["leave-queue"]' })));
  for (;;) {
    const wire = await openSession(port, { auth: {} });
    if (!wire.isAdmitted) {
      wire.destroy();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      continue;
    }
    const pump = () => {
      while (wire.isOpen && wire.write(block));
    };
    wire.socket.resume().on('drain', pump);
    pump();
    process.send('flooding');
    await wire.closed;
  }
}

async function measure(name, player) {
  const times = [];
  for (let i = 0; i < answers; i++) {
    const began = performance.now();
    await player.ask('leave-queue');
    times.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  times.sort((a, b) => a - b);
  const [p50, p95] = [0.5, 0.95].map((part) => times[Math.floor(answers * part)]);
  console.log(`${name.padEnd(20)} p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`);
  return p50;
}

if (process.argv[2] === 'flood') {
  for (let i = 0; i < Number(process.argv[4]); i++) flood(Number(process.argv[3]));
} else {
  const home = makeHome();
  const server = await home.serve(home.newData(), '--durability', 'normal');
  const player = await enter(server.port);
  const alone = await measure('alone', player);
  const child = fork(fileURLToPath(import.meta.url), ['flood', server.port, flooders]);
  await new Promise((resolve) => child.once('message', resolve));
  const beside = await measure(`beside ${flooders} flooders`, player);
  console.log(`ratio of p50: ${(beside / alone).toFixed(2)}`);
  child.kill('SIGKILL');
  player.leave();
  await server.stop('SIGKILL');
  home.remove();
  process.exit(0);
}
