import { validateBom } from '@tallyman/cyclonedx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bomOf, importBom, type Json, listComponents, npm, settled } from '../support/bom-uploads.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
let names = 0;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const exportOf = async (uuid: string, query = 'version=1.6'): Promise<Json> => {
  const { text } = await service.asAdmin('GET', `/api/v1/bom/cyclonedx/project/${uuid}?${query}`);
  expect(await validateBom(Buffer.from(text))).toMatchObject({ valid: true });
  return query.includes('XML') ? { text } : JSON.parse(text);
};
/** Uploads a document and answers with the UUIDs of its components by their names, `.` being the project. */
const upload = async (document: Json) => {
  const { projectUuid } = await importBom(service, `project ${++names}`, document);
  return { uuid: projectUuid, ...(await namesOf(projectUuid)) };
};
const namesOf = async (uuid: string) => {
  const uuids = Object.fromEntries((await listComponents(service, uuid)).map((row) => [row.name, row.uuid]));
  return { uuids: { ...uuids, '.': uuid } as Record<string, string> };
};
const [A, B, C] = ['a', 'b', 'c'].map((name) => `pkg:npm/${name}@1.0.0`);

describe('An exported graph', () => {
  const dependencies = [{ ref: 'root', dependsOn: [A] }, { ref: A, dependsOn: [B] }, { ref: B }];
  const graphOf = async (uuid: string, query?: string) =>
    (await exportOf(uuid, query)).dependencies as Json[] | undefined;

  it('lists the nodes without dependencies of the uploaded graph', async () => {
    const { uuid, uuids } = await upload(bomOf([npm('a'), npm('b'), npm('c')], { dependencies }));
    expect(await graphOf(uuid)).toEqual([
      { ref: uuid, dependsOn: [uuids.a] },
      { ref: uuids.a, dependsOn: [uuids.b] },
      { ref: uuids.b },
    ]);
    expect(await graphOf(uuid, 'version=1.6&refs=uploaded')).toEqual(dependencies);
    expect((await exportOf(uuid, 'version=1.6&format=XML')).text).toContain(`<dependency ref="${uuids.b}"`);
  });

  it('does not have nodes that the last document lacks', async () => {
    const project = `project ${++names}`;
    const of = (graph: Json[]) => bomOf([npm('a'), npm('b')], { dependencies: graph });
    const { projectUuid } = await importBom(
      service,
      project,
      of([{ ref: 'root' }, { ref: A, dependsOn: [] }]),
    );
    const { uuids } = await namesOf(projectUuid);
    expect(await graphOf(projectUuid)).toEqual([{ ref: projectUuid }, { ref: uuids.a }]);
    await importBom(service, project, of([{ ref: A, dependsOn: [B] }]));
    expect(await graphOf(projectUuid)).toEqual([{ ref: uuids.a, dependsOn: [uuids.b] }]);
    await importBom(service, project, of([]));
    expect(await graphOf(projectUuid)).toBeUndefined();
  });

  it('has its leaves in a clone too, and none that was deleted', async () => {
    const { uuid } = await upload(
      bomOf([npm('a'), npm('b'), npm('c')], { dependencies: [...dependencies, { ref: C }] }),
    );
    const original = await exportOf(uuid);
    const answer = await service.asAdmin('PUT', '/api/v1/project/clone', {
      ...{ project: uuid, version: '2', includeComponents: true, includeServices: true },
    });
    expect(answer.status).toBe(202);
    await settled(service, answer.body.token);
    const { body: project } = await service.asAdmin('GET', `/api/v1/project/${uuid}`);
    const clone = (await service.asAdmin('GET', `/api/v1/project/lookup?name=${project.name}&version=2`)).body
      .uuid;
    const { uuids } = await namesOf(clone);
    expect(await graphOf(clone)).toEqual([
      { ref: clone, dependsOn: [uuids.a] },
      { ref: uuids.a, dependsOn: [uuids.b] },
      { ref: uuids.b },
      { ref: uuids.c },
    ]);
    await service.asAdmin('DELETE', `/api/v1/component/${uuids.c}`);
    expect((await graphOf(clone))?.map(({ ref }) => ref)).toEqual([clone, uuids.a, uuids.b]);
    expect(await graphOf(uuid)).toEqual(original.dependencies);
  });

  it('has `provides` in versions that support it', async () => {
    const provides = [
      { ref: A, dependsOn: [B], provides: [C] },
      { ref: B, provides: [C] },
    ];
    const { uuid, uuids } = await upload(bomOf([npm('a'), npm('b'), npm('c')], { dependencies: provides }));
    expect(await graphOf(uuid)).toEqual([
      { ref: uuids.a, dependsOn: [uuids.b], provides: [uuids.c] },
      { ref: uuids.b, provides: [uuids.c] },
    ]);
    expect(await graphOf(uuid, 'version=1.5')).toEqual([{ ref: uuids.a, dependsOn: [uuids.b] }]);
  });
});

