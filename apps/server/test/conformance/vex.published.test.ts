import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Vulnerability } from '@tallyman/cyclonedx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../support/bom-uploads.ts';
import { publishedRows } from '../support/published-rows.ts';
import { seedAssignedFindings, storedDecisionOn } from '../support/stored-decisions.ts';
import { noteSkipped, TEST_DATA } from '../support/test-data.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { createProject, importVex, postVex } from '../support/vex-imports.ts';

/** Published documents, kept beside the checkout and never inside it. */
const directory = join(TEST_DATA, 'vex');
const findFiles = (pattern: string) => globSync(pattern, { cwd: directory }).sort();
const read = (file: string) => readFileSync(join(directory, file), 'utf8');

interface Scenario {
  readonly name: string;
  readonly given?: {
    readonly vulnerability?: string;
    readonly components?: readonly string[];
    readonly analysis_on_both?: Json;
  };
  readonly import?: Json;
  readonly import_text?: string;
  readonly vex_length?: number;
  readonly versions_accepted?: readonly string[];
  readonly versions_rejected_with_400?: readonly string[];
  readonly default_specVersion?: string;
  // biome-ignore lint/suspicious/noExplicitAny: each kind of scenario expects something of its own shape
  readonly expect?: any;
}

const scenarios = publishedRows<Scenario>('vex/scenarios.json');

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

test('published VEX documents are present or reported as skipped', () => {
  if (!existsSync(directory)) noteSkipped('the documents in vex');
  expect(scenarios.length > 0).toBe(existsSync(directory));
});

async function projectWith(component: Json & { name: string }, vulnerabilities: readonly string[]) {
  const project = await createProject(service);
  const [finding] = await seedAssignedFindings(service, project, [{ component, vulnerabilities }]);
  return { project, component: finding?.component.uuid ?? '' };
}

const imports = scenarios.filter((scenario) => scenario.import);
test.each(imports)('scenario: $name', async ({ given, import: document, expect: expected }) => {
  const vulnId = given?.vulnerability ?? '';
  const { project, component } = await projectWith({ name: 'Acme Component', version: '1.0' }, [vulnId]);
  await importVex(service, project, document ?? {});
  const decision = await storedDecisionOn(service, component, vulnId);
  const actual: Json = {
    state: decision.state,
    vendor_response: decision.response,
    owasp_vector: decision.owasp_vector,
    owasp_score: decision.owasp_score,
    severity_override: decision.severity,
  };
  const { audit_comments = [], audit_comments_include = audit_comments, ...fields } = expected;
  expect(actual).toMatchObject(fields);
  const lines = decision.history.flatMap(({ comment }) => comment.split('\n'));
  expect(lines).toEqual(expect.arrayContaining(audit_comments_include));
});

const refused = scenarios.filter(({ import_text, vex_length }) => import_text ?? vex_length);
test.each(refused)('scenario: $name', async ({ import_text, vex_length, expect: expected }) => {
  const { project } = await projectWith({ name: 'lib' }, ['CVE-2099-0002']);
  const { status, headers, body } =
    import_text === undefined
      ? await service.asAdmin('PUT', '/api/v1/vex', { project, vex: 'A'.repeat(vex_length ?? 0) })
      : await postVex(service, { project }, import_text);
  expect([status, headers.get('content-type')]).toEqual([
    expected.status,
    expect.stringContaining(expected.content_type),
  ]);
  if (expected.title) expect([body.title, body.detail]).toEqual([expected.title, expected.detail]);
  const places = (body.violations ?? []).map(({ pointer }: { pointer: string }) => pointer);
  expect(places).toEqual(expect.arrayContaining(expected.errors_mention ?? []));
});

test.each(scenarios.filter((scenario) => scenario.versions_accepted))('scenario: $name', async (scenario) => {
  const project = await createProject(service);
  const ask = (version: string) =>
    service.asAdmin('GET', `/api/v1/vex/cyclonedx/project/${project}?version=${encodeURIComponent(version)}`);
  for (const version of scenario.versions_accepted ?? []) {
    const { status, body } = await ask(version);
    expect([status, body.specVersion]).toEqual([200, version || scenario.default_specVersion]);
  }
  for (const version of scenario.versions_rejected_with_400 ?? [])
    expect((await ask(version)).status).toBe(400);
});

test.each(scenarios.filter((scenario) => scenario.given?.components))(
  '$name',
  async ({ given, expect: expected }) => {
    const project = await createProject(service);
    const vulnerability = { vuln_id: 'INT-001', source: 'INTERNAL', severity: 'HIGH' };
    const components = (given?.components ?? []).map((text) => {
      const [name = '', version = ''] = text.split(' ');
      return { name, version };
    });
    const findings = await seedAssignedFindings(
      service,
      project,
      components.map((component) => ({ component, vulnerabilities: [vulnerability] })),
    );
    for (const { component, vulnerability: found } of findings) {
      await service.asAdmin('PUT', '/api/v1/analysis', {
        project,
        component: component.uuid,
        vulnerability: found.uuid,
        analysisState: given?.analysis_on_both?.state,
        analysisResponse: given?.analysis_on_both?.response,
        isSuppressed: given?.analysis_on_both?.suppressed,
      });
    }
    const { body } = await service.asAdmin('GET', `/api/v1/vex/cyclonedx/project/${project}`);
    expect(body.vulnerabilities).toHaveLength(expected.vulnerability_entries);
    expect(body.vulnerabilities[0]).toMatchObject({
      analysis: expected.analysis,
      ratings: expected.ratings,
      affects: findings
        .map(({ component }) => ({ ref: component.uuid }))
        .sort((a, b) => (a.ref < b.ref ? -1 : 1)),
    });
  },
);

test.each(findFiles('cyclonedx-examples/**/vex*.json'))(
  '%s imports with the receipt one would expect',
  async (file) => {
    const document = JSON.parse(read(file)) as { metadata?: Json; vulnerabilities: Vulnerability[] };
    const ids = [...new Set(document.vulnerabilities.map(({ id = '' }) => id))];
    const { project } = await projectWith({ name: 'acme' }, ids);
    const { entries, totals } = await importVex(service, project, document as unknown as Json);
    const root = (document.metadata as { component?: Json } | undefined)?.component?.['bom-ref'];
    expect(totals.entries).toBe(document.vulnerabilities.length);
    for (const [n, { id, affects = [] }] of document.vulnerabilities.entries()) {
      const scopes = affects.map(({ ref }) =>
        ref === root || ref.startsWith('urn:cdx:') ? 'project' : 'unresolvable',
      );
      expect(entries[n]).toMatchObject({ position: n, id });
      expect(entries[n]?.references.map(({ scope }) => scope)).toEqual(scopes);
      expect(entries[n]?.fate === 'skipped').toBe(!scopes.includes('project'));
    }
  },
);

const foreign = ['openvex/**/*.json', 'csaf-redhat/*.json', 'csaf-examples/**/*.json'].flatMap((pattern) =>
  findFiles(pattern).slice(0, 5),
);
test.each(foreign)('%s is no CycloneDX and is refused', async (file) => {
  const project = await createProject(service);
  expect((await postVex(service, { project }, read(file))).status).toBe(400);
});
