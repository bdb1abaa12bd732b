import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../apps/server/test/support/authenticator-app.ts';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import { createUser, newUser, signIn, USER_PASSWORD } from '../apps/server/test/support/test-users.ts';
import { listAxeViolations } from './support/axe.ts';
import { browserPath, launchBrowser, openSignedIn, visit, type WatchedPage } from './support/browser.ts';
import { listOverflows } from './support/reflow.ts';
import { shoot } from './support/screenshot.ts';
import { plugInSecurityKey } from './support/security-key.ts';

async function signOutAndEnterPassword(page: Page, username: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await enterPassword(page, username, USER_PASSWORD);
}

async function enterPassword(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

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

  it('an authenticator app is added and removed, accessibly', async () => {
    const { page, release, consoleErrors } = await openProfile();
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Phone');
    await dialog.getByLabel('Your password').fill(USER_PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.getByText('otpauth:').waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'profile-totp');
    const secret = await dialog.getByRole('code').first().innerText();
    await dialog.getByLabel('Code that the app shows').fill(codeOf(secret, 0));
    await page.keyboard.press('Enter');
    await dialog.getByText(/recovery codes/).waitFor();
    const codes = await dialog.getByRole('listitem').allInnerTexts();
    expect(codes.length).toBeGreaterThan(4);
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('Phone').waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'profile');
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
    expect(consoleErrors).toEqual([expect.stringContaining('400 (Bad Request)')]);
    release();
  });

  it('a security key is added, signs in and is removed, accessibly', async () => {
    const username = await createUser(service);
    const token = (await signIn(service, username)).text;
    // Browsers offer security keys at host names only.
    const named = { ...service, baseUrl: service.baseUrl.replace('127.0.0.1', 'localhost') };
    const { page, release, consoleErrors } = await openSignedIn(browser, named, '/profile', {
      token,
      width: 320,
    });
    await page.getByRole('button', { name: 'Add a security key' }).click();
    const dialog = page.getByRole('dialog');
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'profile-key');
    await plugInSecurityKey(page);
    await dialog.getByLabel('Name').fill('Blue key');
    await dialog.getByLabel('Your password').fill(USER_PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.getByText(/The key is added/).waitFor();
    const [recoveryCode = ''] = await dialog.getByRole('listitem').allInnerTexts();
    await dialog.getByRole('button', { name: 'I have kept them' }).click();
    await signOutAndEnterPassword(page, username);
    // The button has the focus.
    await page.getByRole('button', { name: 'Use your security key' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `User menu of ${username}` }).waitFor();
    await visit(page, '/profile');
    const forced = newUser(username, { forcePasswordChange: true });
    expect((await service.asAdmin('POST', '/api/v1/user/managed', forced)).status).toBe(200);
    await signOutAndEnterPassword(page, username);
    const useKey = page.getByRole('button', { name: 'Use your security key' });
    await useKey.click();
    const chosen = 'quite another password 7';
    await page.getByLabel('New password').fill(chosen);
    await page.getByLabel('The same again').fill(chosen);
    await page.keyboard.press('Enter');
    await useKey.click();
    await page.getByText('The password was changed.').waitFor();
    await enterPassword(page, username, chosen);
    await page.getByLabel('Or a code').fill(recoveryCode);
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'sign-in-key');
    await page.getByRole('button', { name: 'Sign in with the code' }).click();
    await page.getByRole('button', { name: `User menu of ${username}` }).waitFor();
    await visit(page, '/profile');
    await page.getByText('Blue key').waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    expect(await listOverflows(page)).toEqual([]);
    await shoot(page, 'profile-with-key');
    await page.getByRole('button', { name: 'Rename Blue key' }).click();
    await dialog.getByLabel('Name').fill('Red key');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove Red key' }).click();
    await dialog.getByLabel('Your password').fill(chosen);
    await page.keyboard.press('Enter');
    await page.getByText(/^None. With one/).waitFor();
    // Of sign-ins and a change with the password alone, and of the sign-in that demands the change.
    expect(consoleErrors).toEqual(Array(5).fill(expect.stringContaining('401 (Unauthorized)')));
    release();
  });

  describe('of an administrator, at an IP address', () => {
    let watched: WatchedPage;

    beforeAll(async () => {
      watched = await openSignedIn(browser, service, '/profile');
    });
    afterAll(() => watched?.release());

    it('offers no security keys, and says where they work', async () => {
      const { page } = watched;
      await page.getByRole('link', { name: /^http:\/\/localhost:/ }).waitFor();
      expect(await page.getByRole('button', { name: 'Add a security key' }).count()).toBe(0);
    });

    it('an API key is created, shown once, works and is deleted, accessibly', async () => {
      const { page, consoleErrors } = watched;
      const keys = page.getByRole('region', { name: 'API keys' });
      await keys.getByRole('button', { name: 'Create an API key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Team').selectOption('Administrators');
      await dialog.getByLabel('Comment').fill('nightly build');
      expect(await listAxeViolations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await dialog.getByText(/not shown again/).waitFor();
      const key = await dialog.getByRole('code').first().innerText();
      expect(await listAxeViolations(page)).toEqual([]);
      const version = () => service.request('GET', '/api/v1/team/self', { headers: { 'X-Api-Key': key } });
      expect((await version()).status).toBe(200);
      await dialog.getByRole('button', { name: 'I have kept it' }).click();
      await keys.getByText('nightly build').waitFor();
      expect(await keys.innerText()).not.toContain(key);
      expect(await listAxeViolations(page)).toEqual([]);
      await keys.getByRole('button', { name: 'Delete the key nightly build' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await expect.poll(() => keys.getByText('nightly build').count()).toBe(0);
      expect((await version()).status).toBe(401);
      expect(consoleErrors).toEqual([]);
    });
  });

  it('theme, density and keys are stored, and signing out everywhere ends the session', async () => {
    const { page, release, consoleErrors } = await openProfile();
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.getByText('Seeing the keys needs the permission').waitFor();
    await page.keyboard.press('?');
    await help.waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'hidden' });
    await page.getByLabel('Theme').selectOption('Dark');
    await page.getByLabel('Rows of lists').selectOption('Compact');
    await page.getByLabel('Single-key shortcuts').uncheck();
    await page.reload();
    const root = page.locator('html');
    await expect.poll(() => root.getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(await root.getAttribute('data-density')).toBe('compact');
    await page.getByText('Seeing the keys needs the permission').waitFor();
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and go' }).waitFor();
    expect(await help.count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await help.getByRole('link', { name: 'Turn them on in your profile' }).click();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(consoleErrors).toEqual([]);
    release();
  });
});
