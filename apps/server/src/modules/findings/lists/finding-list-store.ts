import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Page } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { FindingKey, ProjectFinding } from '../finding-key.ts';
import { findingKeyOf } from '../finding-key-access.ts';
import type { FindingFilter } from './finding-filter.ts';
import { conditionsOf } from './finding-list-filter-store.ts';
import type { Direction, FindingOrder } from './finding-list-order-store.ts';
import { allOf, type Condition, joinsOf, type Part } from './finding-list-parts-store.ts';

export interface DescribedVulnerability {
  readonly vuln_id: string;
  readonly title: string | null;
  readonly description: string | null;
}

interface FurtherClauses {
  readonly on?: readonly Part[];
  readonly conditions?: readonly Condition[];
  readonly join?: RawBuilder<unknown> | undefined;
  readonly asOf?: Date | undefined;
}

/** The `from` and `where` clauses for findings that match a filter and that the principal may access. */
export function findingsWhere(
  principal: Principal,
  filter: FindingFilter,
  { conditions = [], ...further }: FurtherClauses = {},
): RawBuilder<unknown> {
  return findingsThat([...conditionsOf(principal, filter), ...conditions], { ...further, asOf: filter.asOf });
}

/** The `from` and `where` clauses for findings that meet conditions. */
export function findingsThat(
  conditions: readonly Condition[],
  { on = [], join = sql``, asOf }: Omit<FurtherClauses, 'conditions'> = {},
): RawBuilder<unknown> {
  const joins = joinsOf([...on, ...conditions.flatMap((condition) => condition.on)], asOf);
  return sql`from finding f ${join} ${joins} where ${allOf(conditions)}`;
}

/** Without an order, sorts by vulnerability within a project, else by component, as the indexes are ordered. */
export async function listFindingKeys(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  page: Pick<Page, 'offset' | 'limit' | 'descending'>,
  order?: FindingOrder,
): Promise<FindingKey[]> {
  const { rows } = await (order
    ? sortedKeys(principal, filter, page, order)
    : unsortedKeys(principal, filter, page)
  ).execute(db);
  return rows;
}

function unsortedKeys(principal: Principal, filter: FindingFilter, page: Pick<Page, 'offset' | 'limit'>) {
  const order =
    filter.projectId === undefined
      ? sql`f.component_id, f.vulnerability_id`
      : sql`f.vulnerability_id, f.component_id`;
  const [first, ...others] = disjointFilters(filter);
  if (first && others.length === 0) {
    return sql<FindingKey>`
      select ${findingKeyOf('f')} ${findingsWhere(principal, first)}
      order by ${order} ${limitOffset(page)}`;
  }
  const found = disjointFilters(filter).map(
    (part) => sql`(
      select f.component_id, f.vulnerability_id ${findingsWhere(principal, part)}
      order by ${order} ${limitOffset(firstRowsOf(page))})`,
  );
  return sql<FindingKey>`
    select ${findingKeyOf('f')} from (${sql.join(found, sql` union all `)}) f order by ${order} ${limitOffset(page)}`;
}

/** Every row of a page is among the first of its branch. */
function firstRowsOf({ offset, limit }: Pick<Page, 'offset' | 'limit'>): Pick<Page, 'offset' | 'limit'> {
  return { offset: 0, limit: limit === null ? null : offset + limit };
}

/**
 * Filters that together match what a filter matches, each finding once. In a list of the past, severities are in three
 * tables. Each is searched separately, because the planner could not use indexes for all of them together.
 */
function disjointFilters(filter: FindingFilter): FindingFilter[] {
  if (filter.asOf === undefined || filter.severities === undefined) return [filter];
  return (['unchanged vulnerability', 'changed vulnerability', 'decision'] as const).map((severityOf) => ({
    ...filter,
    severityOf,
  }));
}

function sortedKeys(
  principal: Principal,
  filter: FindingFilter,
  page: Pick<Page, 'offset' | 'limit' | 'descending'>,
  { branches, isNeverNull = false }: FindingOrder,
) {
  const direction = page.descending ? 'desc' : 'asc';
  const firstRows = firstRowsOf(page);
  const sorted = branches.map(({ on, where, by, vulnerabilities }) => {
    const join = vulnerabilities && inOrder(vulnerabilities, direction, isNeverNull);
    const from = findingsWhere(principal, filter, { on, conditions: where ? [where] : [], join });
    const order = orderBy(by, direction, isNeverNull, 'f');
    return sql`(select f.component_id, f.vulnerability_id, ${by} as sorted_by ${from} order by ${order} ${limitOffset(firstRows)})`;
  });
  const order = orderBy(sql`found.sorted_by`, direction, isNeverNull, 'found');
  return sql<FindingKey>`
    select ${findingKeyOf('found')} from (${sql.join(sorted, sql` union all `)}) found
    order by ${order} ${limitOffset(page)}`;
}

