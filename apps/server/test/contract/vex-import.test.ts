import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../support/bom-uploads.ts';
import {
  assignVulnerability,
  type CreatedFinding,
  createFindings,
  createVulnerability,
  type GivenFindings,
  retractFinding,
} from '../support/create-findings.ts';
import { importNvd } from '../support/data-source-imports.ts';
import { changeBom, removeComponent } from '../support/portfolio-graph.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { createProject, decisionOn, entryOf, importVex, onlyEntry, vexOf } from '../support/vex-imports.ts';

const VECTOR = 'SL:1/M:1/O:0/S:2/ED:1/EE:1/A:1/ID:1/LC:2/LI:1/LAV:1/LAC:1/FD:1/RD:1/NC:2/PV:3';
const BOM_LINK = 'urn:cdx:3e671687-395b-41f5-a30f-a58921a69b79/1#pkg:npm/lib@1';

let service: TestService;
let ids = 0;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

/** An id that no other test uses. */
const newId = () => `CVE-2030-${1000 + ++ids}`;

type Component = GivenFindings['component'];

/** A project with one finding on each of the components. */
async function projectWith(components: readonly Component[], vulnId = newId()) {
  const project = await createProject(service);
  const findings = await createFindings(
    service,
    project,
    components.map((component) => ({ component, vulnerabilities: [vulnId] })),
  );
  const uuids = findings.map(({ component }) => component.uuid);
  const decisions = () => Promise.all(uuids.map((uuid) => decisionOn(service, uuid, vulnId)));
  return { project, vulnId, uuids, findings, decisions };
}

/** The same with a single component. */
async function projectWithOne(component: Component = { name: 'lib', version: '1' }) {
  const { uuids, findings: _, decisions, ...rest } = await projectWith([component]);
  return { ...rest, uuid: uuids[0] ?? '', decision: async () => (await decisions())[0] };
}

/** A document with components beside its entries. */
const vexAbout = (components: readonly Json[], ...entries: Json[]) => vexOf(entries, { components });

const UNDECIDED = { state: null, isSuppressed: null, history: [] };

/** Lines of the log that mention the text. */
const warnings = (text: string) =>
  service
    .log()
    .split('\n')
    .filter((line) => line.includes('"level":"warn"') && line.includes(text));

describe('Import rule 1: the whole upload is skipped', () => {
  it('when the document has no vulnerabilities', async () => {
    const { project, decision } = await projectWithOne();
    for (const document of [vexOf([]), { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 }]) {
      const receipt = await importVex(service, project, document);
      expect(receipt).toMatchObject({ skipped: 'the document has no vulnerabilities', entries: [] });
      expect(receipt.totals).toMatchObject({ entries: 0, applied: 0 });
    }
    expect(await decision()).toMatchObject(UNDECIDED);
  });

  it('when the target project has no vulnerabilities', async () => {
    const project = await createProject(service);
    const receipt = await importVex(service, project, vexOf([entryOf(newId(), { state: 'exploitable' })]));
    expect(receipt.skipped).toBe('the target project has no vulnerabilities');
    expect(onlyEntry(receipt)).toMatchObject({ fate: 'skipped', reason: receipt.skipped });
    expect(receipt.totals).toEqual({ entries: 1, applied: 0, unchanged: 0, skipped: 1, findingsChanged: 0 });
  });
});

