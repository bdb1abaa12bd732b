import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bomOf, importBom, type Json, npm } from '../../../test/support/bom-uploads.ts';
import { storedComponents, storedEdges } from '../../../test/support/stored-components.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { withoutMetrics } from '../../../test/support/without-metrics.ts';

describe('An upload', () => {
  let service: TestService;
  let names = 0;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  const fresh = () => `project ${++names}`;
  const uuidsByName = async (projectUuid: string) =>
    Object.fromEntries((await storedComponents(service, projectUuid)).map(({ name, uuid }) => [name, uuid]));

  /** Every row that an import may write, with the transaction that wrote it and its place on disk. */
  async function rowVersions(): Promise<unknown[]> {
    const tables = ['component', 'service', 'dependency', 'project_tag', 'project_property', 'license'];
    const versions = tables.map(
      (table) => sql`select ${sql.lit(table)} as table, xmin::text, ctid::text from ${sql.table(table)}`,
    );
    const { rows } = await sql`${sql.join(versions, sql` union all `)} order by 1, 3, 2`.execute(service.db);
    return rows;
  }

  describe('of the same document', () => {
    const graph = {
      services: [{ 'bom-ref': 'api', name: 'api', endpoints: ['https://example.com'] }],
      dependencies: [
        { ref: 'root', dependsOn: ['pkg:npm/a@1.0.0', 'api'] },
        { ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/b@1.0.0'] },
      ],
    };
    const document = bomOf(
      [npm('a'), npm('b', '1.0.0', { properties: [{ name: 'x:y', value: 'z' }] })],
      graph,
    );

    it('byte for byte changes no row and is reported as unchanged', async () => {
      const project = fresh();
      const first = await importBom(service, project, document);
      const before = await rowVersions();
      const second = await importBom(service, project, document);
      expect(first.state).toBe('PROCESSED');
      expect(second).toMatchObject({ state: 'UNCHANGED', sha256: first.sha256 });
      expect(await rowVersions()).toEqual(before);
    });

    it('with the same content in other bytes changes no row either', async () => {
      const project = fresh();
      await importBom(service, project, document);
      const before = await rowVersions();
      const again = await importBom(service, project, JSON.stringify({ ...document, version: 2 }, null, 2));
      expect(again).toMatchObject({
        state: 'PROCESSED',
        bomVersion: 2,
        ...{ components: 2, componentsAdded: 0, componentsChanged: 0, componentsRemoved: 0 },
      });
      expect(await rowVersions()).toEqual(before);
    });

    it('still updates the time of the last import', async () => {
      const project = fresh();
      const { projectUuid } = await importBom(service, project, document);
      const { body: before } = await service.asAdmin('GET', `/api/v1/project/${projectUuid}`);
      await importBom(service, project, document);
      const { body: after } = await service.asAdmin('GET', `/api/v1/project/${projectUuid}`);
      expect(after.lastBomImport).toBeGreaterThan(before.lastBomImport);
      const others = withoutMetrics({ ...before, lastBomImport: 0 });
      expect(withoutMetrics({ ...after, lastBomImport: 0 })).toEqual(others);
    });

    it('is imported again after components were changed manually', async () => {
      const project = fresh();
      const { projectUuid } = await importBom(service, project, document);
      const [a] = await storedComponents(service, projectUuid);
      await service.asAdmin('DELETE', `/api/v1/component/${a?.uuid}`);
      expect(await storedComponents(service, projectUuid)).toHaveLength(1);
      const again = await importBom(service, project, document);
      expect(again).toMatchObject({ state: 'PROCESSED', components: 2 });
      expect(await storedComponents(service, projectUuid)).toHaveLength(2);
    });
  });

  it('imports the same document again when a licence was added or deleted since, which it names', async () => {
    const licenses = [{ license: { name: 'House Rules' } }];
    const named = bomOf([npm('a', '1.0.0', { licenses })]);
    const project = fresh();
    const { projectUuid } = await importBom(service, project, named);
    const resolved = async () => (await storedComponents(service, projectUuid))[0]?.license_id;
    expect(await resolved()).toBe(null);
    expect((await importBom(service, project, named)).state).toBe('UNCHANGED');

    await service.asAdmin('PUT', '/api/v1/license', { licenseId: 'House', name: 'House Rules' });
    expect(await importBom(service, project, named)).toMatchObject({
      state: 'PROCESSED',
      componentsChanged: 1,
    });
    expect(await resolved()).toEqual(expect.any(Number));
    expect((await importBom(service, project, named)).state).toBe('UNCHANGED');

    await service.asAdmin('DELETE', '/api/v1/license/House');
    expect((await importBom(service, project, named)).state).toBe('PROCESSED');
    expect(await resolved()).toBe(null);
  });

  describe('keeps a component and its UUID', () => {
    const plain = npm('a');
    const changes: [string, Json, Json][] = [
      ['when its scope changes', { ...plain, scope: 'required' }, { ...plain, scope: 'optional' }],
      ['when it gets a CPE', plain, { ...plain, cpe: 'cpe:2.3:a:a:a:1.0.0:*:*:*:*:*:*:*' }],
      ['when its purl gets a qualifier', plain, { ...plain, purl: 'pkg:npm/a@1.0.0?vcs_url=x' }],
      ['when its purl loses a subpath', { ...plain, purl: 'pkg:npm/a@1.0.0#src' }, plain],
      ['when its purl is written otherwise', plain, { ...plain, purl: 'PKG:NPM/a@1.0.0' }],
      ['when its name is spelled otherwise beside the same purl', plain, { ...plain, name: 'A' }],
      ['when it moves to another group', plain, { ...plain, group: 'g' }],
      ['when it gets a purl', { type: 'library', name: 'a', version: '1.0.0' }, plain],
      [
        'when all but its CPE changes',
        { type: 'library', name: 'a', version: '1', cpe: 'cpe:/a:v:p:1' },
        { type: 'library', name: 'b', version: '1', cpe: 'cpe:/a:v:p:1', purl: 'pkg:npm/b@1' },
      ],
      [
        'when all but its SWID tag changes',
        { type: 'library', name: 'a', version: '1', swid: { tagId: 't', name: 'a' } },
        { type: 'library', name: 'b', version: '2', swid: { tagId: 't', name: 'a' } },
      ],
      ['when its type changes', plain, { ...plain, type: 'framework' }],
      ['when the uploader calls it otherwise', plain, { ...plain, 'bom-ref': 'other' }],
      [
        'when hashes, licences and properties change',
        plain,
        {
          ...plain,
          hashes: [{ alg: 'MD5', content: 'A'.repeat(32) }],
          licenses: [{ license: { id: 'MIT' } }],
          properties: [{ name: 'a', value: 'b' }],
        },
      ],
    ];

    it.each(changes)('%s', async (_when, before, after) => {
      const project = fresh();
      const { projectUuid } = await importBom(service, project, bomOf([before, npm('other')]));
      const [first] = await storedComponents(service, projectUuid);
      const upload = await importBom(service, project, bomOf([npm('other'), after]));
      const stored = await storedComponents(service, projectUuid, 'all');
      expect(stored).toHaveLength(2);
      expect(stored.find(({ uuid }) => uuid === first?.uuid)).toMatchObject({
        id: first?.id,
        removed_at: null,
      });
      expect(upload).toMatchObject({ componentsAdded: 0, componentsRemoved: 0 });
    });
  });

  it('makes another version another component, even under the same CPE', async () => {
    const project = fresh();
    const cpe = 'cpe:2.3:a:v:p:*:*:*:*:*:*:*:*';
    const { projectUuid } = await importBom(service, project, bomOf([npm('a', '1.0.0', { cpe })]));
    const before = await uuidsByName(projectUuid);
    const upload = await importBom(service, project, bomOf([npm('a', '1.1.0', { cpe })]));
    expect((await uuidsByName(projectUuid)).a).not.toBe(before.a);
    expect(upload).toMatchObject({ componentsAdded: 1, componentsRemoved: 1, componentsChanged: 0 });
  });

  it('pairs components one to one when several could be the same', async () => {
    const project = fresh();
    const variant = (qualifier: string) =>
      npm('a', '1.0.0', { purl: `pkg:npm/a@1.0.0?${qualifier}`, 'bom-ref': qualifier });
    const { projectUuid } = await importBom(service, project, bomOf([variant('x=1'), variant('x=2')]));
    const before = (await storedComponents(service, projectUuid)).map(({ uuid, purl }) => [purl, uuid]);
    await importBom(service, project, bomOf([variant('x=3'), variant('x=2')]));
    const after = Object.fromEntries(
      (await storedComponents(service, projectUuid)).map(({ uuid, purl }) => [purl, uuid]),
    );
    const [first, second] = before.map(([, uuid]) => uuid);
    expect(after).toEqual({ 'pkg:npm/a@1.0.0?x=2': second, 'pkg:npm/a@1.0.0?x=3': first });
  });

  it('removes missing components and restores them with UUID and notes when a later document has them', async () => {
    const project = fresh();
    const both = bomOf([npm('a'), npm('b')]);
    const { projectUuid } = await importBom(service, project, both);
    const before = await uuidsByName(projectUuid);
    await service.db
      .updateTable('component')
      .set({ notes: 'looked at' })
      .where('uuid', '=', before.b ?? '')
      .execute();
    expect(await importBom(service, project, bomOf([npm('a')]))).toMatchObject({
      components: 1,
      componentsRemoved: 1,
    });
    expect(await uuidsByName(projectUuid)).toEqual({ a: before.a });
    expect(await importBom(service, project, both)).toMatchObject({
      components: 2,
      componentsAdded: 1,
      componentsChanged: 0,
    });
    expect(await uuidsByName(projectUuid)).toEqual(before);
    const [, b] = await storedComponents(service, projectUuid);
    expect(b).toMatchObject({ notes: 'looked at', removed_at: null });
  });

  it('prefers a present component to a removed one', async () => {
    const project = fresh();
    const [bare, qualified] = [npm('a'), npm('a', '1.0.0', { purl: 'pkg:npm/a@1.0.0?x=1', name: 'A' })];
    const { projectUuid } = await importBom(service, project, bomOf([bare, qualified]));
    await importBom(service, project, bomOf([qualified]));
    const [present] = await storedComponents(service, projectUuid);
    await importBom(
      service,
      project,
      bomOf([npm('a', '1.0.0', { purl: 'pkg:npm/a@1.0.0?x=2', name: 'AA' })]),
    );
    expect((await storedComponents(service, projectUuid)).map(({ uuid }) => uuid)).toEqual([present?.uuid]);
  });

  it('merges components of equal identity into the first; all their references mean it', async () => {
    const document = bomOf(
      [
        { ...npm('a'), 'bom-ref': 'first', description: 'the first' },
        { ...npm('a'), 'bom-ref': 'second', description: 'the second', scope: 'optional' },
        npm('b'),
        npm('c'),
      ],
      {
        dependencies: [
          { ref: 'first', dependsOn: ['pkg:npm/b@1.0.0', 'second'] },
          { ref: 'second', dependsOn: ['pkg:npm/c@1.0.0'] },
          { ref: 'pkg:npm/c@1.0.0', dependsOn: ['first', 'nobody'] },
        ],
      },
    );
    const { projectUuid, ...upload } = await importBom(service, fresh(), document);
    expect(upload).toMatchObject({ components: 3, componentsAdded: 3 });
    expect(await storedComponents(service, projectUuid)).toMatchObject([
      { name: 'a', description: 'the first', bom_ref: 'first' },
      { name: 'b' },
      { name: 'c' },
    ]);
    expect(await storedEdges(service, projectUuid)).toEqual(['a > b', 'a > c', 'c > a']);
  });

  it('replaces the graph: components, services and the project itself', async () => {
    const project = fresh();
    const withGraph = (dependencies: Json[]) =>
      bomOf([npm('a'), npm('b')], { services: [{ 'bom-ref': 'api', name: 'api' }], dependencies });
    const a = 'pkg:npm/a@1.0.0';
    const b = 'pkg:npm/b@1.0.0';
    const first = [
      { ref: 'root', dependsOn: [a, 'api'] },
      { ref: a, dependsOn: [b] },
      { ref: 'api', dependsOn: [a] },
    ];
    const { projectUuid } = await importBom(service, project, withGraph(first));
    expect(await storedEdges(service, projectUuid)).toEqual(['. > a', '. > api', 'a > b', 'api > a']);
    await importBom(
      service,
      project,
      withGraph([
        { ref: 'root', dependsOn: [b] },
        { ref: a, dependsOn: [b] },
      ]),
    );
    expect(await storedEdges(service, projectUuid)).toEqual(['. > b', 'a > b']);
    await importBom(service, project, bomOf([npm('a')]));
    expect(await storedEdges(service, projectUuid)).toEqual([]);
  });

  it('keeps services, and their UUIDs, by group, name and version', async () => {
    const project = fresh();
    const withServices = (...services: Json[]) => bomOf([], { services });
    const { projectUuid } = await importBom(
      service,
      project,
      withServices({ name: 'api', version: '1' }, { name: 'db' }),
    );
    const services = () =>
      service.db
        .selectFrom('service')
        .innerJoin('project', 'project.id', 'service.project_id')
        .select(['service.uuid', 'service.name', 'service.endpoints', 'service.removed_at'])
        .where('project.uuid', '=', projectUuid)
        .orderBy('service.id')
        .execute();
    const [api] = await services();
    await importBom(
      service,
      project,
      withServices({ name: 'api', version: '1', endpoints: ['https://a', 'https://b,"c'] }),
    );
    expect(await services()).toMatchObject([
      { uuid: api?.uuid, endpoints: ['https://a', 'https://b,"c'], removed_at: null },
      { name: 'db', removed_at: expect.any(Date) },
    ]);
  });

  it('keeps the nesting of components', async () => {
    const document = bomOf([
      { ...npm('outer'), components: [{ ...npm('inner'), components: [npm('innermost')] }] },
    ]);
    const { projectUuid } = await importBom(service, fresh(), document);
    const stored = await storedComponents(service, projectUuid);
    const idOf = (name: string) => stored.find((component) => component.name === name)?.id;
    expect(stored.map(({ name, parent_id }) => [name, parent_id])).toEqual([
      ['outer', null],
      ['inner', idOf('outer')],
      ['innermost', idOf('inner')],
    ]);
  });

  it('imports components nested in the metadata component', async () => {
    const metadata = {
      component: { type: 'application', name: 'shop', 'bom-ref': 'root', components: [npm('part')] },
    };
    const { projectUuid } = await importBom(service, fresh(), { ...bomOf([npm('a')]), metadata });
    expect(Object.keys(await uuidsByName(projectUuid)).sort()).toEqual(['a', 'part']);
  });

  it('describes the project by the metadata component, but for its group, name, version and description', async () => {
    const component = {
      ...{ type: 'container', 'bom-ref': 'root', group: 'g', name: 'other', version: '9', description: 'd' },
      ...{
        publisher: 'P',
        cpe: 'cpe:/a:v:p:1',
        purl: 'pkg:oci/Shop@SHA256:AB',
        swid: { tagId: 't', name: 'n' },
      },
      authors: [{ name: 'A', email: 'a@example.com' }],
      supplier: { name: 'S', url: ['https://s.example'], contact: [{ name: 'C' }] },
      externalReferences: [{ type: 'website', url: 'https://example.com' }],
    };
    const metadata = {
      component,
      supplier: { name: 'MS' },
      manufacturer: { name: 'M' },
      authors: [{ name: 'MA' }],
      tools: { components: [{ type: 'application', name: 'maker', version: '1' }] },
    };
    const project = fresh();
    const { projectUuid } = await importBom(service, project, { ...bomOf([]), metadata });
    const { body } = await service.asAdmin('GET', `/api/v1/project/${projectUuid}`);
    expect(body).toMatchObject({
      ...{ name: project, version: '1', classifier: 'CONTAINER', publisher: 'P', cpe: 'cpe:/a:v:p:1' },
      ...{ purl: 'pkg:oci/shop@sha256:ab', swidTagId: 't', authors: [{ name: 'A', email: 'a@example.com' }] },
      supplier: { name: 'S', urls: ['https://s.example'], contacts: [{ name: 'C' }] },
      manufacturer: { name: 'M' },
      externalReferences: [{ type: 'website', url: 'https://example.com' }],
      metadata: {
        supplier: { name: 'MS' },
        authors: [{ name: 'MA' }],
        tools: { components: [{ name: 'maker', version: '1' }] },
      },
    });
    expect(body).not.toHaveProperty('group');
    expect(body).not.toHaveProperty('description');
    await importBom(service, project, bomOf([]));
    const { body: after } = await service.asAdmin('GET', `/api/v1/project/${projectUuid}`);
    expect(after).toMatchObject({ publisher: 'P', cpe: 'cpe:/a:v:p:1' });
    expect(after).not.toHaveProperty('metadata');
  });

  it('stores every text, however odd', async () => {
    const odd = 'tab\t newline\n return\r back\\slash \\N \\. quote" nul\u0000 half\ud800 ünïcödé 🙂 \u2028';
    const document = bomOf([
      {
        ...npm('a'),
        description: odd,
        publisher: '\\N',
        properties: [{ name: 'odd', value: odd }],
        evidence: { copyright: [{ text: odd }] },
      },
      { type: 'file', name: 'x'.repeat(5_000), version: odd.slice(0, odd.indexOf(' nul')) },
      { ...npm('b'), purl: 'not a purl', cpe: 'cpe:2.3:a:x:y:*:*:*:*:*:*:*:*' },
      { ...npm('c'), purl: `pkg:npm/${'c'.repeat(4_000)}@1` },
      { ...npm('d'), purl: `pkg:npm/${'ü'.repeat(1_500)}@1` },
    ]);
    const { projectUuid } = await importBom(service, fresh(), document);
    const [a, long, b, c, d] = await storedComponents(service, projectUuid);
    const stored = odd.replace('\u0000', '\ufffd').replace('\ud800', '\ufffd');
    expect(a).toMatchObject({
      description: stored,
      publisher: '\\N',
      properties: [{ propertyValue: stored }],
    });
    expect(a?.rest).toMatchObject({ evidence: { copyright: [{ text: stored }] } });
    expect(long).toMatchObject({ name: 'x'.repeat(500), rest: { name: 'x'.repeat(5_000) } });
    expect(b).toMatchObject({ purl: null, rest: { purl: 'not a purl' } });
    for (const row of [c, d]) expect(row).toMatchObject({ purl: null, purl_coordinates: null });
  });

  it('accepts an empty document', async () => {
    const project = fresh();
    const { projectUuid } = await importBom(service, project, bomOf([npm('a')]));
    const upload = await importBom(service, project, {
      bomFormat: 'CycloneDX',
      specVersion: '1.4',
      version: 1,
    });
    expect(upload).toMatchObject({ state: 'PROCESSED', components: 0, componentsRemoved: 1 });
    expect(await storedComponents(service, projectUuid)).toEqual([]);
  });

  it('marks internal components by the rules that are set', async () => {
    const set = (propertyName: string, propertyValue: string) =>
      service.asAdmin('POST', '/api/v1/configProperty', {
        groupName: 'internal-components',
        propertyName,
        propertyValue,
      });
    await set('names.regex', 'acme-.*');
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('acme-core'), npm('left-pad')]));
    await set('names.regex', '');
    const stored = await storedComponents(service, projectUuid);
    expect(stored.map(({ name, is_internal }) => [name, is_internal])).toEqual([
      ['acme-core', true],
      ['left-pad', false],
    ]);
  });

  it('recognises licences by id, by name and in expressions', async () => {
    const licensed = (name: string, ...licenses: Json[]) => npm(name, '1.0.0', { licenses });
    const { projectUuid } = await importBom(
      service,
      fresh(),
      bomOf([
        licensed('by-id', { license: { id: 'MIT', url: 'https://example.com/mit' } }),
        licensed('by-name', { license: { name: 'Apache License 2.0' } }),
        licensed('unknown', { license: { name: 'House rules' } }),
        licensed('second', { license: { name: 'House rules' } }, { license: { id: 'ISC' } }),
        licensed('choice', { expression: 'MIT OR (Apache-2.0 AND ISC)' }),
        licensed('single', { expression: 'MIT' }),
      ]),
    );
    const stored = await storedComponents(service, projectUuid);
    const licenses = await service.db.selectFrom('license').select(['id', 'license_id']).execute();
    const idOf = new Map(licenses.map((license) => [license.id, license.license_id]));
    expect(
      stored.map(({ name, license_id, license_name, license_expression }) => [
        name,
        license_id === null ? null : idOf.get(license_id),
        license_name,
        license_expression,
      ]),
    ).toEqual([
      ['by-id', 'MIT', null, null],
      ['by-name', 'Apache-2.0', null, null],
      ['unknown', null, 'House rules', null],
      ['second', 'ISC', null, null],
      ['choice', null, null, 'MIT OR (Apache-2.0 AND ISC)'],
      ['single', 'MIT', null, null],
    ]);
    expect(stored[0]).toMatchObject({ license_url: 'https://example.com/mit' });
  });

  it('ends without an error if the project is deleted meanwhile', async () => {
    const { projectUuid } = await importBom(service, fresh(), bomOf([npm('a'), npm('b')]));
    expect((await service.asAdmin('DELETE', `/api/v1/project/${projectUuid}`)).status).toBe(204);
    expect(await storedComponents(service, projectUuid, 'all')).toEqual([]);
  });

  it('does not merge packages with different package URLs, even if everything else is equal', async () => {
    const project = fresh();
    const { projectUuid } = await importBom(service, project, bomOf([npm('twin', '1.0.0')]));
    const before = await uuidsByName(projectUuid);
    const other = { type: 'library', name: 'twin', version: '1.0.0', purl: 'pkg:pypi/twin@1.0.0' };
    await importBom(service, project, bomOf([other]));
    expect((await uuidsByName(projectUuid)).twin).not.toBe(before.twin);
    await importBom(service, project, bomOf([npm('twin', '1.0.0')]));
    expect((await uuidsByName(projectUuid)).twin).toBe(before.twin);
  });
});
