import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bomOf, importBom, listComponents } from '../apps/server/test/support/bom-uploads.ts';
import { startTestService, type TestService } from '../apps/server/test/support/test-service.ts';
import { browserPath, launchBrowser, openPage, openSignedIn, visit } from './support/browser.ts';
import { listOverflows } from './support/reflow.ts';
import { watchRequests } from './support/requests-idle.ts';
import { shoot } from './support/screenshot.ts';

/** As long as the service takes them; texts are 10,000 characters long. */
const HOSTILE_NAMES: Readonly<Record<string, string>> = {
  html: '<img src=x onerror=alert(1)></a><script>alert(2)</script>',
  'right to left': 'مشروع الدفع \u202etxt.exe',
  emoji: '👩‍💻🏳️‍🌈'.repeat(20),
  long: 'x'.repeat(255),
};
const NARROW = { width: 320, height: 640 };
/** A window of 1440 × 900 at 200 %. */
const ZOOMED = { width: 720, height: 450 };

/** Leaves no half of a surrogate pair, which the service refuses. */
function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

/** A path, and a text of the loaded page. */
type PageToVisit = readonly [path: string, loaded: string];

interface Made {
  readonly project: string;
  readonly other: string;
  readonly component: string;
  readonly vulnId: string;
}

describe.skipIf(browserPath === undefined)('Narrow windows and hostile names', () => {
  let service: TestService;
  let browser: Browser;
  const made: Record<string, Made> = {};

  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startTestService();
    for (const [kind, name] of Object.entries(HOSTILE_NAMES)) made[kind] = await create(name);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  async function put(path: string, body: object) {
    const answer = await service.asAdmin('PUT', path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  }

  async function create(name: string): Promise<Made> {
    const text = cut(`${name} `.repeat(10_000), 10_000);
    const component = { type: 'library', 'bom-ref': 'a', name, version: cut(name, 60), group: name };
    await put('/api/v1/license', { name, licenseId: name, licenseText: text });
    const license = { licenses: [{ license: { name } }] };
    const document = bomOf([{ ...component, ...license }], {
      dependencies: [{ ref: 'root', dependsOn: ['a'] }],
    });
    const upload = await importBom(service, name, document);
    const project = upload.projectUuid;
    await service.asAdmin('PATCH', `/api/v1/project/${project}`, {
      version: cut(name, 200),
      description: cut(text, 255),
      tags: [{ name: cut(name, 60).toLowerCase() }],
    });
    const other = await put('/api/v1/project', { name, version: cut(`2 ${name}`, 250) });
    const vulnerability = await put('/api/v1/vulnerability', {
      vulnId: name,
      title: cut(text, 255),
      description: text,
    });
    const [first] = await listComponents(service, project);
    const path = `/api/v1/vulnerability/${vulnerability.uuid}/component/${first?.uuid}`;
    expect((await service.asAdmin('POST', path)).status).toBe(200);
    return { project, other: other.uuid, component: first?.uuid ?? '', vulnId: name };
  }

  /** Pages that show all the names, and a text that shows when they are loaded. */
  const SHARED_PAGES: readonly PageToVisit[] = [
    ['/', 'Latest bills of materials'],
    ['/findings', '4 findings'],
    ['/projects', '8 projects'],
    ['/components', '4 components'],
    ['/vulnerabilities', '4 vulnerabilities'],
    ['/licenses', '4 licences'],
    ['/profile', 'Second factors'],
    ['/nowhere', 'There is no page at this address'],
  ];

  /** The pages of something with such a name. */
  function pagesOf({ project, other, component, vulnId }: Made): readonly PageToVisit[] {
    return [
      [`/projects/${project}`, 'Findings by severity'],
      [`/projects/${project}?tab=findings`, '1 finding'],
      [`/projects/${project}?tab=components`, '1 component'],
      [`/projects/${project}?tab=dependencies&to=${component}`, 'Dependencies'],
      [`/projects/${project}?tab=uploads`, 'Processed'],
      [`/projects/${other}/compare/${project}`, 'Removed'],
      [`/components/${component}`, 'Findings'],
      [`/vulnerabilities/INTERNAL/${encodeURIComponent(vulnId)}`, 'Affected projects'],
      [`/licenses/${encodeURIComponent(vulnId)}`, 'Licence as stated'],
    ];
  }

  /** Visits the pages as by links, and lists what does not fit 320 pixels or a window at 200 %. */
  async function listOverflowsOf(page: Page, pages: readonly PageToVisit[]): Promise<string[]> {
    const requestsIdle = watchRequests(page);
    const overflows: string[] = [];
    // Each page is shown first in the size of the page before.
    const sizes = Object.entries({ zoomed: ZOOMED, narrow: NARROW });
    for (const [path, loaded] of pages) {
      await visit(page, path);
      await page.locator('main').getByText(loaded, { exact: false }).first().waitFor();
      for (const [size, viewport] of sizes.reverse()) {
        await page.setViewportSize(viewport);
        await requestsIdle();
        overflows.push(...(await listOverflows(page)).map((overflow) => `${size} ${path} ${overflow}`));
        await shoot(page, `${size}-${path.replaceAll(/[^a-z]+/g, '-').slice(0, 60)}`);
      }
    }
    return overflows;
  }

  it('pages with hostile names fit 320 pixels and a window at 200 %', async () => {
    const { page, release, consoleErrors } = await openSignedIn(browser, service, '/', NARROW);
    expect(await listOverflowsOf(page, SHARED_PAGES)).toEqual([]);
    expect(consoleErrors).toEqual([]);
    release();
  });

  it.each(Object.keys(HOSTILE_NAMES))(
    'names break no page of a project, component or vulnerability: %s',
    async (kind) => {
      const pages = pagesOf(made[kind] as Made);
      const first = pages[0]?.[0] ?? '';
      const { page, release, consoleErrors } = await openSignedIn(browser, service, first, NARROW);
      expect(await listOverflowsOf(page, pages)).toEqual([]);
      await page.setViewportSize(NARROW);
      await visit(page, `/projects/${made[kind]?.project}?tab=findings`);
      await page.getByRole('row').nth(1).click();
      await page.getByText(/Reported by/).waitFor();
      expect(await listOverflows(page)).toEqual([]);
      await page.getByRole('button', { name: 'Save', exact: true }).scrollIntoViewIfNeeded();
      await page.getByLabel('Analysis', { exact: true }).selectOption('Exploitable');
      await page.getByRole('button', { name: 'Apply to' }).click();
      expect(await listOverflows(page)).toEqual([]);
      await page.getByRole('menuitem', { name: 'All versions of this project…' }).click();
      const apply = page.getByRole('dialog', { name: 'Apply the decision to more findings' });
      await apply.getByText(/\d+ findings? in \d+ projects?/).waitFor();
      expect(await listOverflows(page)).toEqual([]);
      await apply.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Apply to' }).click();
      await page.getByRole('menuitem', { name: /make it a policy…/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Make it a policy' });
      await dialog.getByText(/Matches \d+ findings?|has at most 4096 characters/).waitFor();
      expect(await listOverflows(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Close the finding' }).click();
      expect(consoleErrors).toEqual([]);
      release();
    },
  );

  it('the main menu, the search, the upload and the export are reached at 320 pixels', async () => {
    const { page, release, consoleErrors } = await openSignedIn(browser, service, '/', NARROW);
    await page.getByRole('button', { name: 'Main menu' }).click();
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('button', { name: 'Upload BOM' }).click({ trial: true });
    await page.getByRole('button', { name: /Search projects/ }).click();
    await page.getByRole('combobox', { name: 'Search and go' }).fill('findings');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Findings', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: /^CSV/ }).waitFor();
    expect(await listOverflows(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /User menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click({ trial: true });
    expect(consoleErrors).toEqual([]);
    release();
  });

  it('the sign-in fits 320 pixels', async () => {
    const { page, release } = await openPage(browser, service.baseUrl, NARROW);
    await page.goto('/');
    await page.getByLabel('User name').waitFor();
    expect(await listOverflows(page)).toEqual([]);
    release();
  });
});
