// docs/protocol.md as data: its tables, types, error codes and transcripts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { path } from './server_process.mjs';

const text = readFileSync(path('docs/protocol.md'), 'utf8');

/** The rows of every table whose header begins with these cells. */
function rows(...header) {
  const found = [];
  let isInside = false;
  for (const line of text.split('\n')) {
    const cells = line.startsWith('|') ? line.slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')) : [];
    if (header.length && header.every((cell, i) => cell === cells[i])) isInside = true;
    else if (!cells.length) isInside = false;
    else if (isInside && !cells[0].startsWith('---')) found.push(cells);
  }
  assert.ok(found.length, `docs/protocol.md has no table ${header}`);
  return found;
}

const code = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, inside]) => inside);

/** "`Game`, and `chat: ChatLine[]`" as a type; words between the backticks are for people. */
const typeOf = (cell) => code(cell).map((part) => (/^[A-Z]\w*$/.test(part) ? part : `{ ${part} }`)).join(' & ') || '{}';

/** Events as Map(name -> type of its payload). */
export const serverEvents = new Map(rows('server sends', 'payload').map(([name, payload]) => [code(name)[0], typeOf(payload)]));
export const clientEvents = new Map(rows('client sends', 'with').map(([name, payload]) => [code(name)[0], typeOf(payload)]));
export const acknowledgements = new Map(
  rows('client sends', 'with').map(([name, , has]) => [code(name)[0], typeOf(has)]),
);

/** Error codes as Map(code -> {status, message}). */
export const errors = new Map(rows('code', 'HTTP', 'message').map(([name, status, message]) => [code(name)[0], { status: Number(status), message }]));
export const restErrors = new Map(rows('code', 'HTTP', 'when').map(([name, status]) => [code(name)[0], { status: Number(status) }]));
export const retryable = new Set(code(/`retryable` is true for (.*)\.\n/.exec(text)[1]));

/** "GET /api/me" of every request that the tables list. */
export const requests = rows('request', 'effect').map(([request]) => code(request)[0]);

export const types = /```ts\n([^]*?)```/.exec(text)[1];

/** The words of a union: union('Status'), or of a field: union('reason', 'session-ended'). */
export function union(name, event) {
  const source = event ? new RegExp(`\\b${name}: ([^,}]+)`).exec(serverEvents.get(event)) : new RegExp(`^type ${name} = (.*?);`, 'm').exec(types);
  return [...source[1].matchAll(/'([^']+)'/g)].map(([, word]) => word);
}

/** JSON with "…" for what is left out: in an object a key, in an array an entry, of that name. */
function parse(json) {
  const open = [];
  let isText = false, out = '';
  for (const c of json) {
    if (c === '"') isText = !isText;
    if (!isText && '[{'.includes(c)) open.push(c);
    if (!isText && ']}'.includes(c)) open.pop();
    if (c === '…' && !isText) out += open.at(-1) === '{' ? '"…":0' : '"…"';
    else out += c;
  }
  return JSON.parse(out);
}

/** The lines of the transcript that begins below a heading; indented lines continue the one before. */
function transcript(heading) {
  const block = new RegExp(`^## ${heading}\n[^]*?\`\`\`\n([^]*?)\`\`\``, 'm').exec(text)[1];
  return block.replaceAll(/\n {5}/g, '').split('\n').filter(Boolean);
}

/** {who, isSent, name, data} of each line of the real-time transcript. */
export const game = () =>
  transcript('One game').map((line) => {
    const [, who, direction, name, json] = /^(\w) ( >|< ) (\S+)(?: (.*))?$/.exec(line) ?? assert.fail(line);
    return { who, isSent: direction === ' >', name, data: json && parse(json) };
  });

/** {method, target, body, token, status, answer} of each exchange of the REST transcript. */
export function exchanges() {
  const lines = transcript('A transcript');
  return Array.from({ length: lines.length / 2 }, (_, i) => {
    const [, method, target, , body, , token] = /^(\w+) (\S+)( +(\{.*\}))?( +Bearer (\S+))?$/.exec(lines[2 * i]) ?? assert.fail(lines[2 * i]);
    const [, status, answer] = /^(\d+) (.*)$/.exec(lines[2 * i + 1]) ?? assert.fail(lines[2 * i + 1]);
    return { method, target, body: body && parse(body), token, status: Number(status), answer: parse(answer) };
  });
}

const ID = /^[0-7][0-9a-hjkmnp-tv-z]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const VARIES = new Set(['leftMs', 'sentAt']);

/** Compares what the page shows with what a server sent. Ids and tokens differ, but each always stands for the same: `names` maps them. */
export function compare(shown, sent, names, where = '') {
  const learn = () => assert.equal(names.get(shown) ?? names.set(shown, sent).get(shown), sent, where);
  if (Array.isArray(shown)) {
    const cut = shown.indexOf('…'), tail = cut < 0 ? 0 : shown.length - cut - 1;
    assert.ok(cut < 0 ? shown.length === sent.length : sent.length >= shown.length - 1, `${where}: ${shown.length} entries, not ${sent.length}`);
    shown.slice(0, cut < 0 ? undefined : cut).forEach((one, i) => compare(one, sent[i], names, `${where}[${i}]`));
    if (tail) shown.slice(-tail).forEach((one, i) => compare(one, sent[sent.length - tail + i], names, `${where}[-${tail - i}]`));
  } else if (shown && typeof shown === 'object') {
    const keys = Object.keys(shown).filter((key) => key !== '…');
    if (keys.length === Object.keys(shown).length) assert.deepEqual(Object.keys(sent).sort(), keys.sort(), where);
    for (const key of keys) {
      assert.ok(key in sent, `${where}.${key} is missing`);
      if (VARIES.has(key)) assert.deepEqual(shapeOf(sent[key]), shapeOf(shown[key]), `${where}.${key}`);
      else compare(shown[key], sent[key], names, `${where}.${key}`);
    }
  } else if (typeof shown === 'string' && ID.test(shown)) {
    assert.match(sent, ID, where);
    learn();
  } else if (typeof shown === 'string' && shown.endsWith('…')) {
    assert.equal(typeof sent, 'string', where);
    learn();
  } else if (typeof shown === 'string' && TIME.test(shown)) {
    assert.match(sent, TIME, where);
  } else {
    assert.deepEqual(sent, shown, where);
  }
}

const shapeOf = (value) => (value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)])) : typeof value);

/** What a client of the real server sends where the page shows this: known ids are replaced. */
export const translate = (shown, names) => JSON.parse(JSON.stringify(shown), (_, value) => names.get(value) ?? value);
