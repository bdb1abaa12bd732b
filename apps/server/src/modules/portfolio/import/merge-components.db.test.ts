import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { newUuid } from '../../../platform/ids.ts';
import { type ImportedComponent, toComponentLine, toEdgeLine, toServiceLine } from './imported-rows.ts';
import { type ImportStages, mergeComponents, stageImport } from './merge-components.ts';

const BLANK: ImportedComponent = {
  name: 'rocket',
  version: '1.0',
  group_name: null,
  purl: null,
  purl_coordinates: null,
  purl_with_source: null,
  cpe: null,
  swid_tag_id: null,
  classifier: 'LIBRARY',
  scope: null,
  publisher: null,
  description: null,
  copyright: null,
  hashes: null,
  license_id: null,
  license_name: null,
  license_expression: null,
  license_url: null,
  authors: null,
  supplier: null,
  external_references: null,
  properties: null,
  is_internal: false,
  rest: null,
  occurrence_count: 0,
  bom_ref: null,
};

function component(n: number, version: string): ImportedComponent {
  return { ...BLANK, name: `c${n}`, version, bom_ref: `ref ${n}` };
}

const SERVICE = {
  ...{ name: 'api', group_name: null, version: null, description: null, provider: null, endpoints: [] },
  ...{ authenticated: null, crosses_trust_boundary: null, data: null, external_references: null, rest: null },
  bom_ref: 'api',
};

async function* stagesOf(count: number, version: string): ImportStages {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const lines = {
    component: numbers.map((n) =>
      toComponentLine({ position: n, parentPosition: null }, component(n, version)),
    ),
    service: [toServiceLine({ position: count, parentPosition: null }, SERVICE)],
    edge: numbers.map((n) => toEdgeLine(n === 0 ? 'root' : `ref ${n - 1}`, `ref ${n}`)),
  };
  for (const stage of ['component', 'service', 'edge'] as const) {
    yield { stage, chunks: chunksOf(lines[stage].join('')) };
  }
}

