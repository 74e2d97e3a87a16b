// The computer as an opponent and as an adviser, as a browser shows it: panels, buttons, words. The games themselves are in
// tests/web/page_computer.test.mjs; the picture of a threat is in games.test.mjs.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DESKTOP, FLAT, useBrowser } from './browser.mjs';

// Nothing here looks at the 3D picture.
const { useVisit } = useBrowser({ flags: FLAT });

/** Records the requests to workers, so that a test sees which opponent plays, and can hold its requests back. */
function watchWorkers() {
  globalThis.asked = [];
  globalThis.held = null;
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function post(message, ...rest) {
    const { op, level, style } = message.request ?? {};
    if (op === 'choose') globalThis.asked.push({ level, style });
    if (op === 'choose' && globalThis.held) return void globalThis.held.push(() => postMessage.call(this, message, ...rest));
    return postMessage.call(this, message, ...rest);
  };
}

/** hold: requests for a move are kept back. letGo: they are sent. */
const hold = (v) => v.page.evaluate(() => void (globalThis.held = []));
const letGo = (v) => v.page.evaluate(() => {
  const questions = globalThis.held;
  globalThis.held = null;
  for (const ask of questions) ask();
});

const askedLast = (v) => v.page.evaluate(() => globalThis.asked.at(-1));