describe('Import rule 2: an entry is skipped', () => {
  it.each([
    ['id is blank', { id: '  ' }, true],
    ['affects is absent or empty', { affects: [] }, false],
    ['affects is absent or empty', { affects: undefined }, false],
    ['neither an analysis node nor a rating whose method is OWASP', { analysis: undefined }, false],
    [
      'neither an analysis node nor a rating whose method is OWASP',
      { analysis: undefined, ratings: [{ method: 'CVSSv31', score: 9.8 }] },
      false,
    ],
    [
      'neither an analysis node nor a rating whose method is OWASP',
      { analysis: undefined, ratings: [{ method: 'OWASP', severity: 'high' }] },
      false,
    ],
  ])('when %s (%j)', async (reason, members, isWarning) => {
    const { project, vulnId, decision } = await projectWithOne();
    const before = warnings(reason).length;
    const entry = { ...entryOf(vulnId, { state: 'exploitable' }), ...members };
    const receipt = await importVex(service, project, vexOf([entry]));
    expect(onlyEntry(receipt)).toMatchObject({ fate: 'skipped', reason: expect.stringContaining(reason) });
    expect(onlyEntry(receipt).warning ?? false).toBe(isWarning);
    expect(warnings(reason).length - before).toBe(isWarning ? 1 : 0);
    expect(await decision()).toMatchObject(UNDECIDED);
  });

  it('when the vulnerability does not resolve, and a warning is logged', async () => {
    const { project } = await projectWithOne();
    const unknown = newId();
    const receipt = await importVex(service, project, vexOf([entryOf(unknown, { state: 'exploitable' })]));
    expect(onlyEntry(receipt)).toMatchObject({
      fate: 'skipped',
      warning: true,
      reason: `the vulnerability does not resolve: no vulnerability has the id ${unknown}`,
    });
    expect(warnings(unknown)).toHaveLength(1);
  });

  it('while the entries around it are applied', async () => {
    const { project, vulnId, decision } = await projectWithOne();
    const entries = [
      { id: ' ' },
      entryOf(vulnId, { state: 'in_triage' }),
      entryOf(newId(), { state: 'resolved' }),
    ];
    const { totals } = await importVex(service, project, vexOf(entries));
    expect(totals).toEqual({ entries: 3, applied: 1, unchanged: 0, skipped: 2, findingsChanged: 1 });
    expect(await decision()).toMatchObject({ state: 'IN_TRIAGE' });
  });
});

describe('Import rule 3: the vulnerability', () => {
  /** A component that has the same id from two sources. */
  async function projectWithTwoSources() {
    const { project, vulnId, uuid } = await projectWithOne();
    await importNvd(service, { [vulnId]: {} });
    const other = await createVulnerability(service, { source: 'NVD', vulnId });
    await assignVulnerability(service, other.uuid, uuid);
    const states = async () => [
      (await decisionOn(service, uuid, vulnId, 'INTERNAL')).state,
      (await decisionOn(service, uuid, vulnId, 'NVD')).state,
    ];
    return { project, vulnId, states };
  }
  const named = (id: string, name: string) =>
    entryOf(id, { state: 'exploitable' }, ['project'], { source: { name } });

  it('(a) is that of the named source, and the finding of the other source keeps its earlier analysis', async () => {
    const { project, vulnId, states } = await projectWithTwoSources();
    await importVex(service, project, vexOf([named(vulnId, 'NVD')]));
    expect(await states()).toEqual([null, 'EXPLOITABLE']);
    await importVex(
      service,
      project,
      vexOf([entryOf(vulnId, { state: 'in_triage' }, ['project'], { source: { name: 'INTERNAL' } })]),
    );
    expect(await states()).toEqual(['IN_TRIAGE', 'EXPLOITABLE']);
  });

  it.each([
    ['no source', undefined],
    ['an unknown source', { name: 'somebody else' }],
    ['a known source that has no such id', { name: 'JVN' }],
    ['a source without a name', { url: 'https://example.org' }],
  ])('(b) with %s the id alone must identify exactly one', async (_, source) => {
    const { project, vulnId, decision } = await projectWithOne();
    const entry = entryOf(vulnId, { state: 'exploitable' }, ['project'], source ? { source } : {});
    expect(onlyEntry(await importVex(service, project, vexOf([entry])))).toMatchObject({ fate: 'applied' });
    expect(await decision()).toMatchObject({ state: 'EXPLOITABLE' });
  });

  it.each([undefined, { name: 'somebody else' }, { name: 'JVN' }])(
    'more than one match: the entry is skipped with a warning that names the competing sources (%j)',
    async (source) => {
      const { project, vulnId, states } = await projectWithTwoSources();
      const entry = entryOf(vulnId, { state: 'exploitable' }, ['project'], source ? { source } : {});
      const receipt = await importVex(service, project, vexOf([entry]));
      expect(onlyEntry(receipt)).toMatchObject({ fate: 'skipped', warning: true });
      expect(onlyEntry(receipt).reason).toContain('INTERNAL, NVD');
      expect(warnings(vulnId).join()).toContain('INTERNAL, NVD');
      expect(await states()).toEqual([null, null]);
    },
  );

  it('competes with sources of which the project has no finding', async () => {
    const { project, vulnId } = await projectWithOne();
    await importNvd(service, { [vulnId]: {} });
    const receipt = await importVex(service, project, vexOf([entryOf(vulnId, { state: 'exploitable' })]));
    expect(onlyEntry(receipt).reason).toContain('INTERNAL, NVD');
  });
});

