// "Why" in words: every reason of the core has a sentence in both languages. The page's English is the core's own,
// word for word, on thousands of random positions.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle, randoms } from './bundle.mjs';

const { Module } = await bundle('core/module.ts');
const { REASON_CODES, ENDINGS } = await bundle('core/reason.ts');
const { piecesOf, whyPieces, whyText, whyWords } = await bundle('ui/texts/why.ts');
const { prospectText } = await bundle('ui/texts/names.ts');
const path = (name) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const app = (language) => ({ settings: { value: { language } } });
const [english, german] = [app('en'), app('de')];

const core = () => new Module(new WebAssembly.Module(readFileSync(path('build/fourfall.wasm'))), () => false);

/** A random game of so many discs that nobody has won; null if one ended early. */
function randomGame(module, board, plies, random) {
  let at = module.begin(board);
  while (at.ply < plies && at.status === 'playing') {
    const open = at.canDrop.flatMap((can, column) => (can ? [column] : []));
    at = module.drop(open[Math.floor(random() * open.length)]);
  }
  return at.status === 'playing' ? at : null;
}

/** Calls `check` for so many positions of each kind. */
function forPositions(samples, check) {
  const module = core();
  const random = randoms(13);
  for (const [board, plies, count] of samples)
    for (let done = 0; done < count; ) {
      const at = randomGame(module, board, plies, random);
      if (!at) continue;
      done++;
      check(module, at, module.analyse().reason);
    }
}

/** `typedef enum ff_reason_code { FF_REASON_WIN_NOW, … }` as names like winNow. */
function enumNames(name) {
  const header = readFileSync(path('include/fourfall.h'), 'utf8');
  const body = new RegExp(`typedef enum ${name} \\{([^}]*)\\}`).exec(header)[1];
  const names = [...body.matchAll(/^ *FF_(?:REASON|ENDING)_(\w+)/gm)].map(([, word]) => word.toLowerCase());
  return names.filter((word) => word !== 'count').map((word) => word.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()));
}

