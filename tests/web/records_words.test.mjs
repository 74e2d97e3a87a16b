// The texts of people and finished games: both languages are complete; numbers and streaks.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const { words, r, streakText, dayText, numberText } = await bundle('ui/records/words.ts');
const { embedTexts } = await bundle('ui/texts/embed.ts');
const { fill } = await bundle('ui/texts/texts.ts');

const places = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
const speaking = (language) => ({ settings: { value: { language } } });
const [english, german] = [speaking('en'), speaking('de')];

for (const [name, dictionaries] of Object.entries({ records: words, embed: embedTexts }))
  describe(`the dictionaries of ${name}`, () => {
    const { en, de } = dictionaries;

    test('have the same keys with the same places', () => {
      assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort());
      for (const key of Object.keys(en)) assert.deepEqual(places(de[key]), places(en[key]), key);
    });

    test('leave no text empty and no brace open', () => {
      for (const [key, text] of [...Object.entries(en), ...Object.entries(de)]) {
        assert.notEqual(text.trim(), '', key);
        assert.equal(fill(text, Object.fromEntries(places(text).map((place) => [place, 2]))).search(/[{}|#]/), -1, key);
      }
    });
  });

test('there is no unused key', () => {
  const folder = fileURLToPath(new URL('../../web/src/ui/records', import.meta.url));
  const files = readdirSync(folder).filter((name) => /\.tsx?$/.test(name) && !/^(english|german)\.ts$/.test(name));
  const used = files.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('\n');
  const stems = [...used.matchAll(/`(\w+)\.\$\{/g)].map(([, stem]) => stem);
  const isUsed = (key) => used.includes(`"${key}"`) || stems.includes(key.split('.')[0]);
  assert.deepEqual(Object.keys(words.en).filter((key) => !isUsed(key)), []);
});

describe('a streak', () => {
  test('names wins, losses, or none', () => {
    assert.deepEqual([3, 1, 0, -1, -4].map((count) => streakText(english, count)), ['3 wins in a row', '1 win', 'none', '1 loss', '4 losses in a row']);
    assert.equal(streakText(german, 2), '2 Siege in Folge');
    assert.equal(streakText(german, -1), '1 Niederlage');
  });
});

describe('numbers and days', () => {
  test('follow the language', () => {
    assert.deepEqual([numberText(english, 100000), numberText(german, 100000)], ['100,000', '100.000']);
    assert.deepEqual([numberText(english, 18.5, 1), numberText(german, 18.5, 1)], ['18.5', '18,5']);
    assert.equal(r(english, 'figure.discs', { discs: numberText(english, 7, 1) }), '7.0 discs');
  });

  test('that are not valid dates are left out', () => {
    assert.equal(dayText(english, 'yesterday'), '');
    assert.match(dayText(english, '2026-11-16T01:43:44.321Z'), /Nov 1[567], 2026/);
  });
});