describe('An export gives back', () => {
  const person = { individual: { name: 'Ada' } };
  const sections = {
    compositions: [
      { aggregate: 'complete', assemblies: ['root', A] },
      { aggregate: 'incomplete', dependencies: [B] },
      { aggregate: 'unknown', vulnerabilities: ['v'] },
    ],
    annotations: [
      {
        'bom-ref': 'note',
        subjects: [A, 'note'],
        annotator: person,
        timestamp: '2026-01-01T00:00:00Z',
        text: 'x',
      },
    ],
    formulation: [
      {
        'bom-ref': 'formula',
        workflows: [{ 'bom-ref': 'w', uid: 'w', taskTypes: ['build'], resourceReferences: [{ ref: A }] }],
      },
    ],
    declarations: { claims: [{ 'bom-ref': 'claim', target: B, predicate: 'p' }] },
    definitions: { standards: [{ 'bom-ref': 'standard', name: 's', version: '1', requirements: [] }] },
    vulnerabilities: [{ 'bom-ref': 'v', id: 'CVE-2020-0001' }],
  };

  it('compositions, annotations, formulation, declarations and definitions under its own names', async () => {
    const { uuid, uuids } = await upload(bomOf([npm('a'), npm('b')], sections));
    const exported = await exportOf(uuid);
    expect(exported).toMatchObject({
      compositions: [
        { aggregate: 'complete', assemblies: [uuid, uuids.a] },
        { aggregate: 'incomplete', dependencies: [uuids.b] },
      ],
      annotations: [{ ...sections.annotations[0], subjects: [uuids.a, 'note'] }],
      formulation: [{ workflows: [{ resourceReferences: [{ ref: uuids.a }] }] }],
      declarations: { claims: [{ target: uuids.b }] },
      definitions: sections.definitions,
    });
    expect(exported.vulnerabilities).toBeUndefined();
    expect((await exportOf(uuid, 'version=1.6&refs=uploaded')).annotations).toEqual(sections.annotations);
  });

  it.each(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])(
    'the sections that %s supports, in JSON and XML',
    async (version) => {
      const { uuid } = await upload(bomOf([npm('a'), npm('b')], sections));
      await exportOf(uuid, `version=${version}`);
      await exportOf(uuid, `version=${version}&format=XML`);
    },
  );

  it('the same sections after an export was uploaded again', async () => {
    const { uuid } = await upload(bomOf([npm('a'), npm('b')], sections));
    const first = await exportOf(uuid);
    const again = await upload(first);
    const second = await exportOf(again.uuid, 'version=1.6&refs=uploaded');
    for (const section of ['compositions', 'annotations', 'formulation', 'declarations', 'definitions']) {
      expect(second[section]).toEqual(first[section]);
    }
  });

  it('all sections except those larger than a megabyte', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) => ({
      ...sections.annotations[0],
      'bom-ref': `note ${index}`,
      text: `${index} `.repeat(100),
    }));
    const { uuid } = await upload(bomOf([npm('a'), npm('b')], { ...sections, annotations: many }));
    const exported = await exportOf(uuid);
    expect(exported.annotations).toBeUndefined();
    expect(exported.compositions).toHaveLength(2);
  });
});