describe('Import rule 5: a reference', () => {
  const two = [
    { name: 'a', version: '1' },
    { name: 'b', version: '1' },
  ];
  const a = { type: 'library', 'bom-ref': 'ref-a', name: 'a', version: '1' };

  it('is component-scoped if it names a components entry: every component in the project matching that entry', async () => {
    const { project, vulnId, decisions } = await projectWith(two);
    const receipt = await importVex(
      service,
      project,
      vexAbout([a], entryOf(vulnId, { state: 'exploitable' }, ['ref-a'])),
    );
    expect(onlyEntry(receipt).references).toEqual([{ ref: 'ref-a', scope: 'component', matched: 1 }]);
    expect((await decisions()).map(({ state }) => state)).toEqual(['EXPLOITABLE', null]);
  });

  it('is project-scoped if it names the metadata component: every component affected by the vulnerability', async () => {
    const { project, vulnId, decisions } = await projectWith(two);
    const receipt = await importVex(service, project, vexOf([entryOf(vulnId, { state: 'exploitable' })]));
    expect(onlyEntry(receipt).references).toEqual([{ ref: 'project', scope: 'project', matched: 2 }]);
    expect((await decisions()).map(({ state }) => state)).toEqual(['EXPLOITABLE', 'EXPLOITABLE']);
  });

  it('is project-scoped if it is an unresolved BOM-Link', async () => {
    const { project, vulnId, decisions } = await projectWith(two);
    const receipt = await importVex(
      service,
      project,
      vexOf([entryOf(vulnId, { state: 'exploitable' }, [BOM_LINK])]),
    );
    expect(onlyEntry(receipt).references).toEqual([{ ref: BOM_LINK, scope: 'project', matched: 2 }]);
    expect((await decisions()).map(({ state }) => state)).toEqual(['EXPLOITABLE', 'EXPLOITABLE']);
  });

  it('is component-scoped if it names a components entry whose bom-ref is a BOM-Link', async () => {
    const { project, vulnId, decisions } = await projectWith(two);
    const linked = { ...a, 'bom-ref': BOM_LINK };
    await importVex(
      service,
      project,
      vexAbout([linked], entryOf(vulnId, { state: 'exploitable' }, [BOM_LINK])),
    );
    expect((await decisions()).map(({ state }) => state)).toEqual(['EXPLOITABLE', null]);
  });

  it.each(['nobody', 'urn:cdx:no-link', 'pkg:npm/a@1', 'a service', 'a tool'])(
    'to anything else (%s) is unresolvable: a warning names the reference',
    async (ref) => {
      const { project, vulnId, decisions } = await projectWith(two);
      const receipt = await importVex(
        service,
        project,
        vexOf([entryOf(vulnId, { state: 'exploitable' }, [ref])], {
          services: [{ 'bom-ref': 'a service', name: 'a', version: '1' }],
          metadata: { tools: { components: [{ ...two[0], type: 'application', 'bom-ref': 'a tool' }] } },
        }),
      );
      expect(onlyEntry(receipt)).toMatchObject({
        fate: 'skipped',
        reason: 'no reference resolves',
        references: [{ ref, scope: 'unresolvable', matched: 0, reason: expect.stringContaining(ref) }],
      });
      expect(warnings(vulnId).join()).toContain(ref);
      expect((await decisions()).map(({ state }) => state)).toEqual([null, null]);
    },
  );

  it('does not prevent the others of its entry from being applied if it is unresolvable', async () => {
    const { project, vulnId, decisions } = await projectWith(two);
    const entry = entryOf(vulnId, { state: 'exploitable' }, ['nobody', 'ref-a']);
    expect(onlyEntry(await importVex(service, project, vexAbout([a], entry)))).toMatchObject({
      fate: 'applied',
    });
    expect((await decisions()).map(({ state }) => state)).toEqual(['EXPLOITABLE', null]);
  });

  it('reaches nested components, those of the metadata component included', async () => {
    const { project, vulnId, decisions } = await projectWith(two);
    const document = vexAbout(
      [
        {
          type: 'library',
          name: 'outer',
          components: [{ type: 'library', name: 'middle', components: [a] }],
        },
      ],
      entryOf(vulnId, { state: 'exploitable' }, ['ref-a']),
      entryOf(vulnId, { state: 'in_triage' }, ['ref-b']),
    );
    const inner = { type: 'library', 'bom-ref': 'ref-b', name: 'b', version: '1' };
    const component = { type: 'application', 'bom-ref': 'project', name: 'shop', components: [inner] };
    await importVex(service, project, { ...document, metadata: { component } });
    expect((await decisions()).map(({ state }) => state)).toEqual(['EXPLOITABLE', 'IN_TRIAGE']);
  });

  it('means the first of duplicate bom-refs, with a warning in the receipt', async () => {
    const { project, vulnId, decisions } = await projectWith(two);
    const b = { ...a, name: 'b' };
    const receipt = await importVex(
      service,
      project,
      vexAbout([a, b], entryOf(vulnId, { state: 'exploitable' }, ['ref-a'])),
    );
    expect(receipt.warnings).toEqual(['the bom-ref ref-a occurs more than once; the first one counts']);
    expect((await decisions()).map(({ state }) => state)).toEqual(['EXPLOITABLE', null]);
  });
});

