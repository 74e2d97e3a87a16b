// The WebAssembly half of `fourfall bench rules`: prints lines "BOARD WORK FIGURE", which that program reads.
//   node rules.mjs FILE.wasm REPEATS
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const { bench_prepare, bench_play, bench_drop, bench_perft } = instance.exports;
const DROPS = 1 << 16;
const repeats = Number(process.argv[3]);

// The least CPU milliseconds of several runs; other work disturbed the rest.
function best(work, runs) {
  let least = Infinity;
  for (let i = 0; i < runs; i++) {
    const before = process.cpuUsage();
    const began = performance.now();
    work();
    const wall = performance.now() - began;
    const used = process.cpuUsage(before);
    least = Math.min(least, wall, (used.user + used.system) / 1000 || wall);
  }
  return least;
}

for (const [name, ...board] of [["7x6", 7, 6, 1, 4], ["5x5x5", 5, 5, 5, 4], ["12x12", 12, 12, 1, 4]]) {
  bench_prepare(...board);
  for (const [how, work] of [["play", bench_play], ["drop", bench_drop]]) {
    best(work, repeats); // so that the optimising compiler has finished
    console.log(name, how, (best(work, repeats) * 1e6) / DROPS);
  }
}
bench_prepare(7, 6, 1, 4);
bench_perft(8);
console.log("7x6", "perft", best(() => bench_perft(10), 2) / 1000);
