import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Page } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import type { FindingKey } from '../finding-key.ts';
import { findingKeyOf } from '../finding-key-access.ts';
import type { FindingFilter } from './finding-filter.ts';
import { conditionsOf } from './finding-list-filter-store.ts';
import type { Direction, FindingOrder } from './finding-list-order-store.ts';
import { type Condition, joinsOf, type Part } from './finding-list-parts-store.ts';

export interface DescribedVulnerability {
  readonly vuln_id: string;
  readonly title: string | null;
  readonly description: string | null;
}

/** The findings that a caller may see and a filter means: the rest of a statement from `from` on. */
export function findingsWhere(
  principal: Principal,
  filter: FindingFilter,
  also: {
    readonly on?: readonly Part[];
    readonly conditions?: readonly Condition[];
    readonly join?: RawBuilder<unknown> | undefined;
  } = {},
): RawBuilder<unknown> {
  const conditions = [...conditionsOf(principal, filter), ...(also.conditions ?? [])];
  const joins = joinsOf([...(also.on ?? []), ...conditions.flatMap(({ on }) => on)]);
  const are = sql.join(
    conditions.map(({ is }) => is),
    sql` and `,
  );
  return sql`from finding f ${also.join ?? sql``} ${joins} where ${are}`;
}

/** Unsorted they come by vulnerability in a project, and by component otherwise: as an index has them. */
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
  return sql<FindingKey>`
    select ${findingKeyOf('f')} ${findingsWhere(principal, filter)}
    order by ${order} ${cut(page)}`;
}

function sortedKeys(
  principal: Principal,
  filter: FindingFilter,
  page: Pick<Page, 'offset' | 'limit' | 'descending'>,
  { branches, isNeverMissing = false }: FindingOrder,
) {
  const direction = page.descending ? 'desc' : 'asc';
  // Whatever branch a row of the page is from, it is among the first of that branch.
  const enough = { offset: 0, limit: page.limit === null ? null : page.offset + page.limit };
  const sorted = branches.map(({ on, where, by, vulnerabilities }) => {
    const join = vulnerabilities && inOrder(vulnerabilities, direction, isNeverMissing);
    const from = findingsWhere(principal, filter, { on, conditions: where ? [where] : [], join });
    const order = orderBy(by, direction, isNeverMissing, 'f');
    return sql`(select f.component_id, f.vulnerability_id, ${by} as sorted_by ${from} order by ${order} ${cut(enough)})`;
  });
  const order = orderBy(sql`found.sorted_by`, direction, isNeverMissing, 'found');
  return sql<FindingKey>`
    select ${findingKeyOf('found')} from (${sql.join(sorted, sql` union all `)}) found
    order by ${order} ${cut(page)}`;
}

/** `offset 0` has them sorted before their findings are looked up. */
function inOrder(
  vulnerabilities: RawBuilder<unknown>,
  direction: Direction,
  isNeverMissing: boolean,
): RawBuilder<unknown> {
  const [way, ties] = [sql.raw(direction), sql.raw(isNeverMissing ? direction : 'asc')];
  const missing = isNeverMissing ? sql`` : sql`nulls last`;
  return sql`join (
    select id, value from (${vulnerabilities}) all_of_them order by value ${way} ${missing}, id ${ties} offset 0
  ) ranked on ranked.id = f.vulnerability_id`;
}

function orderBy(
  expression: RawBuilder<unknown>,
  direction: Direction,
  isNeverMissing: boolean,
  table: string,
): RawBuilder<unknown> {
  const [way, ties] = [sql.raw(direction), sql.raw(isNeverMissing ? direction : 'asc')];
  const missing = isNeverMissing ? sql`` : sql`nulls last`;
  return sql`${expression} ${way} ${missing}, ${sql.ref(`${table}.vulnerability_id`)} ${ties},
    ${sql.ref(`${table}.component_id`)} ${ties}`;
}

export function cut({ offset, limit }: Pick<Page, 'offset' | 'limit'>): RawBuilder<unknown> {
  return sql`${limit === null ? sql`` : sql`limit ${limit}`} ${offset === 0 ? sql`` : sql`offset ${offset}`}`;
}

/** Not beyond `most`, if that is given. */
export async function countFindings(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  most?: number,
): Promise<number> {
  const from = findingsWhere(principal, filter);
  const counted =
    most === undefined
      ? sql<{ total: number }>`select count(*) as total ${from}`
      : sql<{ total: number }>`select count(*) as total from (select ${from} limit ${most}) counted`;
  const { rows } = await counted.execute(db);
  return rows[0]?.total ?? 0;
}

/** All findings a filter means, a block at a time, by vulnerability. `db` must be a transaction. */
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

/** What a SARIF document says about each vulnerability that a filter finds. `db` must be a transaction. */
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
