// The style sheets of parts that are loaded later: they must not change what is on the screen already.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ui = fileURLToPath(new URL('../../web/src/ui/', import.meta.url));
const isLater = (name) => /^(online|records)\//.test(name);
const files = readdirSync(ui, { recursive: true });
const textOf = (name) => readFileSync(join(ui, name), 'utf8');

/** The classes that the panels of the first load give to their elements. */
function ownClasses() {
  const texts = files.filter((name) => name.endsWith('.tsx') && !isLater(name)).map(textOf).join('\n');
  const given = [...texts.matchAll(/class=(?:"([^"]*)"|\{`([^`]*)`\})/g)].map(([, plain, filled]) => plain ?? filled.replace(/\$\{[^}]*\}/g, ' '));
  return new Set(given.flatMap((text) => text.split(/\s+/)).filter(Boolean));
}

/** The selectors of a style sheet outside media queries. */
function selectorsOf(name) {
  const text = textOf(name).replace(/\/\*[^]*?\*\//g, '');
  const found = [];
  let depth = 0;
  for (const [, before, brace] of text.matchAll(/([^{}]*)([{}])/g)) {
    if (brace === '{' && depth === 0 && !before.trim().startsWith('@')) found.push(...before.split(/,(?![^(]*\))/).map((selector) => selector.trim()));
    depth += brace === '{' ? 1 : -1;
  }
  return found;
}

test('a part that is loaded later gives no rule to a class of the first load', () => {
  const own = ownClasses();
  assert.ok(own.size > 50 && own.has('result'), `${own.size} classes were found`);
  const sheets = files.filter((name) => name.endsWith('.css') && isLater(name));
  assert.ok(sheets.length > 5);
  const taken = sheets.flatMap((name) => selectorsOf(name).filter((selector) => own.has(/^\.([\w-]+)(?::[\w-]+)?$/.exec(selector)?.[1])).map((selector) => `${name}: ${selector}`));
  assert.deepEqual(taken, []);
});
