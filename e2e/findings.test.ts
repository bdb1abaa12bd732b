import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedProjectWithFindings } from '../apps/server/test/support/seed-project-with-findings.ts';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import { ADMIN_PASSWORD } from '../apps/server/test/support/test-template.ts';
import { listAxeViolations } from './support/axe.ts';
import { browserPath, launchBrowser, openPage, openSignedIn, signIn } from './support/browser.ts';
import { shoot } from './support/screenshot.ts';

describe.skipIf(browserPath === undefined)('Findings', () => {
  let service: TestService;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startTestService();
    await seedProjectWithFindings(
      service,
      [
        {
          component: {
            name: 'log4j-core',
            version: '2.14.0',
            purl: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.0',
          },
          vulnerabilities: [{ vuln_id: 'CVE-2021-44228', severity: 'CRITICAL', cvss_v3_score: 10 }],
        },
        {
          component: { name: 'lodash', version: '4.17.20' },
          vulnerabilities: [
            { vuln_id: 'CVE-2021-23337', severity: 'HIGH', cvss_v3_score: 7.2 },
            { vuln_id: 'CVE-2020-28500', severity: 'MEDIUM', cvss_v3_score: 5.3 },
          ],
        },
      ],
      { name: 'shop', version: '1.0' },
    );
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  async function openFindings(path = '/findings', options = {}) {
    const opened = await openSignedIn(browser, service, path, options);
    await opened.page.getByRole('row', { name: /CVE-2021-44228/ }).waitFor();
    return opened;
  }

  it('asks to sign in at any address, and then shows the requested page', async () => {
    const { page, release, consoleErrors } = await openPage(browser, service.baseUrl);
    await page.goto('/findings?sev=HIGH');
    await signIn(page, 'admin', ADMIN_PASSWORD);
    await page.getByRole('row', { name: /CVE-2021-23337/ }).waitFor();
    expect(await page.getByRole('row', { name: /CVE-2021-44228/ }).count()).toBe(0);
    expect(page.url()).toContain('/findings?sev=HIGH');
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('filters show how many findings each choice has, and follow the other filters', async () => {
    const { page, release, consoleErrors } = await openFindings();
    const filters = page.getByRole('search', { name: 'Filters' });
    await filters.getByRole('button', { name: 'Critical 1' }).waitFor();
    await filters.getByRole('button', { name: 'High 1' }).click();
    await page.getByText('1 finding', { exact: true }).waitFor();
    await filters.getByRole('button', { name: 'Critical 1' }).waitFor();
    await filters.getByRole('button', { name: 'Analysis' }).click();
    await page.getByRole('menuitemcheckbox', { name: /Not set 1/ }).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await filters.getByRole('searchbox').fill('log4j');
    await filters.getByRole('button', { name: 'High 0' }).waitFor();
    await filters.getByRole('button', { name: 'Critical 1' }).waitFor();
    await filters.getByRole('button', { name: 'Clear filters' }).click();
    await filters.getByRole('button', { name: 'Fix', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: /Fix available 0/ }).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await page.getByRole('menuitemcheckbox', { name: /No known fix 3/ }).click();
    await expect.poll(() => page.url()).toContain('fix=no');
    await filters.getByRole('button', { name: 'Critical 1' }).waitFor();
    await page.keyboard.press('Escape');
    await filters.getByRole('button', { name: 'Project' }).click();
    await page.getByRole('menuitemcheckbox', { name: /shop 1.0 3/ }).click();
    await expect.poll(() => page.url()).toContain('project=');
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('a decision by keyboard is shown at once, stored, and undone with one key', async () => {
    const { page, release, consoleErrors } = await openFindings();
    await page.getByRole('grid').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: /Not affected/ }).waitFor();
    await page.keyboard.press('2');
    const row = page.getByRole('row', { name: /CVE-2021-23337/ });
    await row.getByText('Not affected').waitFor();
    const decisions = () =>
      service.db.selectFrom('finding_analysis').select(['state', 'justification', 'is_suppressed']).execute();
    await expect
      .poll(decisions)
      .toEqual([{ state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE', is_suppressed: true }]);
    await page.getByText('CVE-2021-23337: not affected, suppressed').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('u');
    await row.getByText('Not set').waitFor();
    await expect.poll(async () => (await decisions())[0]?.state ?? 'NOT_SET').toBe('NOT_SET');
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('the panel shows why the finding matched, is part of the address, and closes with Escape', async () => {
    const { page, release, consoleErrors } = await openFindings();
    await page.getByRole('grid').focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('complementary', { name: 'Finding CVE-2021-44228' });
    await panel.getByText('Why it matched').waitFor();
    await panel.getByText(/Reported by/).waitFor();
    await page.reload();
    await panel.getByText(/Reported by/).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Escape');
    await expect.poll(() => panel.count()).toBe(0);
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('decides on a group and on all that match, with preview, and undoes it', async () => {
    const { page, release, consoleErrors } = await openFindings();
    const decisions = async () => {
      const rows = await service.db.selectFrom('finding_analysis').select('state').execute();
      return rows.map(({ state }) => state).filter((state) => state !== 'NOT_SET');
    };
    const dialog = page.getByRole('dialog');
    const groups = page.getByRole('treegrid');
    await page.getByRole('grid').focus();
    await page.keyboard.press('g');
    await groups.getByRole('row', { name: /CVE-2021-44228/ }).waitFor();
    await page.keyboard.press('g');
    await groups.getByRole('row', { name: /lodash/ }).waitFor();
    expect(page.url()).toContain('group=component');
    for (const key of ['j', 'j', 'ArrowRight']) await page.keyboard.press(key);
    await groups.getByRole('row', { name: /CVE-2020-28500/ }).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await page.keyboard.press('t');
    await dialog.getByText('2 will change').waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply to 2 findings' }).click();
    await dialog.getByText('Write a comment.').waitFor();
    await dialog.getByLabel('Comment').fill('Both at once.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('2 findings: in triage').waitFor();
    expect(await decisions()).toEqual(['IN_TRIAGE', 'IN_TRIAGE']);
    await groups.focus();
    await page.keyboard.press('u');
    await expect.poll(decisions).toEqual([]);
    await page.keyboard.press('g');
    await groups.getByText('No fixed version known').waitFor();
    await page.keyboard.press('g');
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('a');
    const bar = page.getByRole('region', { name: 'Selected findings' });
    await bar.getByText('All 3 matching').waitFor();
    const rows = page.getByRole('grid').getByRole('checkbox');
    expect(await Promise.all((await rows.all()).map((row) => row.isChecked()))).toEqual([true, true, true]);
    await rows.first().click();
    await bar.getByText('2 selected').waitFor();
    await page.getByRole('grid').press('a');
    await bar.getByText('All 3 matching').waitFor();
    await bar.getByRole('button', { name: /Resolved/ }).click();
    await dialog.getByText('3 will change').waitFor();
    await dialog.getByLabel('Comment').fill('All of them.');
    await dialog.getByRole('button', { name: 'Apply to 3 findings' }).click();
    await page.getByText('No findings', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('row', { name: /CVE-2021-44228/ }).waitFor();
    expect(await decisions()).toEqual([]);
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('a decision becomes a policy after a preview of what it matches', async () => {
    const { page, release, consoleErrors } = await openFindings();
    await page.getByRole('row', { name: /CVE-2020-28500/ }).click();
    const panel = page.getByRole('complementary', { name: 'Finding CVE-2020-28500' });
    const applyTo = panel.getByRole('button', { name: 'Apply to' });
    expect(await applyTo.isDisabled()).toBe(true);
    await panel.getByLabel('Analysis').selectOption('False positive');
    const make = async () => {
      await applyTo.click();
      await page.getByRole('menuitem', { name: 'Findings to come: make it a policy…' }).click();
    };
    await make();
    const dialog = page.getByRole('dialog', { name: 'Make it a policy' });
    await dialog.getByText('Matches 1 finding in 1 project. 1 will change.').waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    const condition = dialog.getByLabel('Condition');
    expect(await condition.inputValue()).toBe('vuln.id == "CVE-2020-28500" && component.name == "lodash"');
    await condition.fill('component.nam == "lodash"');
    await dialog.getByText(/nam/).last().waitFor();
    expect(await dialog.getByRole('button', { name: 'Create the policy' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await panel.waitFor();
    await make();
    await dialog.getByLabel('Applies to').selectOption('Every component with this vulnerability');
    await dialog.getByLabel('Name').fill('Not a real problem');
    await dialog.getByRole('button', { name: 'Create the policy' }).click();
    await page.getByText('The policy “Not a real problem” was created. It is being applied.').waitFor();
    const decisions = () => service.db.selectFrom('finding_analysis').select(['state', 'policy']).execute();
    await expect.poll(decisions).toContainEqual({ state: 'FALSE_POSITIVE', policy: 'Not a real problem' });
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('has no accessibility violations', async () => {
    const signInPage = await openPage(browser, service.baseUrl);
    await signInPage.page.goto('/');
    await signInPage.page.getByLabel('User name').waitFor();
    expect(await listAxeViolations(signInPage.page)).toEqual([]);
    signInPage.release();

    const { page, release, consoleErrors } = await openFindings('/findings?suppressed=true');
    expect(await listAxeViolations(page)).toEqual([]);
    await page.getByRole('row', { name: /CVE-2021-44228/ }).click();
    await page.getByText(/Reported by/).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'findings');
    await page.getByRole('button', { name: /User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and go' }).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
    release();
  });
});
