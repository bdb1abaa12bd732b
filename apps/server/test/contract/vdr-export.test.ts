import { type Bom, parseBom, validateBom } from '@tallyman/cyclonedx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeyWith } from '../support/access-rules.ts';
import { bomOf, importBom, type Json, listComponents } from '../support/bom-uploads.ts';
import { assignVulnerability, createVulnerability, retractFinding } from '../support/create-findings.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { entryOf, importVex, vexOf } from '../support/vex-imports.ts';

const TARGETS = ['1.4', '1.5', '1.6', '1.7'].flatMap((version) =>
  ['JSON', 'XML'].flatMap((format) =>
    ['vdr', 'withVulnerabilities'].map((variant) => ({ version, format, variant })),
  ),
);

let service: TestService;
let ids = 0;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

const newId = () => `CVE-2032-${1000 + ++ids}`;
const path = (uuid: string, variant: string, query = '') =>
  `/api/v1/bom/cyclonedx/project/${uuid}?variant=${variant}${query}`;

async function exported(uuid: string, variant: string, query = ''): Promise<Bom> {
  const { text, status } = await service.asAdmin('GET', path(uuid, variant, query));
  expect(status, text).toBe(200);
  return (await parseBom(Buffer.from(text))).bom;
}

const FULL = {
  description: 'described',
  copyright: 'copyright',
  scope: 'required',
  author: 'Ada',
  supplier: { name: 'Supplier' },
  properties: [{ name: 'a:b', value: 'c' }],
  licenses: [{ expression: 'MIT' }],
  externalReferences: [{ type: 'vcs', url: 'https://example.org' }],
  evidence: { occurrences: [{ location: 'here' }] },
};

const library = (name: string, more: Json = {}) => ({
  type: 'library',
  'bom-ref': `uploaded-${name}`,
  name,
  version: '1',
  ...more,
});

const DOCUMENT = bomOf([library('outer', { components: [library('inner', FULL)] }), library('direct')], {
  services: [{ 'bom-ref': 'uploaded-billing', name: 'billing' }],
  dependencies: [
    { ref: 'root', dependsOn: ['uploaded-outer', 'uploaded-direct', 'uploaded-billing'] },
    { ref: 'uploaded-outer', dependsOn: ['uploaded-direct'] },
    { ref: 'uploaded-inner', dependsOn: ['uploaded-direct'] },
    { ref: 'uploaded-billing', dependsOn: ['uploaded-inner'] },
  ],
});

/**
 * Three components, a service and a graph: `inner` and `direct` are affected by one vulnerability, each decided on
 * differently; `outer` contains `inner` and has no finding.
 */
async function createFull() {
  const vulnId = newId();
  const { projectUuid: project } = await importBom(service, `project of ${vulnId}`, DOCUMENT);
  const services = await service.asAdmin('GET', `/api/v1/service/project/${project}`);
  const nodes = [...(await listComponents(service, project)), ...services.body];
  const uuids: Record<string, string> = Object.fromEntries(nodes.map(({ name, uuid }) => [name, uuid]));
  const vulnerability = await createVulnerability(service, vulnId);
  const findings = ['inner', 'direct'].map((name) => ({
    component: { uuid: uuids[name] ?? '' },
    vulnerability,
  }));
  for (const { component } of findings)
    await assignVulnerability(service, vulnerability.uuid, component.uuid);
  const components = [{ type: 'library', 'bom-ref': 'd', name: 'direct', version: '1' }];
  const analysis = { state: 'not_affected', detail: 'Not used.' };
  await importVex(service, project, vexOf([entryOf(vulnId, analysis, ['d'])], { components }));
  return { project, vulnId, uuids, findings, analysis };
}