/** `offset 0` makes the planner sort vulnerabilities before it looks up their findings. */
function inOrder(
  vulnerabilities: RawBuilder<unknown>,
  direction: Direction,
  isNeverNull: boolean,
): RawBuilder<unknown> {
  const [way, ties] = [sql.raw(direction), sql.raw(isNeverNull ? direction : 'asc')];
  const nulls = isNeverNull ? sql`` : sql`nulls last`;
  return sql`join (
    select id, value from (${vulnerabilities}) vulnerabilities order by value ${way} ${nulls}, id ${ties} offset 0
  ) ranked on ranked.id = f.vulnerability_id`;
}

function orderBy(
  expression: RawBuilder<unknown>,
  direction: Direction,
  isNeverNull: boolean,
  table: string,
): RawBuilder<unknown> {
  const [way, ties] = [sql.raw(direction), sql.raw(isNeverNull ? direction : 'asc')];
  const nulls = isNeverNull ? sql`` : sql`nulls last`;
  return sql`${expression} ${way} ${nulls}, ${sql.ref(`${table}.vulnerability_id`)} ${ties},
    ${sql.ref(`${table}.component_id`)} ${ties}`;
}

export function limitOffset({ offset, limit }: Pick<Page, 'offset' | 'limit'>): RawBuilder<unknown> {
  return sql`${limit === null ? sql`` : sql`limit ${limit}`} ${offset === 0 ? sql`` : sql`offset ${offset}`}`;
}

/** Stops counting at `max`, if given. */
export async function countFindings(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  max?: number,
): Promise<number> {
  const filters = disjointFilters(filter);
  const [only] = filters;
  if (max === undefined && only && filters.length === 1) {
    const counted = sql<{ total: number }>`select count(*) as total ${findingsWhere(principal, only)}`;
    return (await counted.execute(db)).rows[0]?.total ?? 0;
  }
  const limit = max === undefined ? sql`` : sql` limit ${max}`;
  const found = filters.map((part) => sql`select ${findingsWhere(principal, part)}`);
  const all = sql.join(found, sql` union all `);
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from (${all}${limit}) counted`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns up to `limit` findings after the given one, in lock order. */
export async function listFindingsAfter(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  after: FindingKey,
  limit: number,
): Promise<ProjectFinding[]> {
  const isAfter = {
    on: [],
    is: sql<SqlBool>`(f.component_id, f.vulnerability_id) > (${after.componentId}, ${after.vulnerabilityId})`,
  };
  const { rows } = await sql<ProjectFinding>`
    select ${findingKeyOf('f')}, f.project_id as "projectId"
    ${findingsWhere(principal, filter, { conditions: [isAfter] })}
    order by f.component_id, f.vulnerability_id limit ${limit}`.execute(db);
  return rows;
}

/** Yields blocks of all findings that match a filter, by vulnerability. `db` must be a transaction. */
export function listFindingKeysInBlocks(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  size: number,
): AsyncGenerator<FindingKey[]> {
  return inBlocks<FindingKey>(
    db,
    'finding_keys',
    sql`select ${findingKeyOf('f')} ${findingsWhere(principal, filter)}
      order by f.vulnerability_id, f.component_id`,
    size,
  );
}

/** Yields blocks of the vulnerabilities of all findings that match a filter. `db` must be a transaction. */
export function listDescribedInBlocks(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  size: number,
): AsyncGenerator<DescribedVulnerability[]> {
  return inBlocks<DescribedVulnerability>(
    db,
    'described_vulnerabilities',
    sql`select known.vuln_id, known.title, known.description
      from (select distinct f.vulnerability_id ${findingsWhere(principal, filter)}) found
      join vulnerability known on known.id = found.vulnerability_id
      order by found.vulnerability_id`,
    size,
  );
}

async function* inBlocks<Row>(
  db: Db,
  name: string,
  query: RawBuilder<unknown>,
  size: number,
): AsyncGenerator<Row[]> {
  const cursor = sql.id(name);
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.raw(String(size))} from ${cursor}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < size) break;
  }
  await sql`close ${cursor}`.execute(db);
}
