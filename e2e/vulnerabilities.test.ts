import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedVulnerability } from '../apps/server/test/support/finding-fixtures.ts';
import { seedProjectWithFindings } from '../apps/server/test/support/seed-project-with-findings.ts';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import { listAxeViolations } from './support/axe.ts';
import { browserPath, launchBrowser, openSignedIn } from './support/browser.ts';
import { shoot } from './support/screenshot.ts';

const HOSTILE = '<img src=x onerror=alert(1)> ‮moc.live 👩‍💻';

describe.skipIf(browserPath === undefined)('Vulnerabilities', () => {
  let service: TestService;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startTestService();
    const log4shell = {
      vuln_id: 'CVE-2021-44228',
      severity: 'CRITICAL',
      title: 'Remote code execution in Log4j',
      description: `JNDI features do not protect against attacker-controlled LDAP.\n\n${HOSTILE}\n${'long '.repeat(400)}`,
      reference_text: '* [Advisory](https://logging.apache.org/security)\n* [bad](javascript:alert(1))',
      cvss_v3_score: 10,
      cvss_v3_vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
    };
    for (const name of ['shop', HOSTILE]) {
      const given = [{ component: { name: 'log4j-core', version: '2.14.0' }, vulnerabilities: [log4shell] }];
      await seedProjectWithFindings(service, given, { name });
    }
    await seedVulnerability(service.db, {
      vuln_id: 'CVE-2020-0001',
      severity: 'LOW',
      title: 'Affects nobody',
    });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const openAt = (path: string, options = {}) => openSignedIn(browser, service, path, options);

  it('lists vulnerabilities of the portfolio first, finds others, and opens one by keyboard', async () => {
    const { page, release, consoleErrors } = await openAt('/vulnerabilities');
    await page.getByRole('row', { name: /CVE-2021-44228/ }).waitFor();
    expect(await page.getByRole('row', { name: /CVE-2020-0001/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show all known' }).click();
    await page.getByRole('row', { name: /CVE-2020-0001/ }).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('2021-44228');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(page.url()).toContain('q=2021-44228');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'CVE-2021-44228', level: 1 }).waitFor();
    await page.getByText('Attack vector').waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('shows hostile text as text, links only to web addresses and to the affected projects', async () => {
    const { page, release, consoleErrors } = await openAt('/vulnerabilities/NVD/CVE-2021-44228', {
      width: 390,
    });
    await page.getByRole('link', { name: 'Advisory' }).waitFor();
    expect(await page.getByRole('link', { name: 'bad' }).count()).toBe(0);
    const overflow = await page.locator('body').evaluate((body) => body.scrollWidth - body.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.getByRole('table').getByRole('link', { name: 'shop' }).click();
    await page.getByRole('heading', { name: 'shop', level: 1 }).waitFor();
    await page.getByRole('row', { name: /CVE-2021-44228/ }).waitFor();
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('has no accessibility violations', async () => {
    const { page, release, consoleErrors } = await openAt('/vulnerabilities?all=true');
    await page.getByRole('row', { name: /CVE-2021-44228/ }).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'vulnerabilities');
    await page.getByRole('link', { name: 'CVE-2021-44228' }).click();
    await page.getByRole('table').getByRole('link', { name: 'shop' }).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'vulnerability');
    expect(consoleErrors).toEqual([]);
    release();
  });
});