describe('VDR', () => {
  it('has only components with findings, in full detail, with services and dependencies', async () => {
    const { project, uuids } = await createFull();
    const bom = await exported(project, 'vdr');
    expect(bom.components?.map(({ name }) => name)).toEqual(['inner', 'direct']);
    expect(bom.components?.[0]).toMatchObject({
      'bom-ref': uuids.inner,
      description: 'described',
      copyright: 'copyright',
      scope: 'required',
      author: 'Ada',
      supplier: { name: 'Supplier' },
      properties: [{ name: 'a:b', value: 'c' }],
      licenses: [{ expression: 'MIT' }],
      externalReferences: [{ type: 'vcs', url: 'https://example.org' }],
      evidence: { occurrences: [{ location: 'here' }] },
    });
    expect(bom.services?.map(({ name }) => name)).toEqual(['billing']);
    const graph = Object.fromEntries(bom.dependencies?.map(({ ref, dependsOn }) => [ref, dependsOn]) ?? []);
    expect(graph).toEqual({
      [project]: [uuids.direct, uuids.billing],
      [uuids.inner ?? '']: [uuids.direct],
      [uuids.billing ?? '']: [uuids.inner],
    });
  });

  it('has vulnerabilities with their analysis, one entry for each vulnerability and analysis', async () => {
    const { project, vulnId, uuids, analysis } = await createFull();
    const { vulnerabilities } = await exported(project, 'vdr');
    const entries = vulnerabilities?.map((entry) => [entry.id, entry.analysis, entry.affects]);
    expect(entries).toEqual([
      [vulnId, analysis, [{ ref: uuids.direct }]],
      [vulnId, {}, [{ ref: uuids.inner }]],
    ]);
    expect(vulnerabilities?.[0]).not.toHaveProperty('bom-ref');
  });

  it('has the vulnerabilities of the VEX', async () => {
    const { project } = await createFull();
    const vex = await service.asAdmin('GET', `/api/v1/vex/cyclonedx/project/${project}`);
    const vdr = await service.asAdmin('GET', path(project, 'vdr'));
    expect(vdr.body.vulnerabilities).toEqual(vex.body.vulnerabilities);
    for (const component of vex.body.components) {
      const full = vdr.body.components.find((one: { name: string }) => one.name === component.name);
      expect(full).toMatchObject(component);
    }
  });

  it('excludes inactive findings', async () => {
    const { project, findings } = await createFull();
    for (const finding of findings) await retractFinding(service, finding);
    const bom = await exported(project, 'vdr');
    expect([bom.components, bom.vulnerabilities]).toEqual([undefined, undefined]);
  });

  it('refs=uploaded uses the references of the uploaded document, also in the dependencies', async () => {
    const { project } = await createFull();
    const bom = await exported(project, 'vdr', '&refs=uploaded');
    expect(bom.components?.map((one) => one['bom-ref'])).toEqual(['uploaded-inner', 'uploaded-direct']);
    const refs = bom.vulnerabilities?.flatMap(({ affects }) => affects?.map(({ ref }) => ref) ?? []);
    expect(refs).toEqual(['uploaded-direct', 'uploaded-inner']);
    expect(bom.dependencies?.find(({ ref }) => ref === 'uploaded-inner')?.dependsOn).toEqual([
      'uploaded-direct',
    ]);
  });
});

describe('BOM with vulnerabilities', () => {
  it('has the inventory in full detail, with services and dependencies', async () => {
    const { project } = await createFull();
    const [full, inventory] = [
      await exported(project, 'withVulnerabilities'),
      await exported(project, 'inventory'),
    ];
    expect(full.components).toEqual(inventory.components);
    expect(full.services).toEqual(inventory.services);
    expect(full.dependencies).toEqual(inventory.dependencies);
  });

  it('has one entry per vulnerability listing every affected component, and no analysis decisions', async () => {
    const { project, vulnId, uuids } = await createFull();
    const { vulnerabilities } = await exported(project, 'withVulnerabilities');
    expect(vulnerabilities).toHaveLength(1);
    expect(vulnerabilities?.[0]).toMatchObject({
      id: vulnId,
      affects: [uuids.inner, uuids.direct].sort().map((ref) => ({ ref })),
    });
    expect(vulnerabilities?.[0]).not.toHaveProperty('analysis');
  });

  it('includes suppressed findings; inactive ones never', async () => {
    const { project, uuids } = await createFull();
    const vulnerability = await createVulnerability(service, newId());
    const component = { uuid: uuids.outer ?? '' };
    await assignVulnerability(service, vulnerability.uuid, component.uuid);
    await retractFinding(service, { component, vulnerability });
    const { vulnerabilities } = await exported(project, 'withVulnerabilities');
    expect(vulnerabilities?.flatMap(({ affects }) => affects ?? [])).toHaveLength(2);
  });
});

