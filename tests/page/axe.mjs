// What axe finds on a page, read when nothing moves any more: colours on their way are not those people read.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { path } from './browser.mjs';

const AXE = readFileSync(path('web/node_modules/axe-core/axe.min.js'), 'utf8');

/** Stops passing messages in the middle of their time, and waits for the end of everything that has one. */
function settle() {
  const debug = document.querySelector('.debug');
  if (debug) debug.style.display = 'none';
  const isMoving = ({ playState, effect }) => playState === 'running' && effect.getTiming().iterations !== Infinity && !effect.target.matches('.rest');
  const hold = (animation) => {
    if (!animation.animationName?.startsWith('toast')) return;
    animation.pause();
    animation.currentTime = animation.effect.getComputedTiming().endTime / 2;
  };
  return new Promise((done) => {
    let calm = 0;
    const look = () => {
      document.getAnimations().forEach(hold);
      calm = document.getAnimations().some(isMoving) ? 0 : calm + 1;
      if (calm < 4) requestAnimationFrame(look);
      else done();
    };
    look();
  });
}

/** As short lines. The debug drawings are not part of the page. */
export async function findings({ page }) {
  await page.evaluate(settle);
  await page.evaluate(AXE); // from outside, where the policy of the page does not reach
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run({ exclude: ['.debug'] }, { resultTypes: ['violations'] });
    const lineOf = ({ id }, { target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary.split('\n')[1]?.trim()}`;
    return violations.flatMap((violation) => violation.nodes.map((node) => lineOf(violation, node)));
  });
}

export const assertAccessible = async (visit, where) => assert.deepEqual(await findings(visit), [], where);
