import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bomOf, npm } from '../apps/server/test/support/bom-uploads.ts';
import { DataSourceServer, osvDocument } from '../apps/server/test/support/data-source-server.ts';
import { seedProjectWithFindings } from '../apps/server/test/support/seed-project-with-findings.ts';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import { createUser, signIn } from '../apps/server/test/support/test-users.ts';
import { listAxeViolations } from './support/axe.ts';
import { browserPath, launchBrowser, openSignedIn } from './support/browser.ts';
import { shoot } from './support/screenshot.ts';

async function createUserWith(service: TestService, permissions: readonly string[]): Promise<string> {
  const username = await createUser(service);
  await service.asAdmin('PUT', '/api/v1/permission/user', { username, permissions });
  return (await signIn(service, username)).text;
}

describe.skipIf(browserPath === undefined)('First run', () => {
  let service: TestService;
  let sources: DataSourceServer;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    sources = await DataSourceServer.start();
    service = await startTestService({
      'svc.vuln-data-source.nvd.enabled': 'false',
      'svc.vuln-data-source.epss.enabled': 'false',
      'svc.vuln-data-source.euvd.enabled': 'false',
      'svc.vuln-data-source.kev.url': `${sources.url}/kev.json`,
      'svc.vuln-data-source.osv.enabled': 'true',
      'svc.vuln-data-source.osv.url': `${sources.url}/`,
      'svc.vuln-data-source.osv.ecosystems': 'npm',
    });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
    sources?.close();
  });

  it('has no accessibility violations', async () => {
    const { page, release, consoleErrors } = await openSignedIn(browser, service, '/');
    await page.getByRole('button', { name: 'Load all now' }).waitFor();
    await page.getByText('npx tallyman bom upload bom.json --auto-create').waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'first-run');
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('names the permissions to those who may only look', async () => {
    const token = await createUserWith(service, ['VIEW_PORTFOLIO']);
    const { page, release, consoleErrors } = await openSignedIn(browser, service, '/', { token });
    await page.getByText(/Loading data needs the permission SYSTEM_CONFIGURATION or/).waitFor();
    await page.getByText(/Uploading needs the permission BOM_UPLOAD/).waitFor();
    await page.getByText(/Seeing findings needs the permission VIEW_VULNERABILITY/).waitFor();
    expect(await page.getByRole('button', { name: /Load|Upload/ }).count()).toBe(0);
    expect(await listAxeViolations(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('says what is needed to see anything at all', async () => {
    const token = await createUserWith(service, []);
    const { page, release } = await openSignedIn(browser, service, '/', { token });
    await page.getByText(/Projects need the permission VIEW_PORTFOLIO/).waitFor();
    release();
  });

  it('leads from loading data over a dropped bill of materials to findings', async () => {
    const affected = [
      {
        package: { ecosystem: 'npm', name: 'left-pad' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.3.0' }] }],
      },
    ];
    const severity = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H' }];
    sources.putOsv('npm', [
      osvDocument('OSV-2024-1', '2024-01-01T00:00:00Z', '1.3.0', { affected, severity }),
    ]);
    let answer = () => {};
    sources.handle('/kev.json', (_, response) => {
      answer = () => response.writeHead(503).end();
    });
    const { page, release, consoleErrors } = await openSignedIn(browser, service, '/');
    await page.getByRole('button', { name: 'Load all now' }).click();
    const row = (name: RegExp) => page.getByRole('listitem').filter({ hasText: name });
    await row(/OSV/).getByText('just now').waitFor();
    await row(/CISA KEV/)
      .getByRole('status')
      .waitFor();
    answer();
    sources.handle('/kev.json', undefined);

    await dropFile(page, 'shop.json', JSON.stringify(bomOf([npm('left-pad', '1.0.0')])));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await dialog.getByRole('link', { name: 'Show its findings' }).click();
    await page.getByRole('row', { name: /OSV-2024-1/ }).waitFor();
    await page.getByText(/Never loaded: CISA KEV/).waitFor();
    await page.getByRole('link', { name: 'Data sources' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: /Critical 1/ }).waitFor();
    expect(consoleErrors).toEqual([]);
    release();
  });
});

interface BrowserGlobals {
  readonly DataTransfer: new () => { readonly items: { add(file: File): void } };
}

/** As if it were dragged from the desktop. */
async function dropFile(page: Page, name: string, content: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName = '', text = '']) => {
      const { DataTransfer } = globalThis as unknown as BrowserGlobals;
      const data = new DataTransfer();
      data.items.add(new File([text], fileName, { type: 'application/json' }));
      return data;
    },
    [name, content],
  );
  const target = page.getByRole('heading', { level: 1 });
  await target.dispatchEvent('dragover', { dataTransfer: transfer });
  await page.getByText('Drop the bill of materials to upload it').waitFor();
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

describe.skipIf(browserPath === undefined)('Overview', () => {
  let service: TestService;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startTestService();
    const vulnerabilities = [
      { vuln_id: 'CVE-2021-44228', severity: 'CRITICAL', title: 'Remote code execution in Log4j' },
      { vuln_id: 'CVE-2021-45046', severity: 'CRITICAL' },
      { vuln_id: 'CVE-2021-45105', severity: 'HIGH' },
    ];
    const log4j = { name: 'log4j-core', version: '2.14.0' };
    await seedProjectWithFindings(service, [{ component: log4j, vulnerabilities }], { name: 'shop' });
    const one = [{ component: log4j, vulnerabilities: vulnerabilities.slice(1) }];
    await seedProjectWithFindings(service, one, { name: 'storefront' });
    for (let index = 0; index < 6; index++) {
      const component = { name: `part-${index}`, version: '1.0' };
      const low = [{ vuln_id: `CVE-2020-000${index}`, severity: 'LOW' }];
      await seedProjectWithFindings(service, [{ component, vulnerabilities: low }], {
        name: `tool ${index}`,
      });
    }
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  it('counts what is open, and each number leads to the list behind it', async () => {
    const { page, release, consoleErrors } = await openSignedIn(browser, service, '/');
    await page.getByText('11 findings, excluding suppressed').waitFor();
    const projects = page.getByRole('region', { name: 'Projects with most critical findings' });
    await projects.getByRole('link', { name: '2 critical' }).waitFor();
    expect(await projects.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('shop'),
      expect.stringContaining('storefront'),
    ]);
    await page.getByRole('link', { name: /Critical 3/ }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(4);
    expect(page.url()).toContain('/findings?sev=CRITICAL');
    await page.goBack();
    await projects.getByRole('link', { name: '2 critical' }).click();
    await page.getByRole('heading', { name: 'shop', level: 1 }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    await page.goBack();
    await page
      .getByRole('region', { name: 'Newest findings' })
      .getByRole('link', { name: 'CVE-2020-0005' })
      .click();
    await page.getByRole('complementary', { name: 'Finding CVE-2020-0005' }).waitFor();
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('a decision made after the numbers were shown is stored, and changes them', async () => {
    const { page, release, consoleErrors } = await openSignedIn(browser, service, '/');
    const undecided = page.getByRole('link', { name: /Need a decision/ });
    await expect.poll(() => undecided.innerText()).toContain('11');
    await undecided.click();
    await page.getByRole('row', { name: /CVE-2020-0003/ }).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('t');
    await page.getByText(/CVE-2020-\d+: in triage/).waitFor();
    await page.goBack();
    await expect.poll(() => undecided.innerText()).toContain('10');
    expect(await service.db.selectFrom('finding_analysis').select('state').execute()).toEqual([
      { state: 'IN_TRIAGE' },
    ]);
    expect(consoleErrors).toEqual([]);
    release();
  });

  async function untilMeasured() {
    const count = async () => {
      const { body } = await service.asAdmin('GET', '/api/v1/metrics/portfolio/current');
      return (body as { critical: number }).critical;
    };
    await expect.poll(count).toBe(3);
  }

  it('shows the trend as lines and as a table, has no accessibility violations and marks sources that were never loaded', async () => {
    await untilMeasured();
    const { page, release, consoleErrors } = await openSignedIn(browser, service, '/');
    await page.getByText('11 findings, excluding suppressed').waitFor();
    await page.getByRole('link', { name: '2 critical' }).waitFor();
    const sources = page.getByRole('region', { name: 'Data sources' });
    await sources.getByText('never loaded').first().waitFor();
    await page.getByRole('img', { name: /critical from 0 to 3, high from 0 to 2/ }).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'overview');
    const trend = page.getByRole('region', { name: 'Severity trend' }).first();
    await trend.getByLabel('Period of the trend').selectOption('30 days');
    await expect.poll(() => page.url()).toContain('?days=30');
    await trend.getByRole('button', { name: 'Show as a table' }).click();
    expect(await trend.getByRole('row').allInnerTexts()).toEqual([
      expect.stringMatching(/Day\s+Critical\s+High\s+Medium\s+Low/),
      expect.stringMatching(/\d+ \w+\s+3\s+2\s+0\s+6/),
      expect.stringMatching(/\d+ \w+\s+0\s+0\s+0\s+0/),
    ]);
    expect(await listAxeViolations(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('keeps the export beside the title and the filters within one or two lines, and marks sources that were never loaded, on Findings', async () => {
    const { page, release } = await openSignedIn(browser, service, '/findings', { width: 1280, height: 720 });
    await page.getByText(/Never loaded: National Vulnerability Database/).waitFor();
    const middle = async (locator: Locator) => {
      const box = await locator.boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
    };
    const title = await middle(page.getByRole('heading', { level: 1 }));
    expect(Math.abs((await middle(page.getByRole('button', { name: 'Export' }))) - title)).toBeLessThan(4);
    const filters = page.getByRole('search').getByRole('button');
    const countLines = async () => new Set(await Promise.all((await filters.all()).map(middle))).size;
    expect(await countLines()).toBeLessThanOrEqual(2);
    await shoot(page, 'findings-1280');
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await countLines()).toBe(1);
    release();
  });
});