describe('the reasons of the core', () => {
  test('are known to the page, in the same order', () => {
    assert.deepEqual(REASON_CODES, enumNames('ff_reason_code'));
    assert.deepEqual(ENDINGS, enumNames('ff_ending'));
  });

  test('have a sentence in both languages, with nothing left to fill', () => {
    const at = core().open('4453');
    const flags = [false, true];
    for (const code of REASON_CODES)
      for (const ending of ENDINGS)
        for (const winner of [null, 0, 1])
          for (const isAny of flags)
            for (const endIsOld of flags)
              for (const columns of [[2], [1, 2, 4]]) {
                const moves = ending === 'none' ? Number(winner !== null) : 3;
                if (winner === null && !['block', 'draw'].includes(code)) continue; // somebody wins
                if (ending === 'none' && ['win', 'loss'].includes(code)) continue; // these have an end to tell
                const reason = { code, ending, mover: 0, winner, moves, columns, isAny, endColumns: [2, 4], endColumn: 4, endIsOdd: true, endIsOld };
                for (const language of [english, german])
                  assert.match(whyText(language, at, reason), /^[A-Z][^{}[\]|#]+[.]$/, JSON.stringify(reason));
              }
  });

  test('mark the same terms in both languages', () => {
    const terms = (text) => piecesOf(text).flatMap(({ term }) => term ?? []).sort();
    assert.deepEqual(Object.keys(whyWords.de), Object.keys(whyWords.en));
    for (const key of Object.keys(whyWords.en)) assert.deepEqual(terms(whyWords.de[key]), terms(whyWords.en[key]), key);
  });
});

describe('a sentence of the page', () => {
  test('is the core\'s, word for word, on 3,000 random positions', () => {
    const samples = [['7x6', 18, 200], ['7x6', 22, 500], ['7x6', 26, 500], ['7x6', 31, 500], ['7x6', 36, 500], ['5x4', 9, 300], ['6x5', 20, 300], ['12x4', 36, 100], ['3x3', 5, 100]];
    const seen = new Set();
    forPositions(samples, (module, at, reason) => {
      assert.equal(whyText(english, at, reason), module.explanation(), at.notation);
      seen.add(reason.code);
      seen.add(reason.ending);
    });
    assert.deepEqual([...REASON_CODES, ...ENDINGS].filter((name) => !seen.has(name) && !['squeezeNow', 'threat', 'only', 'estimate'].includes(name)), []);
  });

  test('about an estimate calls a bound a bound and a chance an estimate, in both languages', () => {
    const module = core();
    const about = (language, text) => {
      const at = module.open(text);
      const estimate = module.estimate();
      return whyText(language, at, estimate.reason, estimate);
    };
    assert.equal(about(english, '5x5x5:mgmmshr'), 'Yellow wins within 2 moves (proven) with column i: that threatens columns f and j at once.');
    assert.match(about(german, '5x5x5:mgmmshr'), /^Gelb gewinnt in höchstens 2 Zügen \(bewiesen\) mit Spalte i, weil /);
    assert.match(about(english, '5x5x5:mgh'), /^Red threatens to win by force, beginning with column r\. .*Yellow's winning chance is estimated at \d+ %, with column r\.$/);
    assert.match(about(german, '5x5x5:m'), /^Für alle Spalten außer Spalte g, i, q und s ist eine Niederlage bewiesen\. Gelb gewinnt schätzungsweise mit \d+ % Wahrscheinlichkeit/);
  });

  test('about a proven win with the next disc is no bound, in both languages', () => {
    const about = (language, certainty, plies) => prospectText(language, { certainty, chance: 0, plies }, 0);
    assert.deepEqual([about(english, 'win', 1), about(german, 'win', 1)], ['Red wins now', 'Rot gewinnt sofort']);
    assert.deepEqual([about(english, 'loss', 2), about(german, 'loss', 2)], ['Yellow wins in 1 move (proven)', 'Gelb gewinnt in 1 Zug (bewiesen)']);
    assert.deepEqual([about(english, 'win', 3), about(german, 'win', 3)], ['Red wins within 2 moves (proven)', 'Rot gewinnt in höchstens 2 Zügen (bewiesen)']);
  });

  const said = (language, moves, board) => {
    const module = core();
    const at = module.open(board ? `${board}:${moves}` : moves);
    return whyText(language, at, module.analyse().reason);
  };

  test('explains a threat in German', () => {
    const cases = {
      '112233': 'Rot gewinnt sofort mit Spalte 4.',
      '14234462776651545': 'Rot droht in Spalte 3 und 5 zugleich; Gelb kann nur eine der Drohungen abwehren.',
      '572563332345275772633552266667117': 'Gelb ist in Zugzwang: Jeder Zug lässt Rot direkt darüber gewinnen.',
      '47213624722211111': 'Gelb muss in Spalte 5 antworten; danach endet es bei perfektem Spiel remis.',
      '57256333234527577': 'Gelb muss in Spalte 2 antworten; danach gewinnt Rot in 9 Zügen, weil Rots ungerade Drohung in Spalte 4 das Spiel entscheidet.',
      '36332266662455246': 'Gelb gewinnt in 2 Zügen mit Spalte 4, weil danach Drohungen in Spalte 3, 4 und 5 zugleich stehen.',
      '64414661651324237': 'Rot gewinnt in 11 Zügen, egal was Gelb spielt, weil Rot eine ungerade Drohung in Spalte 7 bekommt, die das Spiel entscheidet. Am längsten hält Gelb mit Spalte 2 oder 3 durch.',
      '7773513475375525675': 'Nur Spalte 6 hält das Remis.',
    };
    for (const [moves, text] of Object.entries(cases)) assert.equal(said(german, moves), text);
  });

  test('lets ask about its terms', () => {
    const module = core();
    const at = module.open('57256333234527577');
    const terms = whyPieces(german, at, module.analyse().reason).filter(({ term }) => term);
    assert.deepEqual(terms, [{ text: 'ungerade Drohung', term: 'odd' }]);
  });
});
