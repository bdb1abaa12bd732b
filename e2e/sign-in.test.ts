import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../apps/server/test/support/authenticator-app.ts';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import {
  createUser,
  newUser,
  signIn as signInByApi,
  USER_PASSWORD,
} from '../apps/server/test/support/test-users.ts';
import { listAxeViolations } from './support/axe.ts';
import { browserPath, launchBrowser, openPage } from './support/browser.ts';

describe.skipIf(browserPath === undefined)('Sign-in', () => {
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

  async function createUserWithTotp() {
    const username = await createUser(service);
    const token = (await signInByApi(service, username)).text;
    const path = '/api/v2/users/self/second-factors/totp';
    const started = await service.request('POST', path, {
      token,
      body: { name: 'Phone', password: USER_PASSWORD },
    });
    const { uuid, secret } = started.body;
    const confirmed = await service.request('POST', `${path}/${uuid}/confirm`, {
      token,
      body: { code: codeOf(secret, 0) },
    });
    expect(confirmed.status, confirmed.text).toBe(200);
    return { username, secret: String(secret), recoveryCodes: confirmed.body.recovery_codes as string[] };
  }

  it('asks only users with a second factor for a code', async () => {
    const { username, secret } = await createUserWithTotp();
    const { page, release } = await openPage(browser, service.baseUrl);
    await page.goto('/projects');
    await page.getByLabel('User name').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(USER_PASSWORD);
    expect(await page.getByLabel('Code').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code').fill('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await page.getByLabel('Code').fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: `User menu of ${username}` }).waitFor();
    release();
  });

  it('a user with a second factor replaces a password that must be changed', async () => {
    const { username, recoveryCodes } = await createUserWithTotp();
    const forced = newUser(username, { forcePasswordChange: true });
    expect((await service.asAdmin('POST', '/api/v1/user/managed', forced)).status).toBe(200);
    const { page, release } = await openPage(browser, service.baseUrl);
    await page.goto('/');
    const enter = async (password: string, code = '') => {
      await page.getByLabel('User name').fill(username);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await page.getByLabel('Code').fill(code);
      await page.keyboard.press('Enter');
    };
    await enter(USER_PASSWORD, recoveryCodes[0]);
    const chosen = 'quite another password 7';
    await page.getByLabel('New password').fill(chosen);
    await page.getByLabel('The same again').fill(chosen);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code').fill(recoveryCodes[1] ?? '');
    expect(await listAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('The password was changed.').waitFor();
    await enter(chosen, recoveryCodes[2]);
    await page.getByRole('button', { name: `User menu of ${username}` }).waitFor();
    release();
  });
});