describe('the computer', () => {
  /** One visit for both parts: loading the page costs most. */
  const v = useVisit({ viewport: DESKTOP, spy: watchWorkers, expected: /^console: THREE\.WebGLRenderer/ });

  describe('against the computer', () => {
    test('level and who begins are chosen on the start page, which waits for Play', async () => {
      await v.page.getByRole('radio', { name: 'Easy', exact: true }).check();
      await v.page.getByRole('combobox', { name: 'Who begins?' }).selectOption('Computer');
      assert.equal((await v.state()).phase, 'welcome');
      await v.button('Play Computer · Easy').click();
      await v.ply(1);
      await v.turnSays('Your turn');
      const { you, setup, firstSeat } = await v.state();
      assert.deepEqual([you, setup.level, setup.first, firstSeat], [1, 'easy', 'cpu', 1]);
      assert.deepEqual(await askedLast(v), { level: 'easy', style: 'balanced' });
    });

    test('no disc falls while it thinks, and the page says so; a press is kept', async () => {
      await v.act('change', { naturalDelay: true });
      await v.start({ mode: 'cpu', level: 'hard', first: 'you' });
      await hold(v);
      await v.page.locator('button[data-column="3"]').click();
      await v.phase('thinking');
      await v.act('askHint');
      await v.page.locator('button[data-column="0"]').click({ force: true });
      const seen = await v.page.evaluate(() => {
        const { phase, snapshot } = globalThis.fourfall;
        return {
          phase: phase.value, ply: snapshot.value.ply, text: document.querySelector('.turn p').textContent,
          dots: document.querySelector('.turn .dots') !== null, open: document.querySelectorAll('button[data-column][aria-disabled=false]').length,
        };
      });
      assert.deepEqual(seen, { phase: 'thinking', ply: 1, text: 'Computer is thinking…', dots: true, open: 0 });
      await v.hears('Column 1 is next. Press it again to take it back.');
      assert.equal(await v.page.locator('.columns [aria-pressed=true]').getAttribute('data-column'), '0');
      await letGo(v);
      await v.ply(4);
      const { moves } = await v.state();
      assert.deepEqual([moves[0], moves[2]], [3, 0]);
      await v.turnSays('Your turn');
    });

    test('a whole game is counted, and its winner named', async () => {
      await v.act('change', { naturalDelay: false });
      await v.start({ mode: 'cpu', level: 'perfect', style: 'balanced', first: 'cpu' });
      while (!['over'].includes((await v.state()).phase)) {
        const { ply } = await v.state();
        await v.page.locator('button[data-column][aria-disabled=false]').first().click();
        await v.page.waitForFunction((before) => {
          const { snapshot, phase } = globalThis.fourfall;
          return snapshot.value.ply > before && ['turn', 'over'].includes(phase.value);
        }, ply);
      }
      await v.turnSays('Computer wins!');
      assert.deepEqual((await v.state()).tally, { first: 0, second: 1, draws: 0, streak: 0 });
    });

    test('Undo is disabled when only the computer has moved', async () => {
      await v.start({ mode: 'cpu', level: 'easy', first: 'cpu' });
      await v.ply(1);
      assert.equal(await v.button('Undo').isDisabled(), true);
    });
  });

  describe('help during a game', () => {
    test('a hint is a winning column where there is one', async () => {
      await v.openGame('112233');
      await v.button('Hint').click();
      await v.hears('Try column 4.');
      assert.equal((await v.state()).hint, 3);
      await v.play('5');
      assert.equal((await v.state()).hint, null);
    });

    test('exact scores are shown over the columns, with labels, and can be hidden', async () => {
      await v.openGame('112233');
      await v.button('Scores').click();
      await v.page.waitForFunction(() => globalThis.fourfall.analysisState.value === 'done');
      const { scores, outlook } = await v.page.evaluate(() => globalThis.fourfall.analysis.value);
      assert.deepEqual([scores[3], outlook.winner, outlook.moves], [18, 0, 1]);
      const chips = v.page.locator('.chip');
      await chips.first().waitFor();
      assert.equal(await chips.count(), 7);
      assert.equal(await chips.nth(3).getAttribute('aria-label'), 'wins in 1');
      assert.equal(await chips.nth(3).textContent(), 'W1');
      assert.equal(await chips.nth(6).getAttribute('aria-label'), `loses in ${await v.page.evaluate(() => globalThis.fourfall.analysis.value.outlooks[6].moves)}`);
      await v.page.locator('.bar').getByText('Red wins in 1').waitFor();
      await v.button('Scores').click();
      await chips.first().waitFor({ state: 'detached' });
      assert.equal(await v.page.locator('.bar').count(), 0);
    });

    test('a review finds the turning point, and one tries again from there', async () => {
      await v.openGame('1122374');
      await v.button('Review').click();
      await v.page.waitForFunction(() => globalThis.fourfall.review.value !== null);
      const { moves, accuracy } = await v.page.evaluate(() => globalThis.fourfall.review.value);
      assert.equal(moves.length, 7);
      assert.equal(moves[6].verdict, 'best');
      assert.ok(accuracy.every((percent) => percent >= 0 && percent <= 100));
      const turning = moves.filter(({ isTurning }) => isTurning).length;
      assert.ok(turning > 0);
      const name = `Who is winning, move by move: ${turning} turning point${turning === 1 ? '' : 's'}`;
      await v.page.getByRole('img', { name }).waitFor();
      assert.equal(await v.page.locator('.verdicts').first().getByRole('button').count(), turning);
      await v.page.locator('.verdicts').first().getByRole('button').last().click();
      await v.phase('replay');
      const shown = (await v.state()).ply;
      await v.act('seek', 5);
      await v.turnSays('Move 5 of 7');
      await v.button('Try again from here').click();
      await v.phase('turn');
      await v.play('4');
      const { notation, moves: kept } = await v.state();
      assert.equal(notation, '112234');
      assert.equal(kept.length, 6);
      assert.ok(shown >= 1 && shown <= 7);
    });

    test('a review shows its progress in both languages, and is announced twice only', async (t) => {
      t.after(() => v.speak('en'));
      const wanted = {
        en: ['12 of 31 moves judged', 'Reviewing 19 moves…', 'Review ready.'],
        de: ['12 von 31 Zügen beurteilt', '19 Züge werden analysiert …', 'Die Analyse ist fertig.'],
      };
      for (const [language, [working, begun, done]] of Object.entries(wanted)) {
        await v.speak(language);
        await v.openGame('4444432322156657663');
        const seen = await v.page.evaluate(async () => {
          const app = globalThis.fourfall;
          globalThis.spoken.status.length = 0;
          const steps = [];
          const stop = app.reviewProgress.subscribe((progress) => progress && steps.push(progress));
          document.querySelector('#tab-review').click();
          while (app.review.value === null || globalThis.spoken.status.length < 2) await new Promise((next) => setTimeout(next, 5));
          stop();
          return { steps, spoken: globalThis.spoken.status };
        });
        const counts = seen.steps.map((step) => step.done);
        assert.deepEqual(seen.steps[0], { done: 0, moves: 19 });
        assert.ok(counts.length > 1 && counts.every((count, i) => i === 0 || count > counts[i - 1]), `it grows: ${counts}`);
        assert.deepEqual(seen.spoken, [begun, done], 'not every move is announced');
        assert.equal(await v.page.locator('.toast').count(), 0, 'the open review shows itself that it is ready');
        await v.page.evaluate(() => (globalThis.fourfall.reviewProgress.value = { done: 12, moves: 31 }));
        await v.page.getByRole('tabpanel').getByText(working, { exact: true }).waitFor();
        assert.deepEqual(await v.page.locator('progress').evaluate(({ value, max }) => [value, max]), [12, 31]);
        await v.page.evaluate(() => (globalThis.fourfall.reviewProgress.value = null));
      }
    });

    test('verdicts are shown beside their own moves, not beside those of another line', async () => {
      await v.openGame('1122374');
      await v.act('startReview');
      await v.page.waitForFunction(() => globalThis.fourfall.review.value !== null);
      const verdicts = () => v.page.locator('ol.moves li').evaluateAll((all) => all.map((item) => /, /.test(item.textContent.replace(/^.*column ./, ''))));
      await v.page.locator('#tab-moves').click();
      await v.page.locator('ol.moves em').first().waitFor();
      assert.deepEqual(await verdicts(), Array(7).fill(true));
      await v.act('seek', 4);
      await v.phase('replay');
      await v.act('continueFromHere');
      await v.play('7');
      assert.deepEqual(await verdicts(), [true, true, true, true, false]);
    });

    test('where nothing can be solved the page offers a review by estimates, and a board between the two has none', async () => {
      await v.openGame('5x5x5:mmgh');
      await v.page.locator('#tab-review').click();
      const graph = v.page.locator('svg.graph.chances');
      await graph.waitFor();
      const box = await graph.boundingBox();
      await v.page.mouse.click(box.x + box.width * (2.5 / 5), box.y + box.height / 2);
      await v.ply(2);
      assert.deepEqual([await v.button('Scores').count(), await v.button('Threats').count()], [1, 1]);
      await v.openGame('5x5x5:mghlia');
      await v.page.locator('#tab-review').click();
      const change = v.page.locator('.verdicts').first().locator('li').last().locator('small').last();
      await change.waitFor();
      assert.match(await change.innerText(), /^W≤\d+ → L≤\d+/, 'what is proven is no percentage');
      assert.match(await change.textContent(), /before: wins within \d+ moves?, proven; after: loses within \d+ moves?, proven$/);
      await v.openGame('8x7:44');
      assert.deepEqual([await v.page.locator('#tab-review').count(), await v.button('Scores').count()], [0, 1]);
    });

    test('a click on the graph shows that moment', async () => {
      await v.openGame('1122374');
      await v.page.locator('#tab-review').click();
      const graph = v.page.locator('svg.graph');
      await graph.waitFor();
      const box = await graph.boundingBox();
      await v.page.mouse.click(box.x + box.width * (2.5 / 8), box.y + box.height / 2);
      await v.ply(2);
      assert.equal((await v.state()).phase, 'replay');
    });
  });
});