describe('Import rule 6: a component entry matches when', () => {
  const cpe = 'cpe:2.3:a:acme:lib:1:*:*:*:*:*:*:*';
  const purl = { purl: 'pkg:npm/lib@1?arch=x86' };
  const differs = { type: 'library', 'bom-ref': 'ref', name: 'other', version: '9' };

  it.each<[string, Component, Json]>([
    ['PURL equal in canonical form', { name: 'lib', ...purl }, { purl: 'pkg:NPM/lib@1?Arch=x86' }],
    ['PURL coordinates equal', { name: 'lib', ...purl }, { purl: 'pkg:npm/lib@1?arch=arm#sub' }],
    ['PURL coordinates equal', { name: 'lib', ...purl }, { purl: 'pkg:npm/lib@1' }],
    ['CPE equal', { name: 'lib', cpe }, { cpe }],
    ['SWID tag ID equal', { name: 'lib', swidTagId: 'tag' }, { swid: { tagId: 'tag', name: 'x' } }],
    [
      'group, name and version all equal',
      { name: 'lib', group: 'g', version: '1' },
      { group: 'g', name: 'lib', version: '1' },
    ],
    ['group, name and version all equal', { name: 'lib' }, { name: 'lib', version: undefined }],
  ])('%s (%j, %j)', async (_, component, said) => {
    const { project, vulnId, decision } = await projectWithOne(component);
    const document = vexAbout([{ ...differs, ...said }], entryOf(vulnId, { state: 'exploitable' }, ['ref']));
    expect(onlyEntry(await importVex(service, project, document))).toMatchObject({ fate: 'applied' });
    expect(await decision()).toMatchObject({ state: 'EXPLOITABLE' });
  });

  it.each<[Component, Json]>([
    [{ name: 'lib', ...purl }, { purl: 'pkg:npm/lib@2' }],
    [{ name: 'lib', cpe }, { cpe: 'cpe:2.3:a:acme:lib:2:*:*:*:*:*:*:*' }],
    [{ name: 'lib', swidTagId: 'tag' }, { swid: { tagId: 'other', name: 'x' } }],
    [
      { name: 'lib', group: 'g', version: '1' },
      { name: 'lib', version: '1' },
    ],
    [
      { name: 'lib', group: 'g', version: '1' },
      { group: 'g', name: 'lib', version: '2' },
    ],
    [
      { name: 'lib', group: 'g', version: '1' },
      { group: 'g', name: 'Lib', version: '1' },
    ],
  ])('any one holds, and not otherwise (%j, %j)', async (component, said) => {
    const { project, vulnId, decision } = await projectWithOne(component);
    const document = vexAbout([{ ...differs, ...said }], entryOf(vulnId, { state: 'exploitable' }, ['ref']));
    expect(onlyEntry(await importVex(service, project, document))).toMatchObject({
      fate: 'skipped',
      reason: 'no component in the project matches',
    });
    expect(await decision()).toMatchObject(UNDECIDED);
  });

  it('several components may match, and every match receives the analysis', async () => {
    const { project, vulnId, decisions } = await projectWith([
      { name: 'x', ...purl },
      { name: 'y', purl: 'pkg:npm/lib@1?arch=arm' },
      { name: 'z', version: '1', cpe },
      { name: 'w' },
    ]);
    const said = { ...differs, purl: 'pkg:npm/lib@1', cpe };
    await importVex(service, project, vexAbout([said], entryOf(vulnId, { state: 'exploitable' }, ['ref'])));
    expect((await decisions()).map(({ state }) => state)).toEqual([
      'EXPLOITABLE',
      'EXPLOITABLE',
      'EXPLOITABLE',
      null,
    ]);
  });

  it('only the target project is searched', async () => {
    const one = await projectWithOne();
    const other = await createProject(service);
    const [elsewhere] = await createFindings(service, other, [
      { component: { name: 'lib', version: '1' }, vulnerabilities: [one.vulnId] },
    ]);
    const said = { ...differs, name: 'lib', version: '1' };
    await importVex(
      service,
      one.project,
      vexAbout([said], entryOf(one.vulnId, { state: 'exploitable' }, ['ref'])),
    );
    expect(await one.decision()).toMatchObject({ state: 'EXPLOITABLE' });
    expect(await decisionOn(service, elsewhere?.component.uuid ?? '', one.vulnId)).toMatchObject(UNDECIDED);
  });

  it('a component entry without findings changes nothing', async () => {
    const { project, vulnId, decision } = await projectWithOne();
    await createFindings(service, project, [
      { component: { name: 'clean', version: '1' }, vulnerabilities: [] },
    ]);
    const said = { ...differs, name: 'clean', version: '1' };
    const receipt = await importVex(
      service,
      project,
      vexAbout([said], entryOf(vulnId, { state: 'exploitable' }, ['ref'])),
    );
    expect(onlyEntry(receipt)).toMatchObject({
      fate: 'skipped',
      reason: 'no matching component is affected by the vulnerability',
      components: [{ name: 'clean', fate: 'skipped' }],
    });
    expect(await decision()).toMatchObject(UNDECIDED);
  });

  it('removed components and inactive findings receive nothing', async () => {
    const { project, vulnId, uuids, findings, decisions } = await projectWith([
      { name: 'a' },
      { name: 'b' },
      { name: 'c' },
    ]);
    await removeComponent(service, { uuid: project }, { uuid: uuids[0] ?? '' });
    await retractFinding(service, findings[1] as CreatedFinding);
    const receipt = await importVex(service, project, vexOf([entryOf(vulnId, { state: 'exploitable' })]));
    expect(onlyEntry(receipt).references[0]).toMatchObject({ scope: 'project', matched: 1 });
    // An upload with the removed component brings it back, with the same UUID.
    await changeBom(service, { uuid: project }, (bom) => ({
      ...bom,
      components: [...(bom.components ?? []), { type: 'library', name: 'a' }],
    }));
    expect((await decisions()).map(({ state }) => state)).toEqual([null, null, 'EXPLOITABLE']);
  });
});

