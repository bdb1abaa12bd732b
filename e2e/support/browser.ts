import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { TestService } from '../../apps/server/test/support/test-service.ts';
import { timeoutFactor } from '../../apps/server/test/support/timeout-factor.ts';
import { ensureWebBuilt } from '../../scripts/build-web.mjs';

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
  readonly context: BrowserContext;
  /** Problems that the browser reported: errors, violations of the content security policy and of Trusted Types. */
  readonly consoleErrors: string[];
}

/** A page in a new browser context, without cookies and storage. */
export async function openPage(
  browser: Browser,
  baseUrl: string,
  { colorScheme = 'light', width = 1440, height = 900 }: PageOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    colorScheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000 * timeoutFactor);
  const page = await context.newPage();
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  return { page, context, consoleErrors };
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
  await opened.context.addCookies([{ ...cookie, httpOnly: true, sameSite: 'Strict' }]);
  await opened.page.goto(path);
  return opened;
}

interface PageOptions {
  readonly colorScheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: `User menu of ${username}` }).waitFor();
}
