import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedProjectWithFindings } from '../apps/server/test/support/seed-project-with-findings.ts';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import { createUser, signIn } from '../apps/server/test/support/test-users.ts';
import { listAxeViolations } from './support/axe.ts';
import { browserPath, launchBrowser, openSignedIn, visit } from './support/browser.ts';

const SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'];
const KEYS = ['f', 't', 'e', 'r', 'n'];

describe.skipIf(browserPath === undefined)('Triage', () => {
  let service: TestService;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startTestService();
    const given = Array.from({ length: 10 }, (_, part) => ({
      component: { name: `part-${part}`, version: '1.0' },
      vulnerabilities: SEVERITIES.map((severity, index) => ({
        vuln_id: `CVE-2024-${part}${index}`,
        severity,
      })),
    }));
    await seedProjectWithFindings(service, given, { name: 'shop' });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const isFocused = (page: Page) => () =>
    page.getByRole('grid').evaluate((grid) => grid.ownerDocument.activeElement === grid);

  async function decideByKey(page: Page, key: string) {
    await page.keyboard.press('j');
    await page.keyboard.press(key);
    if (key !== 'n') return;
    const dialog = page.getByRole('dialog', { name: /Not affected/ });
    await dialog.waitFor();
    await page.keyboard.press('2');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(isFocused(page)).toBe(true);
  }

  it('50 findings are decided on by keyboard alone', async () => {
    const { page, release, consoleErrors } = await openSignedIn(browser, service, '/findings');
    await page.getByText('50 findings').waitFor();
    for (let tabs = 0; tabs < 40 && !(await isFocused(page)()); tabs++) await page.keyboard.press('Tab');
    for (let index = 0; index < 50; index++) await decideByKey(page, KEYS[index % KEYS.length] ?? '');
    const decided = async () => {
      const rows = await service.db.selectFrom('finding_analysis').select('state').execute();
      return Object.fromEntries(
        [...new Set(rows.map(({ state }) => state))]
          .sort()
          .map((state) => [state, rows.filter((row) => row.state === state).length]),
      );
    };
    await expect.poll(decided).toEqual({
      EXPLOITABLE: 10,
      FALSE_POSITIVE: 10,
      IN_TRIAGE: 10,
      NOT_AFFECTED: 10,
      RESOLVED: 10,
    });
    await visit(page, '/findings?state=NOT_SET&suppressed=true');
    await page.getByText('No findings match').waitFor();
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('a filtered view is shared by its address, and kept by Back and reload', async () => {
    const { page, release, consoleErrors } = await openSignedIn(
      browser,
      service,
      '/findings?suppressed=true',
    );
    await page.getByRole('button', { name: /^High/ }).click();
    await page.getByLabel('Filter by vulnerability or component').fill('part-7');
    await page.keyboard.press('Enter');
    await page.getByText('1 finding', { exact: true }).waitFor();
    await page.getByRole('row', { name: /CVE-2024-71/ }).click();
    const panelOf = (shown: Page) => shown.getByRole('complementary', { name: 'Finding CVE-2024-71' });
    await panelOf(page).waitFor();

    const token = await colleagueToken();
    const colleague = await openSignedIn(browser, service, page.url(), { token });
    await panelOf(colleague.page).waitFor();
    await expectView(colleague.page);
    colleague.release();

    await page.reload();
    await panelOf(page).waitFor();
    await expectView(page);
    await panelOf(page).getByRole('link', { name: 'CVE-2024-71' }).click();
    await page.getByRole('heading', { name: 'CVE-2024-71', level: 1 }).waitFor();
    await page.goBack();
    await panelOf(page).waitFor();
    await expectView(page);
    await page.goBack();
    await expect.poll(() => panelOf(page).count()).toBe(0);
    await expectView(page);
    await page.goForward();
    await panelOf(page).waitFor();
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('a view is saved and shared by keyboard, applied by a colleague, and changed by its owner only', async () => {
    const { page, release, consoleErrors } = await openSignedIn(
      browser,
      service,
      '/findings?suppressed=true',
    );
    await page.getByText('50 findings').waitFor();
    await page.getByRole('button', { name: /^High/ }).click();
    await page.getByLabel('Filter by vulnerability or component').fill('part-7');
    await page.keyboard.press('Enter');
    await page.getByText('1 finding', { exact: true }).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('v');
    await page.getByRole('menuitemradio', { name: 'Needs decision' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(isFocused(page)).toBe(true);
    await page.keyboard.press('v');
    await page.getByRole('menuitemradio', { name: 'Needs decision' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    const save = page.getByRole('dialog', { name: 'Save the view' });
    await save.getByLabel('Name').fill('Part seven');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await listAxeViolations(page)).toEqual([]);
    await save.getByLabel('Name').press('Enter');
    await page.getByRole('button', { name: 'View: Part seven' }).waitFor();

    const options = { token: await colleagueToken(), colorScheme: 'dark' } as const;
    const colleague = await openSignedIn(browser, service, '/findings?kev=true', options);
    await colleague.page.getByRole('button', { name: 'Views' }).click();
    const shared = colleague.page.getByRole('menuitemradio', { name: /Part seven/ });
    await shared.waitFor();
    expect(await colleague.page.getByRole('menuitem', { name: 'Manage views…' }).count()).toBe(0);
    expect(await listAxeViolations(colleague.page)).toEqual([]);
    await shared.click();
    await expectView(colleague.page);
    expect(colleague.page.url()).not.toContain('kev');
    await colleague.page.getByRole('button', { name: 'Clear filters' }).click();
    await colleague.page.keyboard.press('Control+k');
    await colleague.page.getByRole('combobox', { name: 'Search and go' }).fill('seven');
    await colleague.page.getByRole('option', { name: /Part seven View/ }).click();
    await expectView(colleague.page);
    expect(colleague.consoleErrors).toEqual([]);
    colleague.release();

    await page.getByRole('button', { name: /^Low/ }).click();
    await page.getByRole('button', { name: 'View: Part seven, changed' }).click();
    await page.getByRole('menuitem', { name: 'Update “Part seven”' }).click();
    await page.getByText('View “Part seven” changed.').waitFor();
    await page.getByRole('button', { name: 'View: Part seven', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Manage views…' }).click();
    const manage = page.getByRole('dialog', { name: 'Manage views' });
    await manage.getByRole('button', { name: 'Rename Part seven' }).click();
    await manage.getByLabel('New name of Part seven').fill('Part 7');
    await page.keyboard.press('Enter');
    await manage.getByRole('button', { name: 'Make Part 7 private' }).click();
    await manage.getByText('Private').waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await manage.getByRole('button', { name: 'Delete Part 7' }).click();
    await manage.getByRole('button', { name: 'Delete for good' }).click();
    await manage.getByText('There are no views').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Views' }).waitFor();
    expect(consoleErrors).toEqual([]);
    release();
  });

  /** Of a new user who sees findings and decides on none. */
  async function colleagueToken(): Promise<string> {
    const username = await createUser(service);
    const permissions = ['VIEW_PORTFOLIO', 'VIEW_VULNERABILITY'];
    await service.asAdmin('PUT', '/api/v1/permission/user', { username, permissions });
    return (await signIn(service, username)).text;
  }

  async function expectView(page: Page) {
    await page.getByText('1 finding', { exact: true }).waitFor();
    expect(await page.getByLabel('Filter by vulnerability or component').inputValue()).toBe('part-7');
    const high = page.getByRole('button', { name: /^High/ });
    expect(await high.getAttribute('aria-pressed')).toBe('true');
  }
});
