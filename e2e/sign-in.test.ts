import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../apps/server/test/support/authenticator-app.ts';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import { createUser, signIn as signInByApi, USER_PASSWORD } from '../apps/server/test/support/test-users.ts';
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

  async function createUserWithTotp(): Promise<{ username: string; secret: string }> {
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
    return { username, secret };
  }

  it('asks only users with a second factor for a code', async () => {
    const { username, secret } = await createUserWithTotp();
    const { page, context } = await openPage(browser, service.baseUrl);
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
    await context.close();
  });
});
