// The tour as a program: in Node, Deno and Bun a game loads the core itself, and an idle engine lets the program end.
import * as library from 'fourfall';
import * as inline from 'fourfall/inline';
import * as plugin from 'fourfall/plugin';
import { tour } from './tour.mjs';

console.log(await tour(library, plugin));
console.log(await tour(inline, plugin));
const idle = new library.Engine();
await idle.choose(new library.Game(), { level: 'easy' });
