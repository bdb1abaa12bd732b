import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bomOf, importBom, npm } from '../apps/server/test/support/bom-uploads.ts';
import { seedFinding, seedVulnerability } from '../apps/server/test/support/finding-fixtures.ts';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import { listAxeViolations } from './support/axe.ts';
import { browserPath, launchBrowser, openSignedIn, visit, type WatchedPage } from './support/browser.ts';
import { shoot } from './support/screenshot.ts';

const ref = (name: string, version: string) => `pkg:npm/${name}@${version}`;

describe.skipIf(browserPath === undefined)('Project', () => {
  let service: TestService;
  let browser: Browser;
  let watched: WatchedPage;
  let project = '';
  let minimist = '';

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startTestService();
    const components = [
      npm('express', '4.17.1', { licenses: [{ license: { id: 'MIT' } }] }),
      npm('body-parser', '1.19.0', { licenses: [{ expression: 'MIT OR Apache-2.0' }] }),
      npm('mkdirp', '0.5.1'),
      npm('minimist', '0.0.8'),
      npm('<b>hostile</b> ‮x 👩‍💻', '1.0.0', { 'bom-ref': 'hostile', purl: undefined }),
      ...Array.from({ length: 240 }, (_, index) => npm(`part-${String(index).padStart(3, '0')}`, '1.0.0')),
    ];
    const dependencies = [
      { ref: 'root', dependsOn: [ref('express', '4.17.1'), ref('mkdirp', '0.5.1'), 'hostile'] },
      { ref: ref('express', '4.17.1'), dependsOn: [ref('body-parser', '1.19.0')] },
      { ref: ref('body-parser', '1.19.0'), dependsOn: [ref('express', '4.17.1'), ref('mkdirp', '0.5.1')] },
      { ref: ref('mkdirp', '0.5.1'), dependsOn: [ref('minimist', '0.0.8')] },
    ];
    const upload = await importBom(service, 'shop', bomOf(components, { dependencies }));
    project = upload.projectUuid;
    await importBom(service, 'storefront', bomOf(components, { dependencies }));
    const rows = await service.db.selectFrom('component').select(['uuid', 'name']).execute();
    minimist = rows.find(({ name }) => name === 'minimist')?.uuid ?? '';
    const given = { vuln_id: 'CVE-2020-7598', severity: 'MEDIUM', title: 'Prototype pollution' };
    await seedFinding(service.db, minimist, await seedVulnerability(service.db, given));
    const child = { name: 'checkout', version: '2', parent: { uuid: project } };
    await service.asAdmin('PUT', '/api/v1/project', child);
    watched = await openSignedIn(browser, service, `/projects/${project}`);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  /** All tests use one page, because they change nothing. */
  async function openAt(path: string): Promise<WatchedPage> {
    await visit(watched.page, path);
    return watched;
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

  const tab = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Parts of the project' }).getByRole('link', { name });

  it('the overview counts findings, and each number links to its list', async () => {
    const { page, consoleErrors } = await openAt(`/projects/${project}`);
    await page.getByText('1 finding, excluding suppressed').waitFor();
    await page.getByRole('link', { name: /Medium.*1/ }).click();
    await page.getByRole('row', { name: /CVE-2020-7598/ }).waitFor();
    expect(page.url()).toContain('sev=MEDIUM');
    await page.goBack();
    await page.getByRole('heading', { name: 'Data age' }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('components are searched, sorted and loaded page by page', async () => {
    const { page, consoleErrors } = await openAt(`/projects/${project}?tab=components`);
    await page.getByText('245 components').waitFor();
    await page.getByRole('grid').focus();
    const last = page.getByRole('row', { name: /part-239/ });
    const goToEnd = async () => {
      await page.keyboard.press('End');
      return last.count();
    };
    await expect.poll(goToEnd).toBe(1);
    await page.getByRole('button', { name: 'Component', exact: true }).click();
    await page.keyboard.press('/');
    await page.getByLabel('Filter by name or group').fill('mini');
    await page.keyboard.press('Enter');
    await page.getByText('1 component', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'minimist', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'CVE-2020-7598' }).waitFor();
    await page.getByRole('cell', { name: /storefront/ }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('the tree of dependencies is expanded by keyboard, and a cycle ends it', async () => {
    const { page, consoleErrors } = await openAt(`/projects/${project}?tab=dependencies`);
    const rows = page.getByRole('row');
    await page.getByRole('row', { name: /express/ }).waitFor();
    await page.getByRole('treegrid').focus();
    const row = page.getByRole('row', { name: /express/ });
    while ((await row.first().getAttribute('data-active')) === null) await page.keyboard.press('j');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('row', { name: /body-parser/ }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByText('cycle', { exact: true }).waitFor();
    const expanded = await rows.count();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => rows.count()).toBeLessThan(expanded);

    await page.getByLabel('Show as').selectOption('As a graph');
    const graph = page.getByRole('region', { name: 'Dependency graph' });
    const toggle = (name: string) => graph.getByRole('button', { name: `Dependencies of ${name}` });
    const focused = () => page.locator(':focus').getAttribute('aria-label');
    await toggle('express').focus();
    await page.keyboard.press('Enter');
    await toggle('body-parser').waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toBe('Dependencies of body-parser 1.19.0');
    const shown = await graph.getByRole('link').count();
    // body-parser depends on express, which is shown already.
    await page.keyboard.press('Enter');
    await expect.poll(() => toggle('body-parser').getAttribute('aria-expanded')).toBe('true');
    await graph.locator('.further').first().waitFor({ state: 'attached' });
    expect(await graph.getByRole('link', { name: 'express' }).count()).toBe(1);
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'project-graph');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(focused).toBe('Dependencies of express 4.17.1');
    await page.keyboard.press('Enter');
    await expect.poll(() => graph.getByRole('link').count()).toBeLessThan(shown);
    await page.goBack();
    await page.getByRole('treegrid').waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('shows the paths to a component', async () => {
    const { page, consoleErrors } = await openAt(`/projects/${project}?tab=dependencies&to=${minimist}`);
    const paths = page.getByRole('region', { name: 'Paths to a component' });
    await paths
      .getByRole('link', { name: /minimist/ })
      .first()
      .waitFor();
    expect(await paths.getByRole('link', { name: /minimist/ }).count()).toBe(2);
    expect(await paths.getByRole('link', { name: /express/ }).count()).toBe(1);
    expect(consoleErrors).toEqual([]);
  });

  it('the tree of projects is expanded, and a filter finds children', async () => {
    const { page, consoleErrors } = await openAt('/projects');
    await heading(page, 'Projects').waitFor();
    await page.getByRole('row', { name: /shop/ }).waitFor();
    expect(await page.getByRole('row', { name: /checkout/ }).count()).toBe(0);
    await page.getByRole('row', { name: /shop/ }).getByRole('button', { name: 'Expand' }).click();
    await page.getByRole('row', { name: /checkout/ }).waitFor();
    await page.getByRole('row', { name: /shop/ }).getByRole('button', { name: 'Collapse' }).click();
    await page.getByLabel('Filter by name or tag').fill('checkout');
    await page.getByRole('row', { name: /checkout/ }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('components of all projects are found by package URL', async () => {
    const { page, consoleErrors } = await openAt('/components?q=pkg:npm/minimist');
    await page.getByText('2 components').waitFor();
    await page.getByRole('row', { name: /storefront/ }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('licences in use are listed, and one leads to its components and their projects', async () => {
    const { page, consoleErrors } = await openAt('/projects');
    await heading(page, 'Projects').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and go' }).fill('licences');
    await page.keyboard.press('Enter');
    await page.getByText('2 licences in your projects').waitFor();
    await page.getByRole('row', { name: /MIT.*4/ }).waitFor();
    await page.getByRole('button', { name: 'Show all known' }).click();
    await page.getByRole('row', { name: /Apache-2.0.*2/ }).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('/');
    await page.keyboard.type('mit license');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('q=mit');
    await page.getByRole('row', { name: /^MIT MIT License/ }).click();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'MIT License', level: 1 }).waitFor();
    await page.getByText('Permission is hereby granted').waitFor();
    await page
      .getByRole('row', { name: /body-parser.*MIT OR Apache-2.0/ })
      .first()
      .waitFor();
    await page.getByRole('cell', { name: 'storefront' }).first().getByRole('link').click();
    await page.getByRole('heading', { name: 'storefront', level: 1 }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  it('has no accessibility violations', async () => {
    const { page, consoleErrors } = await openAt(`/projects/${project}`);
    await page.getByText('1 finding, excluding suppressed').waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'project-overview');
    await tab(page, 'Components').click();
    await page.getByText('245 components').waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'project-components');
    await visit(page, `/projects/${project}?tab=dependencies&to=${minimist}`);
    await page
      .getByRole('row', { name: /express/ })
      .getByRole('button', { name: 'Expand' })
      .click();
    await page.getByRole('row', { name: /body-parser/ }).waitFor();
    await page
      .getByRole('link', { name: /minimist/ })
      .first()
      .waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'project-dependencies');
    await visit(page, `/components/${minimist}`);
    await heading(page, 'minimist').waitFor();
    await page.getByRole('cell', { name: /storefront/ }).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'component');
    await visit(page, '/components');
    await heading(page, 'Components').waitFor();
    await page
      .getByRole('row', { name: /express/ })
      .first()
      .waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'components');
    await visit(page, '/licenses');
    await heading(page, 'Licences').waitFor();
    await page.getByRole('row', { name: /MIT/ }).waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'licenses');
    await visit(page, '/licenses/MIT');
    await heading(page, 'MIT License').waitFor();
    await page
      .getByRole('row', { name: /express/ })
      .first()
      .waitFor();
    expect(await listAxeViolations(page)).toEqual([]);
    await shoot(page, 'license');
    expect(consoleErrors).toEqual([]);
  });
});
