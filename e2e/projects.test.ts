import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bomOf, npm } from '../apps/server/test/support/bom-uploads.ts';
import { seedProjectWithFindings } from '../apps/server/test/support/seed-project-with-findings.ts';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import { createUser, signIn, USER_PASSWORD } from '../apps/server/test/support/test-users.ts';
import { listAxeViolations } from './support/axe.ts';
import { browserPath, launchBrowser, openPage, openSignedIn } from './support/browser.ts';
import { shoot } from './support/screenshot.ts';

const HOSTILE_NAMES = [
  '<img src=x onerror=alert(1)><script>alert(2)</script>',
  'مشروع الدفع ‮txt.exe',
  `👩‍💻${'long '.repeat(48)}`,
];

describe.skipIf(browserPath === undefined)('Projects', () => {
  let service: TestService;
  let browser: Browser;
  const uuids: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startTestService();
    for (const name of HOSTILE_NAMES) {
      const component = { name: `${name} ${'x'.repeat(9_000)}`.slice(0, 250), version: '1.0' };
      const vulnerabilities = [{ vuln_id: 'CVE-2024-1', severity: 'HIGH', title: name }];
      uuids.push((await seedProjectWithFindings(service, [{ component, vulnerabilities }], { name })).uuid);
    }
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  const openAt = (path: string, options = {}) => openSignedIn(browser, service, path, options);

  /** Uses the button. Dropped files are handled by the same code. */
  async function choose(page: Awaited<ReturnType<typeof openAt>>['page'], name: string, content: string) {
    const input = page.getByLabel('Bill of materials');
    await input.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
  }

  it('an uploaded BOM becomes a project with its findings', async () => {
    const { page, release, consoleErrors } = await openAt('/projects');
    await choose(page, 'shop.json', JSON.stringify(bomOf([npm('lodash', '4.17.20')])));
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByLabel('Project').inputValue()).toBe('shop');
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await dialog.getByText('1 component, 1 new and 0 gone').waitFor();
    await dialog.getByRole('link', { name: 'Open the project' }).click();
    await page.getByRole('heading', { name: 'shop', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Uploads' }).click();
    await page.getByRole('cell', { name: 'Processed' }).waitFor();
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('a refused document is shown with the places of its errors, and can be uploaded again', async () => {
    const { page, release } = await openAt('/projects');
    await choose(
      page,
      'bad.json',
      JSON.stringify({ ...bomOf([]), components: [{ type: 'nonsense', name: 'a' }] }),
    );
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Project').fill('bad');
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/components\/0/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Try again' }).waitFor();
    release();
  });

  it('actions that a user may not perform are not shown', async () => {
    const username = await createUser(service);
    const body = { username, permissions: ['VIEW_PORTFOLIO'] };
    await service.asAdmin('PUT', '/api/v1/permission/user', body);
    const { page, release } = await openAt('/projects', { token: (await signIn(service, username)).text });
    await page.getByRole('row').nth(1).waitFor();
    expect(await page.getByRole('button', { name: 'Upload BOM' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Findings' }).count()).toBe(0);
    release();
  });

  it('a user who must change the password does so, is signed in, and signs out again', async () => {
    const { page, release } = await openPage(browser, service.baseUrl);
    const username = await createUser(service, { forcePasswordChange: true });
    await page.goto('/projects');
    await page.getByLabel('User name').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(USER_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('New password').fill('another long passphrase 1');
    await page.getByLabel('The same again').fill('another long passphrase 1');
    await page.getByRole('button', { name: 'Change password and sign in' }).click();
    await page.getByRole('button', { name: /User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    release();
  });

  it('an expired session asks for the password over the page, and keeps typed text', async () => {
    const username = await createUser(service);
    const permissions = ['VIEW_PORTFOLIO', 'VIEW_VULNERABILITY', 'VULNERABILITY_ANALYSIS'];
    await service.asAdmin('PUT', '/api/v1/permission/user', { username, permissions });
    const token = (await signIn(service, username)).text;
    const { page, release } = await openAt(`/projects/${uuids[0]}?tab=findings`, { token });
    await page.getByRole('row', { name: /CVE-2024-1/ }).click();
    await page.getByLabel(/Comment/).fill('do not lose me');
    expect((await service.request('POST', '/api/v1/user/logout', { token })).status).toBe(204);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password', { exact: true }).fill(USER_PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.getByLabel(/Comment/).inputValue()).toBe('do not lose me');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const stored = () => service.db.selectFrom('finding_audit').select('comment').execute();
    await expect.poll(async () => JSON.stringify(await stored())).toContain('do not lose me');
    release();
  });

  it('has no accessibility violations', async () => {
    const { page, release, consoleErrors } = await openAt('/projects');
    await page.getByRole('row').nth(1).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'projects');
    await choose(page, 'shop.json', JSON.stringify(bomOf([])));
    await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'upload');
    await page.goto(`/projects/${uuids[0]}?tab=findings`);
    await page.getByRole('row', { name: /CVE-2024-1/ }).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'project');
    await page.getByRole('link', { name: 'Uploads' }).click();
    await page.getByText('No uploads yet').waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
    release();
  });
});
