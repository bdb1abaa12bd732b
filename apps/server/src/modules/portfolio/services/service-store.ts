import type { OrganizationMembers, Reference, ServiceData } from '@tallyman/contract';
import { type InferResult, type Insertable, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { DB, Service } from '../../../platform/db/database.generated.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { totalOf } from '../../../platform/db/total-of.ts';
import { type Page, type Paged, sortColumn } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayAccess } from '../access/project-access.ts';
import { owner } from '../components/component-columns-store.ts';
import { toBigint } from '../components/component-store.ts';

export type ServiceRow = InferResult<ReturnType<typeof selectServices>>[number];
export type FoundService = NonNullable<Awaited<ReturnType<typeof findService>>>;

type ServiceQuery = SelectQueryBuilder<DB, 'service', Selectable<Service>>;

/** Services have no findings, so all have the same score. */
const RISK_SCORE = 'risk_score';

const sortFields = {
  name: 'name',
  group: 'group_name',
  version: 'version',
  description: 'description',
  authenticated: 'authenticated',
  crossesTrustBoundary: 'crosses_trust_boundary',
  lastInheritedRiskScore: RISK_SCORE,
} as const;

export async function listServices(db: Db, projectId: number, page: Page): Promise<Paged<ServiceRow>> {
  const sort = sortColumn(page, sortFields) ?? 'name';
  const sorted = servicesOf(db, projectId, page.search)
    .selectAll('service')
    .orderBy(order('service', sort, page.descending))
    .offset(page.offset);
  const rows = await selectServices(db, page.limit === null ? sorted : sorted.limit(page.limit))
    .orderBy(order('c', sort, page.descending))
    .execute();
  return { rows, total: await totalOf(page, rows.length, () => countServices(db, projectId, page.search)) };
}

function order(table: string, sort: string, descending = false) {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const sorted = sort === RISK_SCORE ? sql`0::float8` : column(sort);
  return sql`${sorted} ${direction} nulls last, ${column('name')}, ${column('id')}`;
}

function servicesOf(db: Db, projectId: number, search: string | undefined) {
  const services = db
    .selectFrom('service')
    .where('service.project_id', '=', projectId)
    .where('service.removed_at', 'is', null);
  if (search === undefined) return services;
  return services.where(
    sql<boolean>`(strpos(lower(service.name), lower(${search})) > 0
      or strpos(lower(service.group_name), lower(${search})) > 0)`,
  );
}

async function countServices(db: Db, projectId: number, search: string | undefined): Promise<number> {
  const { total } = await servicesOf(db, projectId, search)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Returns hidden services too: check `accessible`. */
export function findService(db: Db, principal: Principal, uuid: string) {
  const service = db
    .selectFrom('service')
    .selectAll('service')
    .where('service.uuid', '=', uuid)
    .where('service.removed_at', 'is', null);
  return selectServices(db, service)
    .select(mayAccess(principal, 'c.project_id').$castTo<boolean>().as('accessible'))
    .executeTakeFirst();
}

function selectServices(db: Db, services: ServiceQuery) {
  return db
    .selectFrom(services.as('c'))
    .select([
      'c.id',
      'c.uuid',
      'c.project_id',
      'c.name',
      'c.group_name',
      'c.version',
      'c.description',
      'c.endpoints',
      'c.authenticated',
      'c.crosses_trust_boundary',
      'c.notes',
    ])
    .select((eb) => [
      eb.ref('c.provider').$castTo<OrganizationMembers | null>().as('provider'),
      eb.ref('c.data').$castTo<ServiceData[] | null>().as('data'),
      eb.ref('c.external_references').$castTo<Reference[] | null>().as('external_references'),
      owner.as('project'),
    ]);
}

export type ServiceColumns = Omit<
  Insertable<Service>,
  'project_id' | 'uuid' | 'position' | 'identity_hash' | 'content_hash'
> & { readonly identity_hash: bigint; readonly content_hash: bigint };

export async function insertService(
  tx: Tx,
  projectId: number,
  uuid: string,
  columns: ServiceColumns,
): Promise<void> {
  await tx
    .insertInto('service')
    .values((eb) => ({
      ...columns,
      uuid,
      project_id: projectId,
      identity_hash: toBigint(columns.identity_hash),
      content_hash: toBigint(columns.content_hash),
      position: eb
        .selectFrom('service')
        .select(sql<number>`coalesce(max(position), -1) + 1`.as('next'))
        .where('project_id', '=', projectId),
    }))
    .execute();
}

export async function updateService(tx: Tx, id: number, columns: ServiceColumns): Promise<void> {
  await tx
    .updateTable('service')
    .set({
      ...columns,
      identity_hash: toBigint(columns.identity_hash),
      content_hash: toBigint(columns.content_hash),
    })
    .where('id', '=', id)
    .execute();
}
