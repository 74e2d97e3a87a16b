// Quality steps down by itself when frames are slow, one tier at a time, and never up again.
import assert from 'node:assert/strict';
import test from 'node:test';
import { bundle } from './bundle.mjs';

const { QualityWatch, TIERS } = await bundle('scene/quality.ts');

/** Feeds frames and returns the tiers it changed to. */
function feed(watch, frameMs, count) {
  const changes = [];
  for (let i = 0; i < count; i++) {
    const next = watch.add(frameMs);
    if (next) changes.push(next);
  }
  return changes;
}

test('fast frames change nothing', () => {
  assert.deepEqual(feed(new QualityWatch('high'), 16.7, 500), []);
});

test('slow frames step down to medium, then to low, and there it ends', () => {
  assert.deepEqual(feed(new QualityWatch('high'), 40, 500), ['medium', 'low']);
});

test('frames that become fast again do not step up', () => {
  const watch = new QualityWatch('high');
  assert.deepEqual(feed(watch, 40, 40), ['medium']);
  assert.deepEqual(feed(watch, 8, 500), []);
  assert.equal(watch.quality, 'medium');
});

test('the first frames, while shaders compile, do not count', () => {
  const watch = new QualityWatch('high');
  assert.deepEqual(feed(watch, 900, 6), []);
  assert.deepEqual(feed(watch, 16.7, 200), []);
});

test('a machine that needs an age for a frame is not kept waiting for a whole window', () => {
  assert.deepEqual(feed(new QualityWatch('high'), 400, 10), ['medium']);
});

test('Low draws at least 1.5 pixels per pixel on phones, and never more than 1.6 million on a large canvas', () => {
  const { low } = TIERS;
  for (const [width, height] of [[320, 568], [390, 844], [430, 932]])
    for (const screen of [2, 3]) assert.ok(low.pixelRatio(screen, width * height) >= 1.5, `${width}x${height}`);
  assert.equal(low.pixelRatio(1, 390 * 844), 1);
  assert.equal(low.pixelRatio(2, 1920 * 1080), 1);
  const ratio = low.pixelRatio(2, 820 * 1180);
  assert.ok(820 * 1180 * ratio * ratio <= 1_600_001, `${ratio} on a tablet`);
});
