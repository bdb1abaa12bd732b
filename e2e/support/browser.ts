import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { TestService } from '../../apps/server/test/support/test-service.ts';
import { ensureWebBuilt } from '../../scripts/build-web.mjs';
import { releasePage, takePage } from './page-pool.ts';

const CANDIDATES = [
  process.env.TALLYMAN_TEST_BROWSER,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser of the system. Tests that need a browser are skipped without one. */
export const browserPath = CANDIDATES.find((path) => path !== undefined && existsSync(path));

if (browserPath === undefined) {
  console.warn(
    'No browser was found, so the tests of the web interface are left out. Install Chromium, or name one in TALLYMAN_TEST_BROWSER.',
  );
}

/**
 * Features that are switched off. Without the first three, Chromium renders the suggestions of its address bar in another
 * process for every context, which takes as long as a page of ours. The others are Playwright's, whose list this replaces.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

export async function launchBrowser(): Promise<Browser> {
  if (!(await ensureWebBuilt())) throw new Error('The web interface could not be built.');
  return chromium.launch({
    executablePath: browserPath ?? '',
    // Tests may run as root in a container, where the sandbox of the browser cannot start.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ],
  });
}

export interface WatchedPage {
  readonly page: Page;
  /** Problems that the browser reported: errors, violations of the content security policy and of Trusted Types. */
  readonly consoleErrors: string[];
  /** Lets later tests of the file use the page. A test that fails keeps it. */
  readonly release: () => void;
}

/** A page without cookies and storage, to be navigated by the test. */
export async function openPage(
  browser: Browser,
  baseUrl: string,
  { colorScheme = 'light', width = 1440, height = 900 }: PageOptions = {},
): Promise<WatchedPage> {
  const taken = await takePage(browser, baseUrl);
  const consoleErrors = await taken.clear();
  await taken.page.setViewportSize({ width, height });
  await taken.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  return { page: taken.page, consoleErrors, release: () => releasePage(browser, taken) };
}

interface SignedInOptions extends PageOptions {
  /** Of a session of the user; the default is the administrator's. */
  readonly token?: string;
}

/** A page at a path, signed in without the form: the cookie holds the token of a session, as after the sign-in. */
export async function openSignedIn(
  browser: Browser,
  service: Pick<TestService, 'baseUrl' | 'adminToken'>,
  path: string,
  { token = service.adminToken, ...options }: SignedInOptions = {},
): Promise<WatchedPage> {
  const opened = await openPage(browser, service.baseUrl, options);
  const cookie = { name: 'tallyman-session', value: token, url: service.baseUrl };
  await opened.page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Strict' }]);
  await opened.page.goto(path);
  return opened;
}

interface PageOptions {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** Goes to a path as a link does, without loading the page again. */
export async function visit(page: Page, path: string): Promise<void> {
  const body = page.locator('body');
  await body.evaluate((of, to) => of.ownerDocument.defaultView?.history.pushState({}, '', to), path);
}

export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: `User menu of ${username}` }).waitFor();
}
