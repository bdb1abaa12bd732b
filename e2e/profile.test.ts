import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../apps/server/test/support/authenticator-app.ts';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import { createUser, signIn, USER_PASSWORD } from '../apps/server/test/support/test-users.ts';
import { listAxeViolations } from './support/axe.ts';
import { browserPath, launchBrowser, openSignedIn } from './support/browser.ts';
import { shoot } from './support/screenshot.ts';

describe.skipIf(browserPath === undefined)('Profile', () => {
  let service: TestService;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startTestService();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  /** Of a new user. */
  async function openProfile(options = {}) {
    const token = (await signIn(service, await createUser(service))).text;
    return openSignedIn(browser, service, '/profile', { ...options, token });
  }

  it.each(['light', 'dark'] as const)(
    'an authenticator app is added and removed, accessibly in the %s theme',
    async (colorScheme) => {
      const { page, context, complaints } = await openProfile({ colorScheme });
      await page.getByRole('button', { name: 'Add an authenticator app' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Phone');
      await dialog.getByLabel('Your password').fill(USER_PASSWORD);
      await page.keyboard.press('Enter');
      await dialog.getByText('otpauth:').waitFor();
      expect(await listAxeViolations(page)).toEqual([]);
      await shoot(page, `profile-totp-${colorScheme}`);
      const secret = await dialog.getByRole('code').first().innerText();
      await dialog.getByLabel('Code that the app shows').fill(codeOf(secret, 0));
      await page.keyboard.press('Enter');
      await dialog.getByText(/recovery codes/).waitFor();
      const codes = await dialog.getByRole('listitem').allInnerTexts();
      expect(codes.length).toBeGreaterThan(4);
      await dialog.getByRole('button', { name: 'I have kept them' }).click();
      await page.getByText('Phone').waitFor();
      expect(await listAxeViolations(page)).toEqual([]);
      await shoot(page, `profile-${colorScheme}`);
      await page.getByRole('button', { name: 'Renew recovery codes' }).click();
      await dialog.getByLabel('Your password').fill('not the password');
      await page.keyboard.press('Enter');
      await dialog.getByRole('alert').waitFor();
      await dialog.getByLabel('Your password').fill(USER_PASSWORD);
      await page.keyboard.press('Enter');
      await dialog.getByText(/do not work any more/).waitFor();
      expect(await dialog.getByRole('listitem').allInnerTexts()).not.toContain(codes[0]);
      expect(await listAxeViolations(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'I have kept them' }).click();
      await page.getByRole('button', { name: 'Remove Phone' }).click();
      await dialog.getByLabel('Your password').fill(USER_PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByText(/^None. With one/).waitFor();
      // Of the password that was wrong.
      expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')]);
      await context.close();
    },
  );

  it('theme and density are stored, and signing out everywhere ends the session', async () => {
    const { page, context, complaints } = await openProfile();
    await page.getByLabel('Theme').selectOption('Dark');
    await page.getByLabel('Rows of lists').selectOption('Compact');
    await page.reload();
    const root = page.locator('html');
    await expect.poll(() => root.getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(await root.getAttribute('data-density')).toBe('compact');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
