// A premove that the server refuses: the page explains it and shakes the column of the premove.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../e2e/server_process.mjs';
import { online, play, table, usePeople } from './page_people.mjs';
import { until } from './until.mjs';

const { meet } = await usePeople();

test('a refused premove shakes its own column, not that of the last move', async () => {
  const [x, o] = await meet();
  await play(x, o, '4444441');
  online(x).premoves.value = true;
  x.app.drop(3);
  assert.equal((await table(x)).premove, 3);
  o.app.drop(1);
  const message = await until(x.app.message, (now) => now?.key === 'refusal.column-full', 'the refusal');
  assert.deepEqual([message.args.column, message.kind], ['4', 'refusal']);
  const refused = () => new Promise((resolve) => setImmediate(() => resolve(x.scene.refused)));
  assert.deepEqual(await eventually(refused, ({ length }) => length > 0, 'the shake'), [3]);
  await x.shows('44444412');
});
