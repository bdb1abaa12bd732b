import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedProjectWithFindings } from '../apps/server/test/support/seed-project-with-findings.ts';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import { createUser, signIn } from '../apps/server/test/support/test-users.ts';
import { listAxeViolations } from './support/axe.ts';
import { browserPath, launchBrowser, openSignedIn } from './support/browser.ts';
import { expectEscapeReturnsTo, expectFocusTrapped, isFocused } from './support/focus-trap.ts';
import { inBothThemes } from './support/themes.ts';

const PURL = 'pkg:maven/org.apache.logging.log4j/log4j-core';

describe.skipIf(browserPath === undefined)('Dialogs by keyboard alone', () => {
  let service: TestService;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startTestService();
    const seed = (name: string, version: string, used: string) =>
      seedProjectWithFindings(
        service,
        [
          {
            component: {
              name: 'log4j-core',
              version: used,
              purl: `${PURL}@${used}`,
              purl_coordinates: `${PURL}@${used}`,
            },
            vulnerabilities: [{ vuln_id: 'CVE-2021-44228', severity: 'CRITICAL' }],
          },
        ],
        { name, version },
      );
    await seed('shop', '1.0', '2.14.0');
    await seed('shop', '2.0', '2.14.0');
    await seed('shop', '3.0', '2.13.0');
    await seed('bank', '1.0', '2.14.0');
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const storedStates = async () =>
    (await service.db.selectFrom('finding_analysis').select('state').execute()).map(({ state }) => state);

  async function openFinding(path = '/findings?q=CVE-2021-44228&sort=component.projectName') {
    const opened = await openSignedIn(browser, service, path);
    await opened.page.getByRole('row', { name: /shop 1\.0/ }).waitFor();
    return opened;
  }

  /** The decision that the panel of a finding offers to apply elsewhere. */
  async function chooseFalsePositive(page: Page): Promise<Locator> {
    await page.getByRole('row', { name: /shop 1\.0/ }).click();
    const panel = page.getByRole('complementary', { name: 'Finding CVE-2021-44228' });
    const button = panel.getByRole('button', { name: 'Apply to' });
    expect(await button.isDisabled()).toBe(true);
    await panel.getByLabel('Analysis').selectOption('False positive');
    await button.focus();
    return button;
  }

  /** Opens the menu and chooses an item with the arrow keys. */
  async function chooseItem(page: Page, item: number): Promise<void> {
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    await expect.poll(() => isFocused(page.getByRole('menuitem').first())).toBe(true);
    for (let step = 0; step < item; step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }

  it('a decision is applied to all versions of the project after a preview, and undone', async () => {
    const { page, release, consoleErrors } = await openFinding();
    const button = await chooseFalsePositive(page);
    await chooseItem(page, 0);
    const dialog = page.getByRole('dialog', { name: 'Apply the decision to more findings' });
    const comment = dialog.getByLabel('Comment');
    await expect.poll(() => isFocused(comment)).toBe(true);
    await dialog.getByText('2 findings in 2 projects. 2 will change.').waitFor();
    const matching = dialog.getByRole('list', { name: 'Matching findings' });
    expect(await matching.getByRole('listitem').allInnerTexts()).toEqual([
      'log4j-core 2.14.0 in shop 1.0',
      'log4j-core 2.14.0 in shop 2.0',
    ]);
    await expectFocusTrapped(page, dialog);
    await inBothThemes(page, async () => expect(await listAxeViolations(page)).toEqual([]));
    await expectEscapeReturnsTo(page, dialog, button);
    expect(await storedStates()).toEqual([]);

    await chooseItem(page, 0);
    await dialog.getByLabel('Also where the component has another version').focus();
    await page.keyboard.press('Space');
    await dialog.getByText('3 findings in 3 projects. 3 will change.').waitFor();
    await comment.focus();
    await page.keyboard.press('Control+Enter');
    await dialog.getByRole('button', { name: 'Apply to 3 findings' }).press('Enter');
    await dialog.getByText('Write a comment.').waitFor();
    await comment.fill('The class is removed from our builds.');
    await dialog.getByRole('button', { name: 'Apply to 3 findings' }).press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(storedStates).toEqual(['FALSE_POSITIVE', 'FALSE_POSITIVE', 'FALSE_POSITIVE']);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect.poll(storedStates).toEqual([]);
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('a decision is previewed for all projects with the component', async () => {
    const { page, release, consoleErrors } = await openFinding();
    const button = await chooseFalsePositive(page);
    await chooseItem(page, 1);
    const dialog = page.getByRole('dialog', { name: 'Apply the decision to more findings' });
    await dialog.getByText('3 findings in 3 projects. 3 will change.').waitFor();
    await dialog.getByText('log4j-core 2.14.0 in bank 1.0').waitFor();
    await dialog.getByLabel('Apply to', { exact: true }).selectOption('All versions of shop');
    await dialog.getByText('2 findings in 2 projects. 2 will change.').waitFor();
    await expectEscapeReturnsTo(page, dialog, button);
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('the dialog of a policy keeps the focus and returns it', async () => {
    const { page, release, consoleErrors } = await openFinding();
    const button = await chooseFalsePositive(page);
    await chooseItem(page, 2);
    const dialog = page.getByRole('dialog', { name: 'Make it a policy' });
    await dialog.getByText(/Matches 4 findings in 4 projects/).waitFor();
    await expectFocusTrapped(page, dialog);
    await expectEscapeReturnsTo(page, dialog, button);
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('the dialogs of a decision on many findings and of a justification keep the focus and return it', async () => {
    const { page, release, consoleErrors } = await openFinding();
    const grid = page.getByRole('grid');
    await grid.focus();
    await page.keyboard.press('a');
    await page.getByText('All 4 matching').waitFor();
    await page.keyboard.press('r');
    const bulk = page.getByRole('dialog', { name: 'Decide on all matching findings' });
    await bulk.getByText('4 will change').waitFor();
    await expectFocusTrapped(page, bulk);
    await expectEscapeReturnsTo(page, bulk, grid);
    await page.keyboard.press('j');
    await page.keyboard.press('n');
    const reason = page.getByRole('dialog', { name: /Not affected/ });
    await reason.waitFor();
    await expectFocusTrapped(page, reason);
    await expectEscapeReturnsTo(page, reason, grid);
    expect(await storedStates()).toEqual([]);
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('the dialogs of saved views keep the focus and return it', async () => {
    const { page, release, consoleErrors } = await openFinding();
    const views = page.getByRole('button', { name: /^Views?\b/ });
    const open = async (item: string) => {
      await views.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: item }).press('Enter');
    };
    await open('Save as a new view…');
    const save = page.getByRole('dialog', { name: 'Save the view' });
    await expect.poll(() => isFocused(save.getByLabel('Name'))).toBe(true);
    await expectFocusTrapped(page, save);
    await expectEscapeReturnsTo(page, save, views);
    await open('Save as a new view…');
    await save.getByLabel('Name').fill('Log4Shell');
    await page.keyboard.press('Enter');
    await save.waitFor({ state: 'hidden' });
    await open('Manage views…');
    const manage = page.getByRole('dialog', { name: 'Manage views' });
    await manage.getByText('Log4Shell').waitFor();
    await expectFocusTrapped(page, manage);
    await inBothThemes(page, async () => expect(await listAxeViolations(page)).toEqual([]));
    await expectEscapeReturnsTo(page, manage, views);
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('the dialog of a security key keeps the focus and returns it', async () => {
    const token = (await signIn(service, await createUser(service))).text;
    // Browsers offer security keys at host names only.
    const named = { ...service, baseUrl: service.baseUrl.replace('127.0.0.1', 'localhost') };
    const { page, release, consoleErrors } = await openSignedIn(browser, named, '/profile', { token });
    const add = page.getByRole('button', { name: 'Add a security key' });
    await add.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').waitFor();
    await expectFocusTrapped(page, dialog);
    await expectEscapeReturnsTo(page, dialog, add);
    expect(consoleErrors).toEqual([]);
    release();
  });
});
