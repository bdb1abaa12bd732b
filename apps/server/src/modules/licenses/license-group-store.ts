import { type InferResult, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { totalOf } from '../../platform/db/total-of.ts';
import { type Page, type Paged, sortColumn } from '../../platform/http/paging.ts';
import { newUuid } from '../../platform/ids.ts';
import type { ConciseLicenseRow } from './license-store.ts';

export type LicenseGroupRow = InferResult<ReturnType<typeof selectGroups>>[number];

const sortFields = { name: 'license_group.name', riskWeight: 'license_group.risk_weight' } as const;

export async function listGroups(db: Db, page: Page): Promise<Paged<LicenseGroupRow>> {
  const sort = sortColumn(page, sortFields) ?? 'license_group.name';
  const sorted = selectGroups(db)
    .where(nameMatches(page.search))
    .orderBy(sort, page.descending ? 'desc' : 'asc')
    .orderBy('license_group.id')
    .offset(page.offset);
  const rows = await (page.limit === null ? sorted : sorted.limit(page.limit)).execute();
  return { rows, total: await totalOf(page, rows.length, () => countGroups(db, page.search)) };
}

export function findGroup(db: Db, uuid: string): Promise<LicenseGroupRow | undefined> {
  return selectGroups(db).where('license_group.uuid', '=', uuid).executeTakeFirst();
}

/** Violates a unique index if a group with this name exists. */
export async function insertGroup(tx: Tx, uuid: string, name: string): Promise<void> {
  await tx.insertInto('license_group').values({ uuid, name }).execute();
}

export async function renameGroup(tx: Tx, uuid: string, name: string): Promise<void> {
  await tx.updateTable('license_group').set({ name }).where('uuid', '=', uuid).execute();
}

export async function deleteGroup(tx: Tx, uuid: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('license_group').where('uuid', '=', uuid).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns whether the licence was added. */
export async function addMember(tx: Tx, groupId: number, licenseId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('license_group_member')
    .values({ license_group_id: groupId, license_id: licenseId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Returns whether the licence was removed. */
export async function removeMember(tx: Tx, groupId: number, licenseId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('license_group_member')
    .where('license_group_id', '=', groupId)
    .where('license_id', '=', licenseId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

interface NewGroup {
  readonly name: string;
  readonly riskWeight: number;
}

export async function insertGroups(tx: Tx, groups: readonly NewGroup[]): Promise<void> {
  const values = groups.map(({ name, riskWeight }) => ({ uuid: newUuid(), name, risk_weight: riskWeight }));
  await tx
    .insertInto('license_group')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface NewMembership {
  readonly group: string;
  readonly licenseId: string;
}

export async function insertMemberships(tx: Tx, memberships: readonly NewMembership[]): Promise<void> {
  await sql`
    insert into license_group_member (license_group_id, license_id)
    select license_group.id, license.id
    from json_to_recordset(${JSON.stringify(memberships)}) as planned ("group" text, "licenseId" text)
    join license_group on license_group.name = planned."group"
    join license on license.license_id = planned."licenseId"
    on conflict do nothing`.execute(tx);
}

function selectGroups(db: Db) {
  return db
    .selectFrom('license_group')
    .select(['license_group.id', 'license_group.uuid', 'license_group.name', 'license_group.risk_weight'])
    .select(licensesOfGroup.as('licenses'));
}

const licensesOfGroup = sql<ConciseLicenseRow[]>`(
  select coalesce(json_agg(json_build_object('uuid', license.uuid, 'license_id', license.license_id,
    'name', license.name, 'is_osi_approved', license.is_osi_approved, 'is_fsf_libre', license.is_fsf_libre,
    'is_deprecated', license.is_deprecated, 'is_custom', license.is_custom)
    order by license.name, license.id), '[]')
  from license_group_member join license on license.id = license_group_member.license_id
  where license_group_member.license_group_id = license_group.id)`;

function nameMatches(search: string | undefined) {
  if (search === undefined) return sql<boolean>`true`;
  return sql<boolean>`strpos(lower(license_group.name), lower(${search})) > 0`;
}

async function countGroups(db: Db, search: string | undefined): Promise<number> {
  const { total } = await db
    .selectFrom('license_group')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(nameMatches(search))
    .executeTakeFirstOrThrow();
  return total;
}

export async function listGroupNames(db: Db): Promise<{ uuid: string; name: string }[]> {
  return db.selectFrom('license_group').select(['uuid', 'name']).execute();
}

interface CopiedGroup extends NewGroup {
  readonly uuid: string;
  readonly licenseIds: readonly string[];
}

/** Inserts groups of another database, with those of their licences that exist here. Ignores the case of ids. */
export async function copyGroups(tx: Tx, groups: readonly CopiedGroup[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(groups)}::jsonb)
    as given (uuid uuid, name text, "riskWeight" integer, "licenseIds" jsonb)`;
  await sql`
    insert into license_group (uuid, name, risk_weight)
    select uuid, name, "riskWeight" from ${given}`.execute(tx);
  await sql`
    insert into license_group_member (license_group_id, license_id)
    select distinct license_group.id, license.id
    from ${given} cross join jsonb_array_elements_text(given."licenseIds") as member (id)
    join license_group on license_group.uuid = given.uuid
    join license on lower(license.license_id) = lower(member.id)`.execute(tx);
}
