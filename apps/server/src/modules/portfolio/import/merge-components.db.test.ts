import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { newUuid } from '../../../platform/ids.ts';
import { type ImportedComponent, toComponentLine, toEdgeLine, toServiceLine } from './imported-rows.ts';
import { type ImportStages, mergeComponents, stageImport } from './merge-components.ts';

const NOTHING = {
  ...{ group_name: null, purl: null, purl_coordinates: null, cpe: null, swid_tag_id: null, scope: null },
  ...{
    publisher: null,
    description: null,
    copyright: null,
    hashes: null,
    license_id: null,
    license_name: null,
  },
  ...{
    license_expression: null,
    license_url: null,
    authors: null,
    supplier: null,
    external_references: null,
  },
  ...{
    purl_with_source: null,
    properties: null,
    rest: null,
    classifier: 'LIBRARY',
    is_internal: false,
    occurrence_count: 0,
  },
} as const;

function component(n: number, version: string): ImportedComponent {
  return { ...NOTHING, name: `c${n}`, version, bom_ref: `ref ${n}` };
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

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('Merging components', () => {
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

  it('takes the same number of statements, few of them, however many components there are', async () => {
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

  it('is right with thousands of them, nested, repeated and connected', async () => {
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