async function* stageComponents(components: readonly ImportedComponent[]): ImportStages {
  const lines = components.map((each, position) => toComponentLine({ position, parentPosition: null }, each));
  yield { stage: 'component', chunks: chunksOf(lines.join('')) };
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('mergeComponents', () => {
  let database: TestDatabase;
  let statements = 0;
  beforeAll(async () => {
    database = await createTestDatabase();
    database.connection.pool.on('connect', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => unknown;
      const counted = (...args: unknown[]): unknown => {
        statements++;
        return query(...args);
      };
      Object.assign(client, { query: counted });
    });
  });
  afterAll(() => database.drop());

  async function merge(projectId: number, count: number, version: string) {
    statements = 0;
    const root = { rootRef: 'root', hasServices: true, hasEdges: true, isNested: true };
    const counts = await inTransaction(database.db, async (tx) => {
      await stageImport(tx, stagesOf(count, version));
      return mergeComponents(tx, projectId, root, new Date());
    });
    return { counts, statements };
  }

  async function createProject(): Promise<number> {
    const { id } = await database.db
      .insertInto('project')
      .values({ uuid: newUuid(), name: newUuid() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** Uploads the components. Returns the UUIDs of all components of the project by name. */
  async function upload(projectId: number, ...components: ImportedComponent[]): Promise<Map<string, string>> {
    const root = { rootRef: null, hasServices: false, hasEdges: false, isNested: false };
    await inTransaction(database.db, async (tx) => {
      await stageImport(tx, stageComponents(components));
      await mergeComponents(tx, projectId, root, new Date());
    });
    const rows = await database.db
      .selectFrom('component')
      .select(['name', 'uuid'])
      .where('project_id', '=', projectId)
      .where('removed_at', 'is', null)
      .execute();
    return new Map(rows.map(({ name, uuid }) => [name, uuid]));
  }

  const purl = (text: string) => ({ purl: text, purl_coordinates: text.split(/[?#]/)[0] ?? text });

  describe('a component keeps its UUID', () => {
    it.each<[rule: string, stored: Partial<ImportedComponent>, uploaded: Partial<ImportedComponent>]>([
      ['if nothing changed', {}, {}],
      ['if only its description changed', { description: 'a' }, { description: 'b' }],
      [
        'if its PURL is equal',
        { ...purl('pkg:npm/rocket@1.0?arch=x'), name: 'a' },
        { ...purl('pkg:npm/rocket@1.0?arch=x'), name: 'b' },
      ],
      [
        'if its PURL coordinates are equal',
        { ...purl('pkg:npm/rocket@1.0?arch=x'), name: 'a' },
        { ...purl('pkg:npm/rocket@1.0'), name: 'b' },
      ],
      [
        'if its CPE and version are equal',
        { cpe: 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*', name: 'a' },
        { cpe: 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*', name: 'b' },
      ],
      [
        'if its CPE is spelled as CPE 2.2 and as CPE 2.3',
        { cpe: 'cpe:/a:acme:rocket:1.0', name: 'a' },
        { cpe: 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*', name: 'b' },
      ],
      [
        'if its CPE is spelled as CPE 2.3 and as CPE 2.2',
        { cpe: 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*', name: 'a' },
        { cpe: 'cpe:/a:acme:rocket:1.0', name: 'b' },
      ],
      [
        'if its CPE differs in case and escapes only',
        { cpe: 'cpe:2.3:a:Acme:rocket\\+:1.0:*:*:*:*:*:*:*', name: 'a' },
        { cpe: 'cpe:2.3:a:acme:rocket+:1.0:*:*:*:*:*:*:*', name: 'b' },
      ],
      ['if its SWID tag ID is equal', { swid_tag_id: 'x', name: 'a' }, { swid_tag_id: 'x', name: 'b' }],
      [
        'if its group, name and version are equal',
        { group_name: 'acme', ...purl('pkg:npm/rocket@1.0') },
        { group_name: 'acme' },
      ],
    ])('%s', async (_rule, stored, uploaded) => {
      const project = await createProject();
      const before = await upload(project, { ...BLANK, ...stored });
      const after = await upload(project, { ...BLANK, ...uploaded });
      expect([...after.values()]).toEqual([...before.values()]);
    });
  });

  describe('a component gets a new UUID', () => {
    it.each<[rule: string, stored: Partial<ImportedComponent>, uploaded: Partial<ImportedComponent>]>([
      ['if the version differs', { version: '1.0' }, { version: '2.0' }],
      ['if the group differs', { group_name: 'acme' }, { group_name: 'other' }],
      [
        'if the PURL coordinates differ, even if group, name and version are equal',
        purl('pkg:npm/rocket@1.0'),
        purl('pkg:pypi/rocket@1.0'),
      ],
      [
        'if only the CPE is equal and the version differs',
        { cpe: 'cpe:/a:acme:rocket', name: 'a', version: '1.0' },
        { cpe: 'cpe:/a:acme:rocket', name: 'b', version: '2.0' },
      ],
    ])('%s', async (_rule, stored, uploaded) => {
      const project = await createProject();
      const before = await upload(project, { ...BLANK, ...stored });
      const after = await upload(project, { ...BLANK, ...uploaded });
      expect(after.size).toBe(1);
      expect([...after.values()]).not.toEqual([...before.values()]);
    });
  });

  it('merges equal identities of one BOM into the first, in every spelling of the CPE', async () => {
    const project = await createProject();
    const [uri, name] = ['cpe:/a:acme:rocket:1.0', 'cpe:2.3:a:acme:rocket:1.0:*:*:*:*:*:*:*'];
    await upload(project, { ...BLANK, cpe: uri }, { ...BLANK, cpe: name }, { ...BLANK, cpe: uri });
    const rows = await database.db
      .selectFrom('component')
      .select(['cpe', 'cpe_name'])
      .where('project_id', '=', project)
      .execute();
    expect(rows).toEqual([{ cpe: uri, cpe_name: name }]);
  });

  it('prefers the more specific part of the identity', async () => {
    const project = await createProject();
    const [byPurl, byName] = [
      { ...BLANK, name: 'a', ...purl('pkg:npm/rocket@1.0') },
      { ...BLANK, name: 'b' },
    ];
    const before = await upload(project, byPurl, byName);
    const after = await upload(project, { ...BLANK, name: 'b', ...purl('pkg:npm/rocket@1.0') });
    expect(after.get('b')).toBe(before.get('a'));
  });

  it('runs the same number of statements for any number of components', async () => {
    await merge(await createProject(), 1, '1');
    const used: number[] = [];
    for (const count of [3, 300]) {
      const project = await createProject();
      used.push((await merge(project, count, '1')).statements);
      used.push((await merge(project, count, '1')).statements);
      used.push((await merge(project, count, '2')).statements);
    }
    expect(used.slice(0, 3)).toEqual(used.slice(3));
    expect(Math.max(...used)).toBeLessThanOrEqual(25);
  });

  it('merges thousands of components and their dependencies', async () => {
    const project = await createProject();
    const { counts } = await merge(project, 5_000, '1');
    expect(counts).toMatchObject({ total: 5_000, added: 5_000, changed: 0, removed: 0 });
    const edges = await database.db
      .selectFrom('dependency')
      .innerJoin('component as target', 'target.id', 'dependency.target_id')
      .leftJoin('component as source', 'source.id', 'dependency.source_id')
      .select(['source.name as source', 'target.name as target'])
      .where('dependency.project_id', '=', project)
      .execute();
    expect(edges).toHaveLength(5_000);
    for (const { source, target } of edges) {
      expect(source ?? 'c-1').toBe(`c${Number(target.slice(1)) - 1}`);
    }
    expect((await merge(project, 5_000, '1')).counts).toMatchObject({
      total: 5_000,
      added: 0,
      changed: 0,
      removed: 0,
    });
    expect((await merge(project, 2_500, '1')).counts).toMatchObject({
      total: 2_500,
      added: 0,
      changed: 0,
      removed: 2_500,
    });
    expect((await merge(project, 5_000, '1')).counts).toMatchObject({
      total: 5_000,
      added: 2_500,
      changed: 0,
      removed: 0,
    });
    expect((await merge(project, 5_000, '2')).counts).toMatchObject({
      total: 5_000,
      added: 5_000,
      changed: 0,
      removed: 5_000,
    });
  });
});
