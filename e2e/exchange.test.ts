import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ProjectWithFindings,
  seedProjectWithFindings,
} from '../apps/server/test/support/seed-project-with-findings.ts';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import { createUser, signIn } from '../apps/server/test/support/test-users.ts';
import { entryOf, vexOf } from '../apps/server/test/support/vex-imports.ts';
import { listAxeViolations } from './support/axe.ts';
import { browserPath, launchBrowser, openSignedIn, visit } from './support/browser.ts';
import { shoot } from './support/screenshot.ts';

const FORMULA = '=cmd|calc "x"';
const analysis = { state: 'not_affected', justification: 'code_not_reachable' };
const DOCUMENT = JSON.stringify(vexOf([entryOf('CVE-2024-1', analysis), entryOf('CVE-1999-9999', analysis)]));

describe.skipIf(browserPath === undefined)('Exchange of decisions', () => {
  let service: TestService;
  let browser: Browser;
  const projects: ProjectWithFindings[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startTestService();
    const given = (extra: string, version: string) => [
      {
        component: { name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' },
        vulnerabilities: [{ vuln_id: 'CVE-2024-1', title: FORMULA }],
      },
      { component: { name: 'left-pad', version, purl: `pkg:npm/left-pad@${version}` }, vulnerabilities: [] },
      { component: { name: extra, version: '1', purl: `pkg:npm/${extra}@1` }, vulnerabilities: [] },
    ];
    projects.push(
      await seedProjectWithFindings(service, given('old', '1.0.0'), { name: 'shop', version: '1' }),
    );
    projects.push(
      await seedProjectWithFindings(service, given('new', '1.3.0'), { name: 'shop', version: '2' }),
    );
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const openAt = (path: string, options = {}) => openSignedIn(browser, service, path, options);

  async function chooseVex(page: Page) {
    await page.getByRole('button', { name: 'Import VEX' }).click();
    const file = { name: 'vex.json', mimeType: 'application/json', buffer: Buffer.from(DOCUMENT) };
    await page.getByLabel('VEX document').setInputFiles(file);
    return page.getByRole('dialog');
  }

  const decisions = () => service.db.selectFrom('finding_analysis').select(['state']).execute();

  it('a VEX preview changes nothing and is accessible', async () => {
    const { page, release, consoleErrors } = await openAt(`/projects/${projects[0]?.uuid}`);
    const dialog = await chooseVex(page);
    await dialog.getByText('1 would be applied').waitFor();
    await dialog.getByText('CVE-1999-9999', { exact: true }).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'vex-import');
    expect(await decisions()).toEqual([]);
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('an import shows which entries were applied or skipped, and why', async () => {
    const { page, release, consoleErrors } = await openAt(`/projects/${projects[0]?.uuid}`);
    const dialog = await chooseVex(page);
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByRole('button', { name: '1 applied' }).waitFor();
    await dialog.getByRole('button', { name: '1 skipped' }).click();
    await expect.poll(() => dialog.getByRole('row').count()).toBe(2);
    expect(await decisions()).toEqual([{ state: 'NOT_AFFECTED' }]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('link', { name: 'Uploads' }).click();
    await page.getByRole('region', { name: 'VEX imports' }).getByRole('button', { name: 'Show' }).click();
    const receipt = page.getByRole('dialog', { name: 'Receipt of a VEX import' });
    await receipt.getByRole('button', { name: '1 applied' }).waitFor();
    await receipt.getByRole('button', { name: 'Save the receipt' }).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('two versions are compared', async () => {
    const { page, release, consoleErrors } = await openAt(`/projects/${projects[1]?.uuid}`);
    await page.getByLabel('Compare with another version').selectOption({ label: '1' });
    await page.getByRole('heading', { name: 'Changes from shop 1 to 2' }).waitFor();
    await page.getByText('From shop 1 → to shop 2').waitFor();
    await page.getByRole('row', { name: /left-pad 1.0.0 1.3.0 Upgrade/ }).waitFor();
    await page.getByRole('region', { name: 'Added components' }).getByText('new').waitFor();
    await page.getByRole('region', { name: 'Removed components' }).getByText('old').waitFor();
    await page.getByRole('button', { name: 'Carry 1 decision over' }).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'compare');
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('decisions are carried over to another version', async () => {
    const { page, release, consoleErrors } = await openAt(
      `/projects/${projects[1]?.uuid}/compare/${projects[0]?.uuid}`,
    );
    await page.getByRole('button', { name: 'Carry 1 decision over' }).click();
    await page.getByText('1 decision carried over from 1.').waitFor();
    expect(await decisions()).toEqual([{ state: 'NOT_AFFECTED' }, { state: 'NOT_AFFECTED' }]);
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('exports the listed findings as CSV without formulas, and the documents of a project', async () => {
    const { page, release, consoleErrors } = await openAt(
      `/projects/${projects[0]?.uuid}?tab=findings&suppressed=true`,
    );
    await page.getByRole('row', { name: /CVE-2024-1/ }).waitFor();
    const exportAs = async (name: RegExp) => {
      await page.getByRole('button', { name: 'Export' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name }).click(),
      ]);
      return readFile(await download.path(), 'utf8');
    };
    expect(await exportAs(/^CSV/)).toContain(`"'=cmd|calc ""x"""`);
    expect(JSON.parse(await exportAs(/^VEX/)).vulnerabilities).toHaveLength(1);
    expect(JSON.parse(await exportAs(/^VDR/)).vulnerabilities).toHaveLength(1);
    expect(JSON.parse(await exportAs(/^FPF/))).toMatchObject({ version: '1.3' });
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('a decision can expire', async () => {
    const { page, release, consoleErrors } = await openAt(
      `/projects/${projects[0]?.uuid}?tab=findings&suppressed=true`,
    );
    await page.getByRole('row', { name: /CVE-2024-1/ }).click();
    await page.getByLabel('Review again').selectOption('In 90 days');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The present decision lapses in 2 months.').waitFor();
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('users without the permission are not offered decisions', async () => {
    const username = await createUser(service);
    const permissions = ['VIEW_PORTFOLIO', 'VIEW_VULNERABILITY'];
    await service.asAdmin('PUT', '/api/v1/permission/user', { username, permissions });
    const token = (await signIn(service, username)).text;
    const { page, release } = await openAt(`/projects/${projects[1]?.uuid}`, { token });
    await page.getByText('Data age').waitFor();
    expect(await page.getByRole('button', { name: /Import VEX|Analyse now|Upload/ }).count()).toBe(0);
    await visit(page, `/projects/${projects[1]?.uuid}/compare/${projects[0]?.uuid}`);
    await page.getByRole('heading', { name: 'Added' }).waitFor();
    expect(await page.getByRole('button', { name: /Carry/ }).count()).toBe(0);
    release();
  });
});
