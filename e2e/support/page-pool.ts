import type { Browser, Page } from 'playwright-core';
import { timeoutFactor } from '../../apps/server/test/support/timeout-factor.ts';

/** A page that tests of a file use one after the other, so that its scripts are fetched and compiled once. */
export class ReusablePage {
  private consoleErrors: string[] = [];
  /** Of the next document. What the present one still reports belongs to the test before. */
  private nextConsoleErrors: string[] = [];

  readonly page: Page;
  readonly baseUrl: string;

  private constructor(page: Page, baseUrl: string) {
    this.page = page;
    this.baseUrl = baseUrl;
    page.on('framenavigated', () => {
      this.consoleErrors = this.nextConsoleErrors;
    });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.consoleErrors.push(message.text());
    });
    page.on('pageerror', (error) => this.consoleErrors.push(error.message));
  }

  static async create(browser: Browser, baseUrl: string): Promise<ReusablePage> {
    const context = await browser.newContext({ baseURL: baseUrl });
    context.setDefaultTimeout(60_000 * timeoutFactor);
    return new ReusablePage(await context.newPage(), baseUrl);
  }

  /** Removes cookies and storage. Returns the list for the problems that documents from now on report. */
  async clear(): Promise<string[]> {
    this.nextConsoleErrors = [];
    await this.page.context().clearCookies();
    if (this.page.url() === 'about:blank') return this.nextConsoleErrors;
    await this.page.locator('body').evaluate((body) => {
      const window = body.ownerDocument.defaultView;
      window?.localStorage.clear();
      window?.sessionStorage.clear();
    });
    return this.nextConsoleErrors;
  }
}

const released = new WeakMap<Browser, ReusablePage[]>();

/** A page that a test has released, or a new one. */
export async function takePage(browser: Browser, baseUrl: string): Promise<ReusablePage> {
  const pages = released.get(browser) ?? [];
  const index = pages.findIndex((page) => page.baseUrl === baseUrl);
  const [page] = index < 0 ? [] : pages.splice(index, 1);
  return page ?? ReusablePage.create(browser, baseUrl);
}

export function releasePage(browser: Browser, page: ReusablePage): void {
  released.set(browser, [...(released.get(browser) ?? []), page]);
}
