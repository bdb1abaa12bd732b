import { type Browser, chromium, type Page } from 'playwright-core';
import { median, rounded } from './figures.ts';
import { decideByKey, loadRows, scroll, timeFrom, timeUntil } from './web-page.ts';

export interface WebBenchOptions {
  /** How many findings are loaded before scrolling is measured. */
  readonly scroll: number;
  /** Path of a Chromium. */
  readonly browser: string;
}

interface Figure {
  readonly measured: number;
  readonly goal: string;
}

const RUNS = 5;
const FRAMES = 120;
const HAS_ROWS = `document.querySelectorAll('[role="grid"] [role="row"][aria-rowindex="2"]').length > 0`;

/** All figures by name. Each visit has an empty cache, or has shown the page before. */
export async function measureWeb(
  url: string,
  token: string,
  { scroll: rows, browser: executablePath }: WebBenchOptions,
): Promise<Record<string, Figure>> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  try {
    const first = await repeat(async () => {
      const page = await openPage(browser, url, token);
      await page.goto('/findings');
      const ms = await timeUntil(page, HAS_ROWS);
      await page.context().close();
      return ms;
    });
    const page = await openPage(browser, url, token);
    await page.goto('/findings');
    await timeUntil(page, HAS_ROWS);
    const warm = await repeat(() => visitAgain(page));
    const decisions = await measureDecisions(page);
    const requests = await measureRequests(page);
    await page.goto('/findings');
    await timeUntil(page, HAS_ROWS);
    return {
      'first visit, ms': { measured: median(first), goal: '≤ 1500' },
      'warm visit, ms': { measured: median(warm), goal: '≤ 200' },
      'decision shown, ms': { measured: median(decisions.map(({ shown }) => shown)), goal: '≤ 50' },
      'decision stored, ms': { measured: median(decisions.map(({ stored }) => stored)), goal: '≤ 200' },
      ...requests,
      ...(await measureScrolling(browser, page, rows)),
    };
  } finally {
    await browser.close();
  }
}

async function openPage(browser: Browser, url: string, token: string): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL: url, viewport, reducedMotion: 'reduce' });
  context.setDefaultTimeout(600_000);
  await context.addCookies([
    { name: 'tallyman-session', value: token, url, httpOnly: true, sameSite: 'Strict' },
  ]);
  return context.newPage();
}

/** To another page and back, by the links of the menu. */
async function visitAgain(page: Page): Promise<number> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Licences' }).click();
  await page.getByRole('heading', { name: 'Licences', level: 1 }).waitFor();
  return timeFrom(page, 'click', HAS_ROWS, () => menu.getByRole('link', { name: 'Findings' }).click());
}

async function measureDecisions(page: Page) {
  await page.goto('/findings?state=NOT_SET');
  await timeUntil(page, HAS_ROWS);
  const times = [];
  for (let run = 0; run < RUNS; run++) times.push(await decideByKey(page));
  return times;
}

/** Fresh responses: an ignored parameter makes each a different request. */
async function measureRequests(page: Page): Promise<Record<string, Figure>> {
  const paths = {
    'facets, ms': '/api/v2/findings/facets?',
    'first page, ms':
      '/api/v1/finding?limit=200&orderBy=vulnerability.severity&sort=asc&totalCount=BOUNDED&offset=0',
  };
  const figures: Record<string, Figure> = {};
  for (const [name, path] of Object.entries(paths)) {
    let run = 0;
    const times = await repeat(async () => {
      const begin = performance.now();
      await (await page.request.get(`${path}&run=${++run}`)).body();
      return performance.now() - begin;
    });
    figures[name] = { measured: rounded(median(times), 0), goal: '≤ 300 at 1.4M findings' };
  }
  return figures;
}

async function measureScrolling(browser: Browser, page: Page, rows: number): Promise<Record<string, Figure>> {
  const loaded = await loadRows(page, rows);
  const before = await rendererSeconds(browser);
  const nodes = await scroll(page, FRAMES);
  const cpu = (await rendererSeconds(browser)) - before;
  return {
    'findings loaded': { measured: loaded, goal: '100000' },
    'CPU per frame, ms': { measured: rounded((1000 * cpu) / FRAMES, 1), goal: '≤ 50' },
    'DOM nodes, most': { measured: nodes, goal: '≤ 1500' },
  };
}

async function rendererSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.filter(({ type }) => type === 'renderer').reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

async function repeat(work: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) times.push(Math.round(await work()));
  return times;
}