describe('Import rule 7: applied fields', () => {
  it.each<[string, Json, Json, Json]>([
    ['analysis.state: analysis state', { state: 'in_triage' }, {}, { state: 'IN_TRIAGE' }],
    [
      'analysis.justification: justification',
      { justification: 'code_not_reachable' },
      {},
      { justification: 'CODE_NOT_REACHABLE' },
    ],
    [
      'analysis.responses: vendor response; the last entry wins',
      { response: ['will_not_fix', 'rollback', 'update'] },
      {},
      { response: 'UPDATE' },
    ],
    ['analysis.detail: analysis details', { detail: 'Not built in.' }, {}, { details: 'Not built in.' }],
    [
      'rating with method OWASP: OWASP risk rating vector and score',
      {},
      {
        ratings: [
          { method: 'CVSSv31', score: 9 },
          { method: 'OWASP', vector: VECTOR, score: 1.5 },
        ],
      },
      { owaspVector: VECTOR, owaspScore: 1.5 },
    ],
  ])('%s', async (_, analysis, more, expected) => {
    const { project, vulnId, decision } = await projectWithOne();
    const nothing = { state: 'NOT_SET', justification: 'NOT_SET', response: 'NOT_SET', details: null };
    await importVex(service, project, vexOf([entryOf(vulnId, analysis, ['project'], more)]));
    expect(await decision()).toMatchObject({
      ...nothing,
      owaspVector: null,
      owaspScore: null,
      isSuppressed: false,
      decidedBy: 'VEX',
      ...expected,
    });
  });

  it('a field that the entry does not have is unchanged', async () => {
    const { project, vulnId, decision } = await projectWithOne();
    const all = {
      state: 'exploitable',
      justification: 'requires_configuration',
      response: ['update'],
      detail: 'why',
    };
    await importVex(service, project, vexOf([entryOf(vulnId, all)]));
    await importVex(service, project, vexOf([entryOf(vulnId, { detail: 'because' })]));
    expect(await decision()).toMatchObject({
      state: 'EXPLOITABLE',
      justification: 'REQUIRES_CONFIGURATION',
      response: 'UPDATE',
      details: 'because',
    });
  });

  it('characters that XML does not allow are replaced in details', async () => {
    const { project, vulnId, decision } = await projectWithOne();
    const detail = ' a\u0001\u000b\ufffe\tb\r\n';
    await importVex(service, project, vexOf([entryOf(vulnId, { detail })]));
    expect(await decision()).toMatchObject({ details: ' a\ufffd\ufffd\ufffd\tb\r\n' });
    for (const format of ['JSON', 'XML']) {
      const path = `/api/v1/vex/cyclonedx/project/${project}?format=${format}`;
      const { text } = await service.asAdmin('GET', path);
      expect((await importVex(service, project, text)).totals).toMatchObject({ unchanged: 1, applied: 0 });
    }
  });

  it('an entry with an OWASP rating only sets vector and score and leaves the rest, suppression too', async () => {
    const { project, vulnId, decision } = await projectWithOne();
    await importVex(service, project, vexOf([entryOf(vulnId, { state: 'false_positive' })]));
    const entry = { id: vulnId, affects: [{ ref: 'project' }], ratings: [{ method: 'OWASP', score: 4 }] };
    await importVex(service, project, vexOf([entry]));
    expect(await decision()).toMatchObject({
      state: 'FALSE_POSITIVE',
      isSuppressed: true,
      owaspScore: 4,
      owaspVector: null,
    });
  });

  it('an OWASP rating that the finding has from its vulnerability changes nothing', async () => {
    const project = await createProject(service);
    const vulnId = newId();
    await createFindings(service, project, [
      { component: { name: 'lib' }, vulnerabilities: [{ vulnId, owaspRRVector: VECTOR }] },
    ]);
    const entry = {
      id: vulnId,
      affects: [{ ref: 'project' }],
      ratings: [{ method: 'OWASP', vector: VECTOR }],
    };
    expect(onlyEntry(await importVex(service, project, vexOf([entry]))).fate).toBe('unchanged');
  });

  it('two entries for one finding are applied in document order', async () => {
    const { project, vulnId, decision } = await projectWithOne();
    const document = vexOf([
      entryOf(vulnId, { state: 'in_triage' }),
      entryOf(vulnId, { state: 'exploitable' }),
    ]);
    const { totals } = await importVex(service, project, document);
    expect(totals).toMatchObject({ applied: 2, findingsChanged: 2 });
    expect((await decision())?.history.map(({ comment }) => comment)).toEqual([
      'Analysis: NOT_SET → IN_TRIAGE',
      'Analysis: IN_TRIAGE → EXPLOITABLE',
    ]);
  });
});

