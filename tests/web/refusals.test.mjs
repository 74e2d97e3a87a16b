// Refusals in the words of the page: every code the server can send has a text in both languages, and the server's own
// sentence (English, columns from 0) never reaches a player.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const { refusalText, refusalWords } = await bundle('ui/texts/refusals.ts');
const { fill } = await bundle('ui/texts/texts.ts');

const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const app = (language) => ({ settings: { value: { language } } });
const places = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
const found = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, code]) => code))];

/** X(NAME, status, "code", "Text"): the refusals of the real-time protocol. */
function playCodes() {
  const header = readFileSync(path('src/play/refusal.h'), 'utf8');
  return found(header, /X\(\w+,\s*\d+,\s*"([\w-]+)"/g).filter((code) => code !== 'ok');
}

/** A code beside a status, or given to a function that refuses: the refusals of REST and of malformed events. */
function serverCodes() {
  const files = readdirSync(path('src'), { recursive: true }).filter((name) => /\.c$/.test(name) && !/_test\.c$/.test(name));
  const sources = files.map((name) => readFileSync(path(`src/${name}`), 'utf8')).join('\n');
  return found(sources, /(?:\b[45]\d\d,\s*|\b\w*(?:refuse|error)\w*\([^";{}]*)"([a-z]+(?:-[a-z]+)+)"/g);
}

describe('the texts of refusals', () => {
  const codes = [...playCodes(), ...serverCodes()];

  test('are there for every code of the server, in both languages', () => {
    assert.ok(playCodes().length > 30, `${playCodes()}`);
    for (const code of ['login-taken', 'bad-request', 'too-many-polls', 'no-such-player', 'method-not-allowed']) assert.ok(serverCodes().includes(code), code);
    for (const [language, words] of Object.entries(refusalWords)) {
      assert.deepEqual(codes.filter((code) => !(`refusal.${code}` in words)), [], language);
    }
  });

  test('are there for every code of the page', () => {
    const sources = ['refusal.ts', 'api.ts'].map((name) => readFileSync(path(`web/src/online/${name}`), 'utf8')).join('\n');
    const own = found(sources, /(?<=code: |refuse\(|\? |" : )"([a-z]+(?:-[a-z]+)*)"/g);
    assert.ok(['offline', 'lost', 'unreachable', 'aborted', 'bad-answer'].every((code) => own.includes(code)), `${own}`);
    for (const words of Object.values(refusalWords)) assert.deepEqual(own.filter((code) => !(`refusal.${code}` in words)), []);
  });

  test('have the same keys and places in both languages, none empty', () => {
    const { en, de } = refusalWords;
    assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort());
    for (const key of Object.keys(en)) {
      assert.deepEqual(places(de[key]), places(en[key]), key);
      for (const text of [en[key], de[key]]) assert.match(fill(text, { column: 4, code: 'x', seconds: 2 }), /^[^{}|#]+\.$/, key);
    }
  });
});

describe('a refusal', () => {
  test('of the queue says how long to wait', () => {
    assert.equal(refusalText(app('en'), { code: 'queue-wait', waitMs: 29_100 }), 'You missed several matches. You can look for the next one in 30 seconds.');
    assert.equal(refusalText(app('de'), { code: 'queue-wait', waitMs: 900 }), 'Du hast mehrere Partien nicht angenommen. In 1 Sekunde kannst du die nächste suchen.');
  });

  test('is told in the language of the page', () => {
    assert.equal(refusalText(app('en'), { code: 'login-taken' }), 'This login is taken. Choose another one.');
    assert.equal(refusalText(app('de'), { code: 'wrong-credentials' }), 'Das passt nicht zusammen. Prüf deine Eingabe.');
    assert.equal(refusalText(app('en'), null), '');
  });

  test('says how long to wait where the server says so', () => {
    assert.equal(refusalText(app('en'), { code: 'slow-down', retryAfterS: 1 }), 'Too many requests. Try again in 1 second.');
    assert.equal(refusalText(app('de'), { code: 'slow-down', retryAfterS: 30 }), 'Zu viele Anfragen. Versuch es in 30 Sekunden wieder.');
    assert.equal(refusalText(app('en'), { code: 'slow-down' }), 'Too many requests. Wait a moment and try again.');
  });

  test('of a newer server shows its code, never the sentence of the server', () => {
    const refusal = { code: 'new-thing', message: 'It rains.' };
    assert.equal(refusalText(app('en'), refusal), 'That did not work (new-thing).');
    assert.equal(refusalText(app('de'), refusal), 'Das hat nicht geklappt (new-thing).');
  });
});
