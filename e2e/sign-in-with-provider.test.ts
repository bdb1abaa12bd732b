import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestProvider, type TestProvider } from '../apps/server/test/support/identity-provider.ts';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import { listAxeViolations } from './support/axe.ts';
import { browserPath, launchBrowser, openPage } from './support/browser.ts';

describe.skipIf(browserPath === undefined)('Sign-in with an identity provider', () => {
  let provider: TestProvider;
  let service: TestService;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    provider = await startTestProvider();
    service = await startTestService({
      'svc.oidc.enabled': 'true',
      'svc.oidc.issuer': provider.issuer,
      'svc.oidc.client-id': provider.clientId,
      'svc.oidc.client-secret': provider.clientSecret,
      'svc.oidc.display-name': 'Example Ltd',
      'svc.oidc.user-provisioning': 'true',
      'svc.oidc.default-teams': 'Portfolio Managers',
    });
    provider.register({
      redirect_uris: [`${service.baseUrl}/api/v2/oidc/callback`],
      post_logout_redirect_uris: [`${service.baseUrl}/`],
    });
    provider.setAccount({ sub: '1', name: 'Ada Example' });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    await provider?.close();
  });

  it('shows the page that was wanted, and ends the session at the provider on sign-out', async () => {
    const { page, release } = await openPage(browser, service.baseUrl);
    await page.goto('/projects?searchText=x');
    const button = page.getByRole('button', { name: 'Sign in with Example Ltd' });
    await button.waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await button.click();
    const menu = page.getByRole('button', { name: 'User menu of Ada Example' });
    await menu.waitFor();
    expect(new URL(page.url()).pathname).toBe('/projects');
    await menu.click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.waitForURL(`${provider.issuer}/session/end**`);
    release();
  });

  it('shows why a sign-in was refused', async () => {
    const { page, release } = await openPage(browser, service.baseUrl);
    await page.goto('/?signInError=PROVIDER_UNAVAILABLE');
    await page.getByRole('alert').getByText('cannot be reached').waitFor();
    release();
  });
});