describe('States and transitions', () => {
  const STATES = [
    ['exploitable', 'EXPLOITABLE', false],
    ['in_triage', 'IN_TRIAGE', false],
    ['false_positive', 'FALSE_POSITIVE', true],
    ['not_affected', 'NOT_AFFECTED', true],
    ['resolved', 'RESOLVED', true],
    ['resolved_with_pedigree', 'NOT_SET', false],
  ] as const;

  it.each(STATES)(
    '%s moves any state to %s, with justification, vendor response and details, and an entry of CycloneDX VEX',
    async (state, stored, suppresses) => {
      const { project, vulnId, decision } = await projectWithOne();
      const first = state === 'exploitable' ? 'in_triage' : 'exploitable';
      await importVex(service, project, vexOf([entryOf(vulnId, { state: first })]));
      const analysis = { state, justification: 'code_not_present', response: ['rollback'], detail: 'Gone.' };
      await importVex(service, project, vexOf([entryOf(vulnId, analysis)]));
      const now = await decision();
      expect(now).toMatchObject({
        state: stored,
        justification: 'CODE_NOT_PRESENT',
        response: 'ROLLBACK',
        details: 'Gone.',
        isSuppressed: suppresses,
      });
      expect(now?.history).toHaveLength(2);
      expect(now?.history[1]).toEqual({
        commenter: 'CycloneDX VEX',
        comment: [
          `Analysis: ${first.toUpperCase()} → ${stored}`,
          'Justification: NOT_SET → CODE_NOT_PRESENT',
          'Vendor Response: NOT_SET → ROLLBACK',
          'Details: (None) → Gone.',
          ...(suppresses ? ['Suppressed'] : []),
        ].join('\n'),
      });
    },
  );

  it.each(STATES.filter(([, , suppresses]) => !suppresses))(
    '%s leaves suppression unchanged',
    async (state, stored) => {
      const { project, vulnId, decision } = await projectWithOne();
      await importVex(service, project, vexOf([entryOf(vulnId, { state: 'not_affected' })]));
      await importVex(service, project, vexOf([entryOf(vulnId, { state })]));
      expect(await decision()).toMatchObject({ state: stored, isSuppressed: true });
    },
  );

  it('a decision equal to the existing one is unchanged and appends nothing', async () => {
    const { project, vulnId, decision } = await projectWithOne();
    const document = vexOf([entryOf(vulnId, { state: 'resolved', response: ['update'], detail: 'Done.' })]);
    await importVex(service, project, document);
    const receipt = await importVex(service, project, document);
    expect(onlyEntry(receipt)).toMatchObject({ fate: 'unchanged', components: [{ fate: 'unchanged' }] });
    expect(receipt.totals).toMatchObject({ unchanged: 1, findingsChanged: 0 });
    expect((await decision())?.history).toHaveLength(1);
  });

  it('an empty analysis changes nothing', async () => {
    const { project, vulnId, decision } = await projectWithOne();
    expect(onlyEntry(await importVex(service, project, vexOf([entryOf(vulnId, {})]))).fate).toBe('unchanged');
    expect(await decision()).toMatchObject(UNDECIDED);
  });
});