describe('Both', () => {
  let full: Awaited<ReturnType<typeof createFull>> | undefined;

  it.each(TARGETS)(
    'validate against the schema of their version ($variant, $version, $format)',
    async ({ variant, version, format }) => {
      full ??= await createFull();
      const { project } = full;
      const answer = await service.asAdmin(
        'GET',
        path(project, variant, `&version=${version}&format=${format}`),
      );
      expect(answer.headers.get('content-type')).toBe(`application/vnd.cyclonedx+${format.toLowerCase()}`);
      expect(await validateBom(Buffer.from(answer.text))).toMatchObject({
        valid: true,
        violations: [],
        specVersion: version,
      });
    },
  );

  it.each(['vdr', 'withVulnerabilities'])(
    'are deterministic except for the timestamp (%s)',
    async (variant) => {
      const { project } = await createFull();
      const [one, two] = [
        await service.asAdmin('GET', path(project, variant)),
        await service.asAdmin('GET', path(project, variant)),
      ];
      const timestamp = /"timestamp":"[^"]+"/;
      expect(two.text.replace(timestamp, '')).toBe(one.text.replace(timestamp, ''));
    },
  );

  it('have different serial numbers', async () => {
    const { project } = await createFull();
    const forms = ['inventory', 'withVulnerabilities', 'vdr'];
    const numbers = await Promise.all(
      forms.map(async (form) => (await exported(project, form)).serialNumber),
    );
    const vex = await service.asAdmin('GET', `/api/v1/vex/cyclonedx/project/${project}`);
    expect(new Set([...numbers, vex.body.serialNumber]).size).toBe(4);
  });

  it.each(['vdr', 'withVulnerabilities'])(
    'need version 1.4 or newer: 400 with an explanation (%s)',
    async (variant) => {
      for (const version of ['1.0&format=XML', '1.1&format=XML', '1.2', '1.3']) {
        const { status, body } = await service.asAdmin(
          'GET',
          path('00000000-0000-0000-0000-000000000000', variant, `&version=${version}`),
        );
        expect([status, body.detail]).toEqual([400, expect.stringContaining('1.4 or newer')]);
      }
    },
  );

  it('are downloaded under the name of the variant', async () => {
    const { project } = await createFull();
    const { headers } = await service.asAdmin('GET', path(project, 'vdr', '&download=true&format=XML'));
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${project}-vdr.cdx.xml"`);
  });

  it.each(['vdr', 'withVulnerabilities'])(
    'need VIEW_PORTFOLIO and one of the permissions to see vulnerabilities (%s)',
    async (variant) => {
      const { project } = await createFull();
      const statusWith = async (...permissions: Parameters<typeof apiKeyWith>[1]) => {
        const apiKey = await apiKeyWith(service, permissions);
        return (await service.request('GET', path(project, variant), { apiKey })).status;
      };
      for (const permission of [
        'VIEW_VULNERABILITY',
        'VULNERABILITY_ANALYSIS',
        'VULNERABILITY_ANALYSIS_READ',
      ] as const) {
        expect(await statusWith('VIEW_PORTFOLIO', permission)).toBe(200);
        expect(await statusWith(permission)).toBe(403);
      }
      expect(await statusWith('VIEW_PORTFOLIO')).toBe(403);
      expect(await statusWith('VIEW_PORTFOLIO', 'VULNERABILITY_ANALYSIS_UPDATE')).toBe(403);
    },
  );
});
