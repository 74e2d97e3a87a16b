// axe's findings on a page, once nothing moves: colours in the middle of a transition would be reported.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { path } from './browser.mjs';

const AXE = readFileSync(path('web/node_modules/axe-core/axe.min.js'), 'utf8');

/** Pauses toasts in the middle of their animation, and waits for the end of all finite animations. */
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

/** One short line per finding. Debug drawings are excluded. */
export async function findings({ page }) {
  await page.evaluate(settle);
  await page.evaluate(AXE); // evaluate() is not subject to the page's CSP
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run({ exclude: ['.debug'] }, { resultTypes: ['violations'] });
    const lineOf = ({ id }, { target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary.split('\n')[1]?.trim()}`;
    return violations.flatMap((violation) => violation.nodes.map((node) => lineOf(violation, node)));
  });
}

export const assertAccessible = async (visit, where) => assert.deepEqual(await findings(visit), [], where);
