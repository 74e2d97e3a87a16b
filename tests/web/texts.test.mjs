// The texts of the page: both languages are complete, with the same places to fill.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const { coreGerman } = await bundle('ui/texts/core_german.ts');
const { errorText, wordsIn } = await bundle('ui/texts/languages.ts');
const { addWords, fill, playerName, t, tell } = await bundle('ui/texts/texts.ts');
const { refusalWords } = await bundle('ui/texts/refusals.ts');
const { words: onlineWords } = await bundle('ui/online/words.ts');
const { words: recordWords } = await bundle('ui/records/words.ts');
const dictionaries = { en: wordsIn('en'), de: wordsIn('de') };
const { en, de } = dictionaries;

const places = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
const speaking = (language) => ({ settings: { value: { language } } });
const source = (folder) => {
  const path = fileURLToPath(new URL(`../../web/src/${folder}`, import.meta.url));
  const names = readdirSync(path, { recursive: true }).filter((name) => /\.tsx?$/.test(name));
  return names.map((name) => readFileSync(`${path}/${name}`, 'utf8')).join('\n');
};

describe('the dictionaries', () => {
  test('have the same keys', () => {
    assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort());
  });

  test('have the same places to fill under every key', () => {
    for (const key of Object.keys(en)) assert.deepEqual(places(de[key]), places(en[key]), key);
  });

  test('leave no text empty and no brace open', () => {
    for (const [language, words] of Object.entries(dictionaries)) {
      for (const [key, text] of Object.entries(words)) {
        assert.notEqual(text.trim(), '', `${language} ${key}`);
        assert.equal(fill(text, Object.fromEntries(places(text).map((name) => [name, 2]))).search(/[{}|#]/), -1, key);
      }
    }
  });

  test('have a text for every message of the controller', () => {
    const sent = [...source('app').matchAll(/"(message\.\w+)"/g)].map(([, key]) => key);
    assert.ok(sent.length > 5);
    for (const key of [...sent, 'message.over', 'message.thinking', 'message.replay']) assert.ok(key in en, key);
  });

  test('have a text for every message of every part, in both languages', () => {
    const parts = [{ en, de }, onlineWords, recordWords, refusalWords];
    const known = (language) => new Set(parts.flatMap((part) => Object.keys(part[language])));
    const sent = [...`${source('app')}${source('online')}${source('ui')}${source('records')}`.matchAll(/"((?:message|note|refusal|said)\.[\w-]+)"/g)];
    const keys = [...new Set(sent.map(([, key]) => key))];
    assert.ok(keys.length > 60, `${keys.length}`);
    for (const language of ['en', 'de']) assert.deepEqual(keys.filter((key) => !known(language).has(key)), [], language);
  });

  test('have no unused key', () => {
    const used = source('ui').replace(/^ {2}"[\w. ]+": .*$/gm, '') + source('app');
    const stems = [...used.matchAll(/`(\w+)\.\$\{/g)].map(([, stem]) => stem);
    const isUsed = (key) => used.includes(`"${key}"`) || stems.includes(key.split('.')[0]);
    assert.deepEqual(Object.keys(en).filter((key) => !isUsed(key)), []);
  });
});

describe('a text', () => {
  test('inserts its values', () => {
    assert.equal(t(speaking('en'), 'message.full', { column: 3 }), 'Column 3 is full.');
    assert.equal(t(speaking('de'), 'message.full', { column: 3 }), 'Spalte 3 ist voll.');
  });

  test('chooses singular and plural by number', () => {
    const wins = (moves) => t(speaking('de'), 'bar.wins', { color: 'Rot', moves });
    assert.equal(wins(1), 'Rot gewinnt in 1 Zug');
    assert.equal(wins(7), 'Rot gewinnt in 7 Zügen');
    assert.equal(t(speaking('en'), 'score.draws', { draws: 0 }), '0 draws');
  });

  test('calls a guest by a name of the language, alone and inside a sentence', () => {
    assert.deepEqual(['en', 'de'].map((language) => playerName(speaking(language), 'Guest 4711')), ['Guest 4711', 'Gast 4711']);
    assert.equal(t(speaking('de'), 'end.name', { name: 'Guest 4711' }), 'Gast 4711 gewinnt!');
    for (const name of ['Guesthouse', 'Guest', 'Guest 12', 'my Guest 4711']) assert.equal(playerName(speaking('de'), name), name);
    assert.match(readFileSync(fileURLToPath(new URL('../../src/play/player.c', import.meta.url)), 'utf8'), /"Guest %d"/, 'the name that the server gives');
  });

  test('keeps a place without a value', () => {
    assert.equal(fill('Column {column} of {all|# one|# many}', { column: 2 }), 'Column 2 of {all|# one|# many}');
  });

  test('does not interpret values as patterns', () => {
    assert.equal(fill('{text}.', { text: '$& {column}' }), '$& {column}.');
  });

  test('of an unknown key is that of its group, or the key itself', () => {
    const message = { key: 'message.unheard', args: {}, kind: 'info', id: 1 };
    assert.equal(tell(speaking('en'), message), 'message.unheard');
    addWords({ en: { 'odd.other': 'Odd: {code}.' }, de: { 'odd.other': 'Komisch: {code}.' } });
    assert.equal(tell(speaking('de'), { ...message, key: 'odd.one', args: { code: 'one' } }), 'Komisch: one.');
  });
});

describe('an error of the core', () => {
  const header = readFileSync(fileURLToPath(new URL('../../include/fourfall.h', import.meta.url)), 'utf8');
  const codes = [...header.matchAll(/X\((E_\w+), "/g)].map(([, code]) => code);

  test('has a German text for every code', () => {
    assert.ok(codes.length > 40, `${codes}`);
    assert.deepEqual(codes.filter((code) => !coreGerman[code]), []);
    assert.deepEqual(Object.keys(coreGerman).filter((code) => !codes.includes(code)), []);
  });

  test('never puts English into a German sentence, whatever the code', () => {
    const reasoned = Object.keys(en).filter((key) => en[key].includes('{text}'));
    assert.ok(reasoned.length >= 4, `${reasoned}`);
    const english = 'The column is full';
    for (const key of reasoned)
      for (const error of [...codes, 'E_CRASH', '', 'E_NEW', undefined]) {
        const said = tell(speaking('de'), { key, args: { text: english, error, at: 3 }, kind: 'refusal', id: 1 });
        assert.ok(!said.includes(english) && !said.includes('{') && !said.includes('undefined'), `${key} ${error}: ${said}`);
        assert.ok(said.includes(errorText('de', error ?? '', english)), said);
      }
  });

  test('of a browser is not shown, in either language', () => {
    const message = { key: 'message.core', args: { text: 'Failed to fetch' }, kind: 'refusal', id: 1 };
    assert.equal(tell(speaking('en'), message), 'That did not work: Something unexpected happened.');
    assert.equal(tell(speaking('de'), message), 'Das hat nicht geklappt: Etwas Unerwartetes ist passiert.');
  });

  test('comes with its code wherever its sentence is passed on', () => {
    const given = [...`${source('app')}${source('ui')}`.matchAll(/^.*\btext: [^,]*\.message\b.*$/gm)].map(([line]) => line);
    assert.ok(given.length > 1, 'there are such lines');
    assert.deepEqual(given.filter((line) => !/\berror\b/.test(line)), []);
  });

  test('is told in the language of the page', () => {
    const message = { key: 'message.badText', args: { text: 'The column is full', error: 'E_FULL', at: 7 }, kind: 'refusal', id: 1 };
    assert.equal(tell(speaking('en'), message), 'Not a game: The column is full (character 7).');
    assert.equal(tell(speaking('de'), message), 'Das ist kein Spiel: Die Spalte ist voll (Zeichen 7).');
  });
});

test('the status texts are exactly the required ones', () => {
  const english = (key, args) => t(speaking('en'), key, args);
  assert.equal(english('turn.player', { seat: 1 }), "Player 1's Turn");
  assert.equal(english('end.player', { seat: 2 }), 'Player 2 Wins!');
  assert.equal(english('end.draw'), "It's a Draw!");
});
