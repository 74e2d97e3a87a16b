// What the build takes out of three.js (web/sweep.mjs): the result still runs, and what nobody can call is gone.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sweep } from '../../web/sweep.mjs';

const LIBRARY = `
  class Base {
    constructor() { this.isBase = true; this.unread = 1; this.helper = function () { return 'helper'; }; }
    used() { return this.inner(); }
    inner() { return 'inner'; }
    unused() { return this.onlyFromUnused(); }
    onlyFromUnused() { return 'gone'; }
    get size() { return 3; }
    byText() { return 'text'; }
  }
  class Ghost extends Base {
    constructor() { super(); this.isGhost = true; }
  }
  Ghost.prototype.kind = 'ghost';
  function tools() {
    function cut() { return 'cut'; }
    function paste() { return 'paste'; }
    return { cut: cut, paste: paste };
  }
  function describeIt(it) {
    if (it.isGhost) return haunt(it);
    return it.isBase ? 'base' : 'other';
  }
  function haunt(it) { return 'boo ' + it.kind; }
  export { Base, Ghost, tools, describeIt };
`;
const ENTRY = `
  import { Base, Ghost, describeIt } from './library.js';
  export { Base, Ghost } from './library.js';
  const NAMES = ['byText'];
  function look(it) { return [it.used(), it[NAMES[0]](), describeIt(it)]; }
  export { look };
`;

const swept = (names) => sweep([LIBRARY, ENTRY], new Set(names));

/** Loads both modules as one. */
async function load([library, entry]) {
  const text = library.replace(/export \{[^}]*\};/, '') + entry.replace(/^import [^;]*;|^export \{[^}]*\} from [^;]*;/gm, '') + '\nexport { Base };';
  return import(`data:text/javascript,${encodeURIComponent(text)}`);
}

describe('a library that is swept', () => {
  test('does what it did, where names lead', async () => {
    const { look, Base } = await load(swept(['look', 'Base', 'size']));
    assert.deepEqual(look(new Base()), ['inner', 'text', 'base']);
    assert.equal(new Base().size, 3);
  });

  test('loses methods, fields and functions that nothing names', () => {
    const [library] = swept(['look', 'Base']);
    for (const name of ['unused', 'onlyFromUnused', 'helper', 'unread', 'size', 'tools', 'paste']) assert.ok(!library.includes(name), name);
    for (const name of ['used', 'inner', 'byText']) assert.ok(library.includes(name), name);
  });

  test('loses a class that is never made, and every branch for it', () => {
    const texts = swept(['look', 'Base']);
    assert.doesNotMatch(texts.join('\n'), /Ghost|haunt|boo/);
    assert.match(texts[0], /isBase/, 'the mark of a class that stays');
  });

  test('keeps a class that the page names, and its branches', async () => {
    const texts = swept(['look', 'Base', 'Ghost']);
    assert.match(texts[0], /isGhost/);
    assert.match(texts[0], /boo/);
  });

  test('keeps only the members of a returned object that somebody asks for', () => {
    const [library] = swept(['tools', 'cut']);
    assert.match(library, /"cut"/);
    assert.doesNotMatch(library, /paste/);
  });
});
