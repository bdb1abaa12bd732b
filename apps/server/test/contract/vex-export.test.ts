import { vexOperations } from '@tallyman/contract';
import { type Bom, parseBom, type Vulnerability, validateBom } from '@tallyman/cyclonedx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { bomOf, importBom, type Json, listComponents, npm } from '../support/bom-uploads.ts';
import {
  assignVulnerability,
  type CreatedFinding,
  createFindings,
  createVulnerability,
  type GivenFindings,
  retractFinding,
} from '../support/create-findings.ts';
import { importNvd, importOsv } from '../support/data-source-imports.ts';
import { changeBom, removeComponent } from '../support/portfolio-graph.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { createProject, entryOf, importVex, vexOf } from '../support/vex-imports.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const JSON_TYPE = 'application/vnd.cyclonedx+json';
const XML_TYPE = 'application/vnd.cyclonedx+xml';
const TARGETS = ['1.4', '1.5', '1.6', '1.7'].flatMap((version) =>
  ['JSON', 'XML'].map((format) => ({ version, format })),
);
const VECTOR = 'SL:1/M:1/O:0/S:2/ED:1/EE:1/A:1/ID:1/LC:2/LI:1/LAV:1/LAC:1/FD:1/RD:1/NC:2/PV:3';
const CVSS_V4 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';

let service: TestService;
let ids = 0;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

const newId = () => `CVE-2031-${1000 + ++ids}`;
const exported = (uuid: string, query = '') =>
  service.asAdmin('GET', `/api/v1/vex/cyclonedx/project/${uuid}${query}`);
const exportedBom = async (uuid: string, query = ''): Promise<Bom> => {
  const { text, status } = await exported(uuid, query);
  expect(status, text).toBe(200);
  return (await parseBom(Buffer.from(text))).bom;
};
const entriesOf = async (uuid: string): Promise<readonly Vulnerability[]> =>
  (await exportedBom(uuid)).vulnerabilities ?? [];

const FULL = {
  version: '1',
  group: 'org.acme',
  purl: 'pkg:npm/lib@1',
  cpe: 'cpe:2.3:a:acme:lib:1:*:*:*:*:*:*:*',
  swidTagId: 'tag',
  sha1: 'a'.repeat(40),
  description: 'described',
  copyright: 'copyright',
  scope: 'REQUIRED',
  publisher: 'publisher',
  authors: [{ name: 'Ada' }],
  supplier: { name: 'Supplier' },
  licenseExpression: 'MIT',
  externalReferences: [{ type: 'vcs', url: 'https://example.org' }],
} satisfies Partial<GivenFindings['component']>;

/** Members that only a document can have. */
const DETAILS = {
  properties: [{ name: 'a:b', value: 'c' }],
  evidence: { occurrences: [{ location: 'here' }] },
};

/** Uploads the BOM of a project with more details about the component `lib`. */
const addDetails = (project: string) =>
  changeBom(service, { uuid: project }, (bom) => ({
    ...bom,
    components: bom.components?.map((one) => (one.name === 'lib' ? { ...one, ...DETAILS } : one)),
  }));

async function projectWith(given: readonly GivenFindings[]) {
  const project = await createProject(service);
  const findings = await createFindings(service, project, given);
  return { project, findings, uuids: findings.map(({ component }) => component.uuid) };
}

