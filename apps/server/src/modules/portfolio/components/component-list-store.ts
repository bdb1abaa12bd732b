import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { totalOf } from '../../../platform/db/total-of.ts';
import type { KeysetPage, KeysetRows } from '../../../platform/http/keyset-page.ts';
import type { Page, Paged } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { riskScoreOfComponent } from '../../metric-values/shown-metrics-access.ts';
import { mayAccess } from '../access/project-access.ts';
import {
  type ComponentQuery,
  type ComponentRow,
  type LinkedComponentRow,
  selectComponents,
  selectLinkedComponents,
} from './component-columns-store.ts';
import { type ComponentFilter, conditionsOf } from './component-filter-store.ts';

/** The sort fields of v1 lists. */
export const componentSortFields = {
  name: 'name',
  version: 'version',
  group: 'group_name',
  lastInheritedRiskScore: 'risk_score',
  occurrenceCount: 'occurrence_count',
} as const;
type SortColumn = (typeof componentSortFields)[keyof typeof componentSortFields];

export async function listComponents(
  db: Db,
  principal: Principal,
  filter: ComponentFilter,
  page: Page,
  sort: SortColumn | undefined,
): Promise<Paged<LinkedComponentRow>> {
  const found = matching(db, principal, filter);
  const sorted = found.selectAll('component').orderBy(order('component', sort, page.descending));
  const limited: ComponentQuery = page.limit === null ? sorted : sorted.limit(page.limit);
  const rows = await selectLinkedComponents(db, limited.offset(page.offset))
    .orderBy(order('c', sort, page.descending))
    .execute();
  return { rows, total: await totalOf(page, rows.length, () => countAll(found)) };
}

type Matching = ReturnType<typeof matching>;

function matching(db: Db, principal: Principal, filter: ComponentFilter) {
  const conditions = [mayAccess(principal, 'component.project_id'), ...conditionsOf(filter)];
  return db.selectFrom('component').where((eb) => eb.and(conditions));
}

async function countAll(found: Matching): Promise<number> {
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** "Default name asc, version desc"; then by id, so that pages never overlap. */
function order(table: string, sort: SortColumn | undefined, descending = false): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const byName = (way: RawBuilder<unknown>) =>
    sql`${column('name')} ${way}, ${column('version')} desc nulls last, ${column('id')}`;
  if (sort === undefined) return byName(sql`asc`);
  if (sort === 'name') return byName(direction);
  return sql`${sortedBy(table, sort)} ${direction} nulls last, ${byName(sql`asc`)}`;
}

/** The risk score is not a column of the component. */
function sortedBy(table: string, column: string): RawBuilder<unknown> {
  if (column === 'risk_score') return riskScoreOfComponent(`${table}.id`, `${table}.project_id`);
  return sql.ref(`${table}.${column}`);
}

export type KeysetColumn = 'id' | 'name' | 'group_name' | 'risk_score';

/** Returns one row more than the limit if there is a next page. */
export async function listComponentPage(
  db: Db,
  principal: Principal,
  filter: ComponentFilter,
  page: KeysetPage<KeysetColumn>,
): Promise<KeysetRows<ComponentRow>> {
  const found = matching(db, principal, filter);
  const limited = found
    .selectAll('component')
    .where(isAfter(page))
    .orderBy(keysetOrder('component', page))
    .limit(page.limit + 1);
  const rows = await selectComponents(db, limited).orderBy(keysetOrder('c', page)).execute();
  return { rows, total: await totalOfFound(db, found, filter) };
}

function keysetOrder(table: string, { column, descending }: KeysetPage<KeysetColumn>): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const id = sql`${sql.ref(`${table}.id`)} ${direction}`;
  return column === 'id' ? id : sql`${sortedBy(table, column)} ${direction} nulls last, ${id}`;
}

/** Rows without a value in the sorted column come last in both directions. */
function isAfter({ column, descending, after }: KeysetPage<KeysetColumn>): RawBuilder<SqlBool> {
  if (!after) return sql<SqlBool>`true`;
  const beyond = sql.raw(descending ? '<' : '>');
  const [sorted, id] = [sortedBy('component', column), sql.ref('component.id')];
  if (column === 'id') return sql<SqlBool>`${id} ${beyond} ${after.id}`;
  if (after.value === null) return sql<SqlBool>`(${sorted} is null and ${id} ${beyond} ${after.id})`;
  const follows = sql<SqlBool>`(${sorted}, ${id}) ${beyond} (${after.value}, ${after.id})`;
  return column === 'name' ? follows : sql<SqlBool>`(${follows} or ${sorted} is null)`;
}

const MAX_COUNT = 10_000;

/** Exact within one project. Across all projects counting stops at a limit, because an exact count costs a scan. */
async function totalOfFound(
  db: Db,
  found: Matching,
  filter: ComponentFilter,
): Promise<KeysetRows<ComponentRow>['total']> {
  if (filter.projectId !== undefined) return { count: await countAll(found), type: 'EXACT' };
  const { total } = await db
    .selectFrom(
      found
        .select('component.id')
        .limit(MAX_COUNT + 1)
        .as('counted'),
    )
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total > MAX_COUNT ? { count: MAX_COUNT, type: 'AT_LEAST' } : { count: total, type: 'EXACT' };
}
