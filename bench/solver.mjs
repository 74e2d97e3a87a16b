// The solver in WebAssembly beside the portable C of the same sources: the same positions, each with empty tables, by
// turns. The least CPU time of a few rounds counts; other work disturbed the rest.
//   node bench/solver.mjs POSITIONS.txt LINES
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const [file, count] = process.argv.slice(2);
const lines = readFileSync(file, "utf8").split("\n").slice(0, Number(count));
const ROUNDS = 5;
const SOLVER_BYTES = 16 << 20;

const module = await WebAssembly.instantiate(readFileSync(path("build/fourfall.wasm")), { host: { should_stop: () => 0 } });
const ff = module.instance.exports;
const memory = ff.memory.grow(SOLVER_BYTES >> 16) << 16;

function say(text) {
  return new TextEncoder().encodeInto(text, new Uint8Array(ff.memory.buffer, ff.ff_wasm_buffer())).written;
}

/** Microseconds of CPU and nodes. Opening the solver again empties its tables; that time is not counted. */
function inWasm() {
  const sum = { micros: 0, nodes: 0 };
  for (const line of lines) {
    const [moves, score] = line.split(" ");
    if (ff.ff_wasm_open(say(moves)) || ff.ff_wasm_solver_open(memory, SOLVER_BYTES)) throw new Error(`cannot open ${moves}`);
    const began = process.cpuUsage();
    const err = ff.ff_wasm_solve(0);
    const used = process.cpuUsage(began);
    if (err || ff.ff_wasm_solution_low() !== Number(score)) throw new Error(`${moves} is ${ff.ff_wasm_solution_low()}, not ${score}`);
    sum.micros += used.user + used.system;
    sum.nodes += Number(ff.ff_wasm_solution_nodes());
  }
  return sum;
}

function inC() {
  const options = ["solve", "--path", "plain", "--fresh", "--no-book", "--check"];
  const { stdout, status } = spawnSync(path("build/fourfall"), options, { input: `${lines.join("\n")}\n`, encoding: "utf8" });
  if (status !== 0) throw new Error(`fourfall solve ended with ${status}`);
  const sum = { micros: 0, nodes: 0 };
  for (const line of stdout.trimEnd().split("\n")) {
    const [nodes, micros] = line.split(" ").slice(-2).map(Number);
    sum.micros += micros;
    sum.nodes += nodes;
  }
  return sum;
}

inWasm(); // so that the optimising compiler has finished
const wasm = [];
const native = [];
for (let i = 0; i < ROUNDS; i++) {
  native.push(inC());
  wasm.push(inWasm());
}
if (wasm[0].nodes !== native[0].nodes) throw new Error(`${wasm[0].nodes} nodes in WebAssembly, ${native[0].nodes} in C`);
const least = (rounds) => Math.min(...rounds.map(({ micros }) => micros)) / lines.length;
const [a, b] = [least(wasm), least(native)];
console.log(`WebAssembly: ${a.toFixed(0)} us a position, portable C: ${b.toFixed(0)} us, ratio ${(a / b).toFixed(2)}, ${native[0].nodes} nodes in both`);