describe('VEX export', () => {
  it('has only components with findings, identifying fields only, no services and no dependencies', async () => {
    const project = await createProject(service);
    const [finding] = await createFindings(service, project, [
      { component: { name: 'lib', ...FULL }, vulnerabilities: [newId()] },
      { component: { name: 'clean' }, vulnerabilities: [] },
    ]);
    await service.asAdmin('PUT', `/api/v1/service/project/${project}`, { name: 'a service' });
    await addDetails(project);
    const bom = await exportedBom(project);
    expect(bom.components).toEqual([
      {
        type: 'library',
        'bom-ref': finding?.component.uuid,
        group: 'org.acme',
        name: 'lib',
        version: '1',
        hashes: [{ alg: 'SHA-1', content: 'a'.repeat(40) }],
        cpe: FULL.cpe,
        purl: FULL.purl,
        swid: { tagId: 'tag', name: 'lib' },
      },
    ]);
    expect(bom).not.toHaveProperty('services');
    expect(bom).not.toHaveProperty('dependencies');
  });

  it('references project and components by their UUIDs, and vulnerabilities have no bom-ref', async () => {
    const { project, uuids } = await projectWith([
      { component: { name: 'lib' }, vulnerabilities: [newId()] },
    ]);
    const bom = await exportedBom(project);
    expect(bom.metadata?.component?.['bom-ref']).toBe(project);
    expect(bom.components?.map((component) => component['bom-ref'])).toEqual(uuids);
    expect(bom.vulnerabilities?.map(({ affects }) => affects)).toEqual([[{ ref: uuids[0] }]]);
    expect(bom.vulnerabilities?.[0]).not.toHaveProperty('bom-ref');
    const again = await exportedBom(project);
    expect(again.components).toEqual(bom.components);
  });

  it('rule 1: includes suppressed findings and excludes inactive ones', async () => {
    const [suppressed, inactive, active] = [newId(), newId(), newId()];
    const { project, uuids } = await projectWith([
      { component: { name: 'lib' }, vulnerabilities: [suppressed, active] },
    ]);
    const { uuid } = await createVulnerability(service, inactive);
    await assignVulnerability(service, uuid, uuids[0] ?? '');
    await retractFinding(service, { component: { uuid: uuids[0] ?? '' }, vulnerability: { uuid } });
    await importVex(service, project, vexOf([entryOf(suppressed, { state: 'false_positive' })]));
    expect((await entriesOf(project)).map(({ id }) => id)).toEqual([suppressed, active]);
  });

  it('rule 1: has no component whose findings are all inactive, and no removed component', async () => {
    const { project, uuids } = await projectWith([
      { component: { name: 'removed' }, vulnerabilities: [newId()] },
    ]);
    await removeComponent(service, { uuid: project }, { uuid: uuids[0] ?? '' });
    const [inactive] = await createFindings(service, project, [
      { component: { name: 'inactive' }, vulnerabilities: [newId()] },
    ]);
    await retractFinding(service, inactive as CreatedFinding);
    const bom = await exportedBom(project);
    expect([bom.components, bom.vulnerabilities]).toEqual([undefined, undefined]);
  });

  it('rule 3: has an entry for each vulnerability and analysis, with sorted, deduplicated references', async () => {
    const vulnId = newId();
    const names = ['a', 'b', 'c', 'd'];
    const { project, uuids } = await projectWith(
      names.map((name) => ({ component: { name, version: '1' }, vulnerabilities: [vulnId] })),
    );
    const components = names.map((name) => ({ type: 'library', 'bom-ref': name, name, version: '1' }));
    const decide = (analysis: Json, refs: string[]) =>
      importVex(service, project, vexOf([entryOf(vulnId, analysis, refs)], { components }));
    await decide({ state: 'exploitable', detail: 'same' }, ['d', 'a']);
    await decide({ state: 'exploitable', detail: 'other' }, ['b']);
    const entries = await entriesOf(project);
    expect(entries.map(({ analysis }) => analysis)).toEqual([
      { state: 'exploitable', detail: 'other' },
      { state: 'exploitable', detail: 'same' },
      {},
    ]);
    const refs = entries.map(({ affects }) => affects?.map(({ ref }) => ref));
    const [a, b, c, d] = uuids;
    expect(refs).toEqual([[b], [a, d].sort(), [c]]);
  });

  it.each<[string, Json, Json]>([
    ['state', { state: 'in_triage' }, { justification: 'requires_dependency' }],
    ['justification', { justification: 'code_not_present' }, {}],
    ['response', { response: ['rollback'] }, {}],
    ['details', { detail: 'x' }, { state: 'exploitable' }],
  ])('rule 3: analyses that differ in %s are separate entries', async (_, one, other) => {
    const vulnId = newId();
    const { project } = await projectWith(
      ['a', 'b'].map((name) => ({ component: { name }, vulnerabilities: [vulnId] })),
    );
    const components = [{ type: 'library', 'bom-ref': 'a', name: 'a' }];
    await importVex(service, project, vexOf([entryOf(vulnId, other)]));
    await importVex(service, project, vexOf([entryOf(vulnId, one, ['a'])], { components }));
    expect(await entriesOf(project)).toHaveLength(2);
  });

  it('rule 3: analyses that differ in suppression only are one entry', async () => {
    const vulnId = newId();
    const { project, findings } = await projectWith(
      ['a', 'b'].map((name) => ({ component: { name }, vulnerabilities: [vulnId] })),
    );
    await importVex(service, project, vexOf([entryOf(vulnId, { state: 'resolved' })]));
    const { body } = await service.asAdmin('PUT', '/api/v1/analysis', {
      component: findings[0]?.component.uuid,
      vulnerability: findings[0]?.vulnerability.uuid,
      analysisState: 'RESOLVED',
      isSuppressed: false,
    });
    expect(body).toMatchObject({ analysisState: 'RESOLVED', isSuppressed: false });
    expect(await entriesOf(project)).toHaveLength(1);
  });

  it('rule 3: analyses that differ in ratings only are one entry, whose ratings name their components', async () => {
    const vulnId = newId();
    const { project, uuids } = await projectWith(
      ['a', 'b', 'c'].map((name) => ({
        component: { name },
        vulnerabilities: [{ vulnId, owaspRRVector: VECTOR }],
      })),
    );
    const components = ['a', 'b'].map((name) => ({ type: 'library', 'bom-ref': name, name }));
    const rate = (ref: string, score: number) =>
      entryOf(vulnId, { state: 'in_triage' }, [ref], { ratings: [{ method: 'OWASP', score }] });
    await importVex(service, project, vexOf([entryOf(vulnId, { state: 'in_triage' })]));
    await importVex(service, project, vexOf([rate('a', 4), rate('b', 8)], { components }));
    const [entry, ...others] = await entriesOf(project);
    expect([others, entry?.affects?.map(({ ref }) => ref)]).toEqual([[], uuids.toSorted()]);
    expect(entry?.ratings).toEqual([
      { score: 4, method: 'OWASP', justification: `Only for ["${uuids[0]}"]` },
      { score: 8, method: 'OWASP', justification: `Only for ["${uuids[1]}"]` },
      { source: { name: 'INTERNAL' }, severity: 'info', method: 'OWASP', vector: VECTOR },
    ]);
    for (const format of ['JSON', 'XML']) {
      const { text } = await exported(project, `?format=${format}`);
      expect((await importVex(service, project, text)).totals).toMatchObject({ unchanged: 1, applied: 0 });
    }
  });

  it('rule 4: maps the analysis, with the response as a one-element array, and does not emit suppression', async () => {
    const vulnId = newId();
    const { project } = await projectWith([{ component: { name: 'lib' }, vulnerabilities: [vulnId] }]);
    const analysis = {
      state: 'not_affected',
      justification: 'protected_by_mitigating_control',
      response: ['can_not_fix', 'workaround_available'],
      detail: 'Behind a proxy.',
    };
    await importVex(service, project, vexOf([entryOf(vulnId, analysis)]));
    const [entry] = await entriesOf(project);
    expect(entry?.analysis).toEqual({ ...analysis, response: ['workaround_available'] });
  });

  it('a finding without a decision has an empty analysis', async () => {
    const { project } = await projectWith([{ component: { name: 'lib' }, vulnerabilities: [newId()] }]);
    expect((await exported(project)).body.vulnerabilities[0].analysis).toEqual({});
    expect((await exported(project, '?format=xml')).text).toMatch(/<analysis(\/>|>\s*<\/analysis>)/);
  });

  it('has source, ratings, weaknesses, texts and times of the vulnerability', async () => {
    const vulnId = newId();
    const { project } = await projectWith([
      {
        component: { name: 'lib' },
        vulnerabilities: [
          {
            vulnId,
            description: 'Something is wrong.',
            recommendation: 'Update.',
            cwes: [{ cweId: 79 }, { cweId: 999_999 }, { cweId: 79 }],
            created: '2024-01-01T00:00:00Z',
            published: '2024-01-02T00:00:00Z',
            updated: '2024-01-03T00:00:00Z',
            cvssV2Vector: '(AV:N/AC:L/Au:N/C:P/I:N/A:N)',
            cvssV3Vector: 'CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
            cvssV4Vector: CVSS_V4.replace('VC:H/VI:H/VA:H', 'VC:N/VI:N/VA:N'),
            owaspRRVector: VECTOR,
          },
        ],
      },
    ]);
    const source = { name: 'INTERNAL' };
    expect((await entriesOf(project))[0]).toMatchObject({
      id: vulnId,
      source,
      ratings: [
        { source, score: 5, severity: 'medium', method: 'CVSSv2' },
        {
          source,
          score: 9.8,
          severity: 'critical',
          method: 'CVSSv3',
          vector: expect.stringContaining('CVSS:3.0'),
        },
        { source, score: 0, severity: 'none', method: 'CVSSv4' },
        { source, severity: 'info', method: 'OWASP', vector: VECTOR },
      ],
      cwes: [79],
      description: 'Something is wrong.',
      recommendation: 'Update.',
      created: '2024-01-01T00:00:00.000Z',
      published: '2024-01-02T00:00:00.000Z',
      updated: '2024-01-03T00:00:00.000Z',
    });
  });

  it('has the address of a public source', async () => {
    const vulnId = newId();
    await importNvd(service, { [vulnId]: {} });
    const { project } = await projectWith([
      { component: { name: 'lib' }, vulnerabilities: [{ source: 'NVD', vulnId }] },
    ]);
    expect((await entriesOf(project))[0]?.source).toEqual({ name: 'NVD', url: 'https://nvd.nist.gov/' });
  });

  it('ratings set on the analysis appear instead of those of the vulnerability', async () => {
    const vulnId = newId();
    const cvssV3Vector = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N';
    const { project } = await projectWith([
      { component: { name: 'lib' }, vulnerabilities: [{ vulnId, owaspRRVector: VECTOR, cvssV3Vector }] },
    ]);
    const ratings = [{ method: 'OWASP', vector: VECTOR.replace('SL:1', 'SL:9'), score: 7.5 }];
    await importVex(
      service,
      project,
      vexOf([entryOf(vulnId, { state: 'exploitable' }, ['project'], { ratings })]),
    );
    expect((await entriesOf(project))[0]?.ratings).toEqual([
      {
        source: { name: 'INTERNAL' },
        score: 5.3,
        severity: 'medium',
        method: 'CVSSv31',
        vector: cvssV3Vector,
      },
      { score: 7.5, severity: 'info', ...ratings[0] },
    ]);
  });

  it('entries are ordered by source and id', async () => {
    const [one, two] = [newId(), newId()];
    const advisories = ['GHSA-aaaa-aaaa-aaaa', 'GHSA-bbbb-bbbb-bbbb'];
    await importNvd(service, { [one]: {}, [two]: {} });
    await importOsv(service, Object.fromEntries(advisories.map((id) => [id, {}])));
    const vulnerabilities = [two, one].flatMap((vulnId) => [{ source: 'NVD', vulnId }, vulnId]);
    vulnerabilities.push(...advisories.toReversed().map((vulnId) => ({ source: 'GITHUB', vulnId })));
    const { project } = await projectWith([{ component: { name: 'lib' }, vulnerabilities }]);
    expect((await entriesOf(project)).map(({ source, id }) => `${source?.name} ${id}`)).toEqual([
      ...advisories.map((id) => `GITHUB ${id}`),
      ...['INTERNAL', 'NVD'].flatMap((source) => [`${source} ${one}`, `${source} ${two}`]),
    ]);
  });

  it('two exports of an unchanged project are byte-identical except metadata.timestamp', async () => {
    const vulnId = newId();
    const { project } = await projectWith([
      { component: { name: 'lib' }, vulnerabilities: [vulnId, newId()] },
    ]);
    const timestamp = /"timestamp":"[^"]+"/;
    const [one, two] = [await exported(project), await exported(project)];
    expect(two.text.replace(timestamp, '')).toBe(one.text.replace(timestamp, ''));
    await importVex(service, project, vexOf([entryOf(vulnId, { state: 'exploitable' })]));
    const three = await exported(project);
    expect(three.body.serialNumber).not.toBe(one.body.serialNumber);
    expect(three.body.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  });

  it.each(TARGETS)(
    'validates against the schema of its version ($version, $format)',
    async ({ version, format }) => {
      const vulnId = newId();
      const { project } = await projectWith([
        { component: { name: 'lib', ...FULL }, vulnerabilities: [{ vulnId, cvssV4Vector: CVSS_V4 }] },
        { component: { name: 'undecided' }, vulnerabilities: [newId()] },
      ]);
      await addDetails(project);
      const analysis = { state: 'resolved', response: ['update'], detail: 'a & b <c>\nd' };
      const components = [
        { type: 'library', 'bom-ref': 'lib', ...{ name: 'lib', group: 'org.acme', version: '1' } },
      ];
      await importVex(service, project, vexOf([entryOf(vulnId, analysis, ['lib'])], { components }));
      const answer = await exported(project, `?version=${version}&format=${format}`);
      expect(answer.headers.get('content-type')).toBe(format === 'XML' ? XML_TYPE : JSON_TYPE);
      expect(await validateBom(Buffer.from(answer.text))).toMatchObject({
        valid: true,
        specVersion: version,
      });
      const { bom } = await parseBom(Buffer.from(answer.text));
      expect(bom.vulnerabilities?.map((entry) => entry.analysis)).toEqual([analysis, {}]);
    },
  );

  it('is version 1.5 and JSON by default', async () => {
    const project = await createProject(service);
    for (const query of ['', '?version=', '?version=%20&format=']) {
      expect((await exported(project, query)).body).toMatchObject({
        bomFormat: 'CycloneDX',
        specVersion: '1.5',
      });
    }
  });

  it.each(['1.2', '1.3'])(
    'version %s cannot have vulnerabilities: 400 with an explanation',
    async (version) => {
      const { status, body } = await exported(NOBODY, `?version=${version}`);
      expect([status, body.detail]).toEqual([400, expect.stringContaining('1.4 or newer')]);
    },
  );

  it.each([
    ['version=99', 'version'],
    ['version=-15', 'version'],
    ['version=1.9', 'version'],
    ['version=%200.9', 'version'],
    ['version=invalidString', 'version'],
    ['format=YAML', 'format'],
    ['refs=mine', 'refs'],
  ])('answers 400 to %s, before it looks for the project', async (query, parameter) => {
    const { status, body } = await exported(NOBODY, `?${query}`);
    expect([status, body.errors[0].path]).toEqual([400, `query/${parameter}`]);
  });

  it.each([
    ['', 'json'],
    ['&format=XML', 'xml'],
  ])('download=true returns a file attachment (%s)', async (query, extension) => {
    const project = await createProject(service);
    const { headers } = await exported(project, `?download=true${query}`);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${project}-vex.cdx.${extension}"`);
  });

  it('answers 404 for an unknown project, 403 for an inaccessible one', async () => {
    expect(await exported(NOBODY)).toMatchObject({ status: 404, body: { status: 404 } });
    const project = await createProject(service);
    const { apiKey } = await createTeamKey(service, 'VIEW_VULNERABILITY');
    await switchAccessControl(service, true);
    try {
      const path = `/api/v1/vex/cyclonedx/project/${project}`;
      expect((await service.request('GET', path, { apiKey })).status).toBe(403);
    } finally {
      await switchAccessControl(service, false);
    }
  });

  it('refs=uploaded uses the references of the uploaded document', async () => {
    const vulnId = newId();
    const document = bomOf([npm('one'), npm('two', '1.0.0', { 'bom-ref': undefined }), npm('clean')]);
    const { projectUuid } = await importBom(service, `uploaded ${vulnId}`, document);
    const components = await listComponents(service, projectUuid);
    const uuidOf = (name: string) => components.find((component) => component.name === name)?.uuid ?? '';
    const { uuid } = await createVulnerability(service, vulnId);
    for (const name of ['one', 'two']) await assignVulnerability(service, uuid, uuidOf(name));
    const bom = await exportedBom(projectUuid, '?refs=uploaded');
    expect(bom.metadata?.component?.['bom-ref']).toBe('root');
    expect(bom.components?.map((component) => component['bom-ref'])).toEqual([
      'pkg:npm/one@1.0.0',
      uuidOf('two'),
    ]);
    expect(bom.vulnerabilities?.[0]?.affects?.map(({ ref }) => ref)).toEqual(
      ['pkg:npm/one@1.0.0', uuidOf('two')].sort(),
    );
  });

  itKeepsAccessRules([vexOperations.exportVex], () => service);
});
