import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendDataFile } from '../apps/server/test/support/data-source-imports.ts';
import { seedFindings } from '../apps/server/test/support/finding-fixtures.ts';
import {
  type ProjectWithFindings,
  seedProjectWithFindings,
} from '../apps/server/test/support/seed-project-with-findings.ts';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import { ADMIN_PASSWORD } from '../apps/server/test/support/test-template.ts';
import { listAxeViolations } from './support/axe.ts';
import { browserPath, launchBrowser, openPage, signIn } from './support/browser.ts';

describe.skipIf(browserPath === undefined)('Live updates', () => {
  let service: TestService;
  let browser: Browser;
  let project: ProjectWithFindings;

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startTestService();
    project = await seedProjectWithFindings(
      service,
      [
        {
          component: { name: 'lodash', version: '4.17.20' },
          vulnerabilities: [
            { vuln_id: 'CVE-2021-23337', severity: 'HIGH' },
            { vuln_id: 'CVE-2020-28500', severity: 'MEDIUM' },
          ],
        },
      ],
      { name: 'shop', version: '1.0' },
    );
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  async function open(path: string) {
    const opened = await openPage(browser, service.baseUrl);
    const ready = opened.page.waitForResponse((response) => response.url().endsWith('/api/v2/events'));
    await opened.page.goto(path);
    await signIn(opened.page, 'admin', ADMIN_PASSWORD);
    await ready;
    return opened;
  }

  const row = (page: Page, vulnId: string) => page.getByRole('row', { name: new RegExp(vulnId) });

  it('live update between two sessions', async () => {
    const reader = await open('/findings');
    const decider = await open('/findings');
    await row(reader.page, 'CVE-2021-23337').getByText('Not set').waitFor();
    await row(decider.page, 'CVE-2021-23337').waitFor();
    await decider.page.getByRole('grid').focus();
    await decider.page.keyboard.press('j');
    await decider.page.keyboard.press('t');
    await row(reader.page, 'CVE-2021-23337').getByText('In triage').waitFor();
    expect(await reader.page.getByText(/no longer here|new finding/).count()).toBe(0);

    await seedFindings(service.db, project.uuid, [
      { component: { name: 'zlib' }, vulnerabilities: [{ vuln_id: 'CVE-2018-25032', severity: 'CRITICAL' }] },
    ]);
    await reader.page.getByText('1 new finding').waitFor();
    expect(await row(reader.page, 'CVE-2018-25032').count()).toBe(0);
    expect(await listAxeViolations(reader.page)).toEqual([]);
    await reader.page.getByRole('button', { name: 'Show', exact: true }).click();
    await row(reader.page, 'CVE-2018-25032').waitFor();
    await expect.poll(() => reader.page.getByText('1 new finding').count()).toBe(0);

    await reader.page.getByRole('grid').focus();
    await reader.page.keyboard.press('g');
    const group = reader.page.getByRole('treegrid').getByRole('row', { name: /CVE-2021-23337/ });
    await group.getByText('All decided').waitFor();
    await decider.page.getByRole('grid').focus();
    await decider.page.keyboard.press('u');
    await reader.page.getByText('The groups have changed').waitFor();
    await reader.page.getByRole('button', { name: 'Show', exact: true }).click();
    await group.getByText('1 of 1 to decide').waitFor();
    await expect.poll(() => reader.page.getByText('The groups have changed').count()).toBe(0);
    expect([...reader.consoleErrors, ...decider.consoleErrors]).toEqual([]);
    reader.release();
    decider.release();
  });

  it('an upload appears in the list of uploads', async () => {
    const { page, release, consoleErrors } = await open(`/projects/${project.uuid}?tab=uploads`);
    await page.getByText('No uploads yet').waitFor();
    const bom = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components: [] };
    await service.asAdmin('PUT', '/api/v1/bom', {
      project: project.uuid,
      bom: Buffer.from(JSON.stringify(bom)).toString('base64'),
    });
    await page.getByRole('cell', { name: 'Processed' }).waitFor();
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('failed work is counted in the bar, listed by keyboard, and new projects are announced', async () => {
    const { page, release, consoleErrors } = await open('/projects');
    await page.getByRole('button', { name: 'Activity', exact: true }).waitFor();
    await sendDataFile(service, 'osv', 'this is no archive');
    await page.getByRole('button', { name: 'Activity, 1 new failure' }).waitFor();
    await seedProjectWithFindings(service, [], { name: 'a new one', version: '1.0' });
    await page.getByText('1 new project').waitFor();
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and go' }).fill('Recent activity');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Activity' });
    await panel.getByText(/neither a ZIP archive/).waitFor();
    await panel.getByRole('link', { name: 'shop 1.0' }).first().waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    // Seen, also after a reload.
    await page.locator(':focus[aria-label="Activity"]').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Activity', exact: true }).waitFor();
    expect(consoleErrors).toEqual([]);
    release();
  });
});
