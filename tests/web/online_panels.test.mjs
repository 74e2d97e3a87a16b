// The panels of online play, as far as no browser is needed: texts, times, names, results, emoji.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const { o, quickText, words } = await bundle('ui/online/words.ts');
const { clockName, clocks, clockText, spanText, typicalText, waitText } = await bundle('ui/online/time.ts');
const { changeText, opponentName, ratingText, reasonText, resultText } = await bundle('ui/online/people.ts');
const { avatarLook } = await bundle('ui/kit/avatar.tsx');
const { suggestNames } = await bundle('ui/online/nicknames.ts');
const { isEmoji } = await bundle('ui/online/emoji.tsx');
const { friendWish, wishOf } = await bundle('ui/online/wish.tsx');

const { en, de } = words;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const app = (language = 'en') => ({
  settings: { value: { language } },
  snapshot: { value: { board: { connect: 4 } } },
});

const folder = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const source = (name) => readdirSync(folder(name))
  .filter((file) => /\.tsx?$/.test(file) && !/^(english|german)\.ts$/.test(file))
  .map((file) => readFileSync(`${folder(name)}/${file}`, 'utf8')).join('\n');

describe('the texts of online play', () => {
  const places = (text) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();

  test('have the same keys and the same places to fill in both languages', () => {
    assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort());
    for (const key of Object.keys(en)) assert.deepEqual(places(de[key]), places(en[key]), key);
  });

  test('leave no text empty and no brace open', () => {
    for (const language of ['en', 'de']) {
      for (const [key, text] of Object.entries(words[language])) {
        const args = Object.fromEntries(places(text).map((name) => [name, 2]));
        assert.notEqual(text.trim(), '', key);
        assert.equal(o(app(language), key, args).search(/[{}|#]/), -1, `${language} ${key}`);
      }
    }
  });

  test('have no unused key, and a text for every message of the model', () => {
    const used = source('web/src/ui/online') + source('web/src/online') + source('web/src/app');
    const stems = [...used.matchAll(/`(\w+)\.\$\{/g)].map(([, stem]) => stem).concat('emoji');
    const ends = [...used.matchAll(/`\$\{\w+\}\.(\w+)`/g)].map(([, end]) => end);
    const isUsed = (key) => used.includes(`"${key}"`) || stems.includes(key.split('.')[0]) || ends.includes(key.split('.')[1]);
    assert.deepEqual(Object.keys(en).filter((key) => !isUsed(key)), []);
    const said = [...source('web/src/online').matchAll(/"(note\.\w+)"/g)].map(([, key]) => key);
    assert.ok(said.length > 3);
    for (const key of said) assert.ok(key in en, key);
  });

  test('name every quick message of the server, and every emoji has a drawing', () => {
    const list = readFileSync(folder('src/play/chat.c'), 'utf8');
    const names = [...list.matchAll(/\{\d+, "([\w-]+)", "/g)].map(([, name]) => name);
    assert.equal(names.length, 20);
    for (const name of names) {
      if (name.startsWith('emoji-')) assert.ok(isEmoji(name) && `emoji.${name.slice(6)}` in en, name);
      else assert.ok(!isEmoji(name) && `quick.${name}` in en, name);
    }
    assert.equal(quickText(app('de'), 'hello', 'Hello!'), 'Hallo!');
    assert.equal(quickText(app('de'), 'emoji-sad', ''), 'Traurig');
    assert.equal(quickText(app('de'), 'brand-new', 'Fresh!'), 'Fresh!');
  });
});

describe('time', () => {
  test('on a clock shows tenths at the end and hours only if needed, and is never rounded up', () => {
    const faces = [[0, '0.0'], [-5, '0.0'], [99, '0.0'], [100, '0.1'], [9_999, '9.9'], [10_000, '0:10'], [59_999, '0:59'],
      [5 * MINUTE, '5:00'], [HOUR - 1, '59:59'], [HOUR, '1:00:00'], [HOUR + 2 * MINUTE + 3000, '1:02:03'], [3 * HOUR, '3:00:00']];
    for (const [ms, face] of faces) assert.equal(clockText(ms), face, String(ms));
  });

  test('over days is shown in its two largest units', () => {
    const spans = [[2 * DAY + 3 * HOUR, '2 d 3 h'], [DAY - 1, '23 h 59 min'], [HOUR, '1 h 0 min'], [59 * MINUTE, '59 min'], [1, '1 s'], [0, '0 s']];
    for (const [ms, text] of spans) assert.equal(spanText(app(), ms), text);
    assert.equal(spanText(app('de'), 2 * DAY), '2 T 0 h');
  });

  test('spent waiting is minutes and seconds', () => {
    assert.equal(waitText(0), '0:00');
    assert.equal(waitText(67_900), '1:07');
  });

  test('of a game has a name', () => {
    assert.deepEqual(Object.values(clocks).map((clock) => clockName(app(), clock)),
      ['1 + 1', '3 + 2', '5 + 3', '10 + 5', 'No clock', '1 day per move', '3 days per move', '7 days per move']);
    assert.equal(clockName(app('de'), clocks['7d'], true), '7 Tage');
    assert.equal(clockName(app(), { kind: 'live', initialMs: 90_000, incrementMs: 0 }), '1.5 + 0');
  });
});

describe('the typical wait', () => {
  test('is a bound that people know from clocks, and nothing when it says little', () => {
    assert.equal(typicalText(app(), 0), 'usually under 10 s');
    assert.equal(typicalText(app(), 9_999), 'usually under 10 s');
    assert.equal(typicalText(app(), 10_000), 'usually under 20 s');
    assert.equal(typicalText(app(), 45_000), 'usually under 1 min');
    assert.equal(typicalText(app('de'), 250_000), 'meist unter 5 min');
    assert.equal(typicalText(app(), HOUR), '');
  });
});

describe('a picture of a player', () => {
  test('is always the same for an id, and differs between ids', () => {
    const look = (id) => JSON.stringify(avatarLook(id));
    assert.equal(look('4tp1tc26c8z03'), look('4tp1tc26c8z03'));
    const ids = Array.from({ length: 500 }, (_, i) => `4tp1tc26c8${i.toString(36).padStart(3, '0')}`);
    assert.ok(new Set(ids.map(look)).size > 480, 'also for ids that are nearly the same');
    for (const id of ids) assert.equal(new Set(avatarLook(id).discs).size, 2, 'two hues');
  });
});

describe('suggested names', () => {
  test('are different, fit the server, and have no number', () => {
    for (const language of ['en', 'de']) {
      const names = suggestNames(language, 60);
      assert.equal(new Set(names).size, 60);
      for (const name of names) assert.match(name, /^\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+$/u);
      assert.ok(names.every((name) => name.length <= 20));
    }
  });

  test('are German with the right ending', () => {
    const names = suggestNames('de', 100).join(', ');
    for (const wrong of [/er (Eule|Amsel|Robbe|Meise|Reh|Lama|Küken)/, /e (Fuchs|Otter|Dachs|Luchs|Biber|Falke|Igel|Reh)/, /es (Fuchs|Eule)/])
      assert.doesNotMatch(names, wrong);
  });
});

describe('people', () => {
  const person = (name, more = {}) => ({ name, playerId: name, rating: 1500, isProvisional: false, level: null, ...more });
  const table = (seat) => ({ seat, people: [person('Ann'), person('Bob')] });
  const ended = (reason, winner) => ({ reason, winner, ratings: null });

  test('have a question mark behind a provisional rating', () => {
    assert.equal(ratingText(person('Ann', { rating: 1511.6 })), '1512');
    assert.equal(ratingText(person('Ann', { isProvisional: true })), '1500?');
    assert.equal(ratingText(person('Computer', { rating: null })), '');
  });

  test('win and lose rating points', () => {
    assert.equal(changeText(1500, 1512.4), '+12');
    assert.equal(changeText(1500, 1492.6), '−7');
    assert.equal(changeText(1500, 1500.3), '±0');
  });

  test('read the result from their own point of view', () => {
    const tell = (seat, reason, winner, language) => {
      const result = ended(reason, winner);
      return [resultText(app(language), table(seat), result), reasonText(app(language), table(seat), result)];
    };
    assert.deepEqual(tell(0, 'line', 0), ['You win!', 'Red connects 4.']);
    assert.deepEqual(tell(1, 'line', 0), ['Ann wins.', 'Red connects 4.']);
    assert.deepEqual(tell(0, 'time', 1), ['Bob wins.', 'You ran out of time.']);
    assert.deepEqual(tell(null, 'time', 1), ['Bob wins.', 'Ann ran out of time.']);
    assert.deepEqual(tell(1, 'resign', 1), ['You win!', 'Ann resigned.']);
    assert.deepEqual(tell(1, 'abandon', 0), ['Ann wins.', 'You were gone too long.']);
    assert.deepEqual(tell(0, 'agreed', null), ["It's a draw!", 'By agreement.']);
    assert.deepEqual(tell(0, 'draw', null), ["It's a draw!", 'The board is full.']);
    assert.deepEqual(tell(0, 'cancelled', null), ['The game was cancelled.', 'No opponent joined.']);
    assert.deepEqual(tell(0, 'time', 1, 'de'), ['Bob gewinnt.', 'Deine Zeit ist abgelaufen.']);
  });

  test('find their opponent in the list of their games, whoever is to move', () => {
    const names = ['Ann', 'Bob'];
    assert.equal(opponentName(app(), { names, turn: 0, isMyTurn: true }), 'Bob');
    assert.equal(opponentName(app(), { names, turn: 0, isMyTurn: false }), 'Ann');
    assert.equal(opponentName(app(), { names, turn: 1, isMyTurn: true }), 'Ann');
    assert.equal(opponentName(app(), { names, turn: 1, isMyTurn: false }), 'Bob');
    assert.equal(opponentName(app('de'), { names: ['Ann', 'Guest 1234'], turn: 0, isMyTurn: true }), 'Gast 1234');
  });
});

describe('a rated wish', () => {
  const draft = (clock, isRated = true) => ({ board: { value: { kind: 'classic', board: '7x6' } }, clock: { value: clock }, isRated: { value: isRated } });

  test('needs a clock', () => {
    for (const name of Object.keys(clocks)) assert.equal(wishOf(draft(name)).isRated, clocks[name].kind !== 'none', name);
  });

  test('for a friend is for accounts; a guest gets a friendly game', () => {
    assert.equal(friendWish(draft('5+3'), { isGuest: false }).isRated, true);
    assert.equal(friendWish(draft('5+3'), { isGuest: true }).isRated, false);
    assert.equal(friendWish(draft('5+3'), null).isRated, false);
    assert.equal(friendWish(draft('5+3', false), { isGuest: false }).isRated, false);
  });
});
