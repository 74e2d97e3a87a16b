// The mini-map of deep boards: what its buttons are called, and that it turns the way the board is seen.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundle } from './bundle.mjs';
import { boardOf, cameraFor, cube, snapshotOf, three } from './stack_help.mjs';

const { columnText, seenAt } = await bundle('ui/game/minimap.tsx');
const { minimapTexts } = await bundle('ui/texts/minimap.ts');
const { Layout, quarterOf, REST_AZIMUTH } = await bundle('scene/stack/layout.ts');

const app = (snapshot, language = 'en') => ({
  snapshot: { value: snapshot },
  settings: { value: { language } },
});

describe('a button of the mini-map', () => {
  test('says its beads from the bottom up and where the next one lands', () => {
    const snapshot = snapshotOf(cube, [12, 12, 3]);
    assert.equal(columnText(app(snapshot), 12), 'Column m: red, yellow; next on level 3');
    assert.equal(columnText(app(snapshot), 0), 'Column a: empty; next on level 1');
    assert.equal(columnText(app(snapshot, 'de'), 12), 'Spalte m: rot, gelb; nächste auf Ebene 3');
  });

  test('says that it is full, and nothing of a next bead after the end', () => {
    const full = snapshotOf(cube, [1, 1, 1, 1, 1]);
    assert.equal(columnText(app(full), 1), 'Column b: red, yellow, red, yellow, red; full');
    const over = snapshotOf(cube, [0, 5, 1, 6, 2, 7, 3], [[1, 2, 3, 4]]);
    assert.equal(columnText(app(over), 5), 'Column f: yellow');
  });

  test('has words in both languages', () => {
    assert.deepEqual(Object.keys(minimapTexts.de), Object.keys(minimapTexts.en));
  });
});

describe('the mini-map', () => {
  for (const board of [cube, boardOf(3, 4, 6)]) {
    for (const quarter of [0, 1, 2, 3]) {
      test(`of ${board.name} lies as the board is seen after ${quarter} quarter turns`, () => {
        const layout = new Layout(board);
        const azimuth = REST_AZIMUTH + (quarter * Math.PI) / 2;
        assert.equal(quarterOf(azimuth), quarter);
        const pose = { azimuth, elevation: layout.pose('home', false, false).elevation };
        const bounds = layout.bounds(false, new three.Box3());
        const model = { fov: 15, bounds, hull: layout.hull(), pose: () => pose, settle: () => pose };
        const { camera } = cameraFor(model, 1280, 800, { top: 0, right: 0, bottom: 0, left: 0 });
        const onScreen = (column) => layout.seat(column, 0, 0, new three.Vector3()).project(camera);
        for (let a = 0; a < board.columns; a++)
          for (let b = 0; b < board.columns; b++) {
            const from = seenAt(board, a, quarter);
            const to = seenAt(board, b, quarter);
            if (from.down === to.down && from.across < to.across) assert.ok(onScreen(a).x < onScreen(b).x);
            if (from.across === to.across && from.down < to.down) assert.ok(onScreen(a).y > onScreen(b).y);
          }
      });

      test(`of ${board.name} has one place for each column after ${quarter} quarter turns`, () => {
        const across = quarter % 2 === 0 ? board.width : board.depth;
        const places = new Set();
        for (let column = 0; column < board.columns; column++) {
          const place = seenAt(board, column, quarter);
          assert.ok(place.across >= 0 && place.across < across);
          places.add(place.across + across * place.down);
        }
        assert.equal(places.size, board.columns);
        assert.equal(Math.max(...places), board.columns - 1);
      });
    }
  }
});
