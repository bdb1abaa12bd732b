import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import { listAxeViolations } from './support/axe.ts';
import { browserPath, launchBrowser, openPage, openSignedIn } from './support/browser.ts';

describe.skipIf(browserPath === undefined)('The page about the interface', () => {
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

  it('finds operations, and sends requests with the session of the browser', async () => {
    const { page, release, consoleErrors } = await openSignedIn(browser, service, '/api');
    await page.getByLabel('Search').fill('GETSELF');
    await page.getByText('1 found').waitFor();
    await page.locator('summary:visible').click();
    await page.getByRole('button', { name: 'Send GET' }).click();
    await page.getByText(/^200 OK[\s\S]*"username": "admin"/).waitFor();
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('is accessible with an open operation', async () => {
    const { page, release, consoleErrors } = await openPage(browser, service.baseUrl);
    await page.goto('/api');
    await page.locator('summary').first().click();
    await page.getByText('Try it').waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
    release();
  });
});
