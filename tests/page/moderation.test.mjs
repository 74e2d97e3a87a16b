// A player reports another from the profile; a moderator reads it, mutes the player and closes the report.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { before, describe, test } from 'node:test';
import { assertAccessible } from './axe.mjs';
import { FLAT, PHONE, useBrowser } from './browser.mjs';
import { People } from './records_people.mjs';

Object.assign(process.env, { FOURFALL_LIMITS: 'off', FOURFALL_DURABILITY: 'normal' });

const { shared, visit } = useBrowser({ flags: FLAT });
const LEFT = /ERR_ABORTED/;
let people, rude, polite, mod;

const memoryOf = (player) => ({ 'fourfall.online.token': player.token, 'fourfall.online.name': player.name });

async function seed() {
  people = new People(shared.server.address);
  ({ x: polite, o: rude } = await people.guests('Polite', 'Rude'));
  ({ x: mod } = await people.guests('Helper', 'Other'));
  await people.ask('POST', 'api/account', { body: { login: 'helper', password: 'correct horse battery' }, token: mod.token, status: 201 });
  execFileSync(shared.server.program, ['moderator', '--data', shared.server.data, 'add', 'helper']);
}

async function show(v, screen) {
  await v.page.evaluate((wanted) => (globalThis.fourfall.screen.value = wanted), screen);
  await v.page.waitForFunction((kind) => document.querySelector(`.records.${kind}`) && !document.querySelector('.records .shapes'), screen.kind);
}

describe('moderation', () => {
  before(seed);

  test('begins with a report from the profile, in the words of a player', () => visit({ viewport: PHONE, storage: memoryOf(polite), expected: LEFT }, async (v) => {
    await show(v, { kind: 'profile', playerId: rude.playerId });
    await v.page.getByText('Report this player').click();
    const form = v.page.getByRole('form', { name: 'Report this player' });
    await form.getByRole('radio', { name: 'Name' }).check();
    await form.getByLabel('What happened? (optional)').fill('<b>Look</b> at it');
    await assertAccessible(v, 'a report');
    await form.getByRole('button', { name: 'Send the report' }).click();
    await v.page.getByText('Thank you. A moderator will look at it.').waitFor();
    assert.equal(await v.page.evaluate(() => document.activeElement.textContent), 'Thank you. A moderator will look at it.');
    await show(v, { kind: 'profile', playerId: polite.playerId });
    assert.equal(await v.page.getByText('Report this player').count(), 0, 'nobody reports themselves');
    assert.equal(await v.page.getByText('Moderate', { exact: true }).count(), 0);
  }));

  test('ends with a moderator who reads, mutes and closes', () => visit({ storage: memoryOf(mod), expected: LEFT }, async (v) => {
    await show(v, { kind: 'account' });
    await v.page.getByRole('button', { name: 'Open reports' }).click();
    const row = v.page.getByRole('listitem', { name: 'Report about Rude' });
    await row.getByText('<b>Look</b> at it').waitFor();
    await v.page.getByText('All rated games count.').waitFor();
    await row.getByText('Moderate', { exact: true }).click();
    const form = row.getByRole('form', { name: 'Moderate' });
    await form.getByRole('radio', { name: 'A week' }).check();
    assert.equal(await form.getByRole('button', { name: 'Do it' }).getAttribute('aria-disabled'), 'true', 'a reason is needed');
    await form.getByLabel('Reason, for the other moderators').fill('Rude name');
    await assertAccessible(v, 'the moderators\' screen');
    await form.getByRole('button', { name: 'Do it' }).click();
    await row.getByText(/^Muted until /).waitFor();
    const { mutedUntil } = await people.ask('GET', 'api/me', { token: rude.token });
    assert.equal(Math.round((Date.parse(mutedUntil) - Date.now()) / 3_600_000), 168);
    await row.getByRole('button', { name: 'End the mute' }).click();
    await row.getByText('Neither muted nor banned.').waitFor();
    await row.getByRole('button', { name: 'Done' }).click();
    await row.getByRole('button', { name: 'Closed' }).waitFor();
    assert.deepEqual((await people.ask('GET', 'api/moderation/reports', { token: mod.token })).reports, []);
    await v.page.goBack();
    await v.page.waitForFunction(() => document.querySelector('.records.account'));
  }));
});
