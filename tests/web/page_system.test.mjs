// What the system prefers is followed while the page is open, unless the person has chosen otherwise.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { usePages } from './page_host.mjs';

const host = await usePages();
const LIGHT = '(prefers-color-scheme: light)';
const CONTRAST = '(prefers-contrast: more)';
const STILL = '(prefers-reduced-motion: reduce)';

describe('the theme', () => {
  test('follows the system from the first visit on, also while the page is open', async () => {
    const page = await host.page();
    const themes = [];
    page.app.theme.subscribe((theme) => themes.push(theme));
    page.window.prefer(LIGHT, true);
    page.window.prefer(CONTRAST, true);
    page.window.prefer(CONTRAST, false);
    page.window.prefer(LIGHT, false);
    assert.equal(page.app.settings.peek().theme, 'system');
    assert.deepEqual(themes, ['dark', 'classic', 'contrast', 'classic', 'dark']);
  });

  test('that was chosen stays', async () => {
    const page = await host.page({ settings: { theme: 'dark' } });
    page.window.prefer(LIGHT, true);
    assert.equal(page.app.theme.peek(), 'dark');
    page.app.change({ theme: 'system' });
    assert.equal(page.app.theme.peek(), 'classic');
  });
});

describe('motion', () => {
  test('is reduced as soon as the system asks for that, and comes back', async () => {
    const page = await host.page({ settings: { motion: 'system' } });
    await page.start(); // the start page would play its demonstration
    const reduced = () => page.scene.looks.at(-1).reducedMotion;
    const before = reduced();
    page.window.prefer(STILL, true);
    const during = reduced();
    page.window.prefer(STILL, false);
    assert.deepEqual([before, during, reduced()], [false, true, false]);
    page.app.change({ motion: 'full' });
    page.window.prefer(STILL, true);
    assert.equal(reduced(), false, 'chosen');
  });
});

describe('another language', () => {
  /** German comes when the test says so. */
  async function open() {
    const loads = [];
    const load = (language) => (language === 'en' ? null : new Promise((done) => loads.push(done)));
    const page = await host.page({ load });
    return { page, loads, language: () => page.app.settings.peek().language };
  }
  const turn = () => new Promise(setImmediate);

  test('is there when its texts are: until then everything stays in the old one', async () => {
    const { page, loads, language } = await open();
    page.app.change({ language: 'de', sound: true });
    assert.equal(language(), 'en');
    assert.equal(page.app.settings.peek().sound, true, 'what needs no texts changes at once');
    loads[0](true);
    await turn();
    assert.equal(language(), 'de');
  });

  test('that was asked for last counts, and other changes meanwhile lose nothing', async () => {
    const { page, loads, language } = await open();
    page.app.change({ language: 'de' });
    page.app.change({ marks: false });
    loads.forEach((done) => done(true));
    await turn();
    assert.deepEqual([language(), page.app.settings.peek().marks], ['de', false]);
    page.app.change({ language: 'en' });
    page.app.change({ language: 'de' });
    page.app.change({ language: 'en' });
    loads.forEach((done) => done(true));
    await turn();
    assert.equal(language(), 'en');
  });

  test('that cannot be loaded is reported, and can be asked for again', async () => {
    const { page, loads, language } = await open();
    page.app.change({ language: 'de' });
    loads[0](false);
    await turn();
    assert.deepEqual([language(), page.said.at(-1)], ['en', 'message.noLanguage']);
    page.app.change({ language: 'de' });
    loads[1](true);
    await turn();
    assert.equal(language(), 'de');
  });
});
