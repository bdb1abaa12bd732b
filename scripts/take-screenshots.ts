/**
 * Takes screenshots of a running demo, in light and dark, for the documentation and for reviews.
 * Usage: node scripts/take-screenshots.ts <url> <folder>, with the administrator's password in TALLYMAN_PASSWORD
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage, signIn } from '../e2e/support/browser.ts';
import { watchRequests } from '../e2e/support/requests-idle.ts';

const [url = 'http://127.0.0.1:8080', folder = 'screenshots'] = process.argv.slice(2);

/** From the page before, so that the script needs no ids. */
const SCREENS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  overview: (page) => page.goto('/'),
  findings: (page) => page.goto('/findings'),
  'finding-panel': (page) => page.getByRole('row').nth(1).click(),
  'apply-to': (page) => openApplyTo(page),
  'findings-groups': (page) => page.goto('/findings?group=vulnerability'),
  'saved-views': (page) => page.getByRole('button', { name: /^Views?\b/ }).click(),
  projects: (page) => page.goto('/projects'),
  project: (page) => openProject(page),
  'project-findings': (page) => openTab(page, 'Findings'),
  'project-components': (page) => openTab(page, 'Components'),
  'project-dependencies': (page) => openTab(page, 'Dependencies'),
  'project-paths': (page) => page.getByLabel('Show as').selectOption('Paths to findings'),
  'project-graph': (page) => openGraph(page),
  'project-uploads': (page) => openTab(page, 'Uploads'),
  vulnerabilities: (page) => page.goto('/vulnerabilities'),
  vulnerability: (page) => page.getByRole('grid').getByRole('link').first().click(),
  components: (page) => page.goto('/components'),
  licenses: (page) => page.goto('/licenses'),
  license: (page) => page.goto('/licenses/Apache-2.0'),
  activity: (page) => page.getByRole('button', { name: /^Activity/ }).click(),
  profile: (page) => page.goto('/profile'),
};

async function openProject(page: Page): Promise<void> {
  await page.goto('/projects?q=checkout');
  await page.getByRole('link', { name: 'checkout' }).last().click();
}

async function openApplyTo(page: Page): Promise<void> {
  await page.getByLabel('Analysis', { exact: true }).selectOption('In triage');
  await page.getByRole('button', { name: 'Apply to' }).click();
  await page.getByRole('menuitem', { name: /^All projects/ }).click();
}

async function openGraph(page: Page): Promise<void> {
  await page.getByLabel('Show as').selectOption('As a graph');
  const closed = page.getByRole('button', { name: /^Dependencies of/, expanded: false });
  // By keyboard, because a node may be outside the part that is shown.
  for (let opened = 0; opened < 3; opened++) await closed.first().press('Enter');
}

function openTab(page: Page, name: string): Promise<void> {
  return page.getByRole('navigation', { name: 'Parts of the project' }).getByRole('link', { name }).click();
}

async function takeAll(browser: Browser, colorScheme: 'light' | 'dark'): Promise<void> {
  const { page } = await openPage(browser, url, { colorScheme, width: 1440, height: 900 });
  const requestsIdle = watchRequests(page);
  await page.goto('/findings');
  await signIn(page, 'admin', process.env.TALLYMAN_PASSWORD ?? '');
  for (const [name, open] of Object.entries(SCREENS)) {
    await open(page);
    await requestsIdle();
    // Lazy parts of a page and their layout.
    await page.waitForTimeout(1_500);
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  }
  await page.context().close();
}

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const colorScheme of ['light', 'dark'] as const) await takeAll(browser, colorScheme);
} finally {
  await browser.close();
}
