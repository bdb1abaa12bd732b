import { type InferResult, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { totalOf } from '../../platform/db/total-of.ts';
import { type Page, type Paged, sortColumn } from '../../platform/http/paging.ts';
import { newUuid } from '../../platform/ids.ts';
import type { SpdxLicense } from './spdx-licenses.ts';

export type LicenseRow = InferResult<ReturnType<typeof selectLicenses>>[number];
export type ConciseLicenseRow = InferResult<ReturnType<typeof selectConcise>>[number];

export interface KnownLicense {
  readonly id: number;
  readonly uuid: string;
  readonly licenseId: string;
  readonly name: string;
}

export interface NewLicenseColumns {
  readonly uuid: string;
  readonly license_id: string;
  readonly name: string;
  readonly text: string | null;
  readonly template: string | null;
  readonly header: string | null;
  readonly comments: string | null;
  readonly see_also: readonly string[];
  readonly is_osi_approved: boolean;
  readonly is_fsf_libre: boolean;
  readonly is_deprecated: boolean;
}

const sortFields = {
  name: 'license.name',
  licenseId: 'license.license_id',
  isOsiApproved: 'license.is_osi_approved',
  isFsfLibre: 'license.is_fsf_libre',
  isDeprecatedLicenseId: 'license.is_deprecated',
  isCustomLicense: 'license.is_custom',
} as const;

export async function listLicenses(db: Db, page: Page): Promise<Paged<LicenseRow>> {
  const sort = sortColumn(page, sortFields) ?? 'license.name';
  const sorted = selectLicenses(db)
    .where(matches(page.search))
    .orderBy(sort, page.descending ? 'desc' : 'asc')
    .orderBy('license.id')
    .offset(page.offset);
  const rows = await (page.limit === null ? sorted : sorted.limit(page.limit)).execute();
  return { rows, total: await totalOf(page, rows.length, () => countLicenses(db, page.search)) };
}

export function listConciseLicenses(db: Db): Promise<ConciseLicenseRow[]> {
  return selectConcise(db).orderBy('license.name').orderBy('license.id').execute();
}

/** Ignores the case of the id. */
export function findLicense(db: Db, licenseId: string): Promise<LicenseRow | undefined> {
  return selectLicenses(db)
    .where(sql<boolean>`lower(license.license_id) = lower(${licenseId})`)
    .executeTakeFirst();
}

export function findLicenseId(db: Db, uuid: string): Promise<{ id: number } | undefined> {
  return db.selectFrom('license').select('id').where('uuid', '=', uuid).executeTakeFirst();
}

export function findLicenseByIdOrUuid(
  db: Db,
  licenseId: string | null,
  uuid: string | null,
): Promise<KnownLicense | undefined> {
  return db
    .selectFrom('license')
    .select(['id', 'uuid', 'license_id as licenseId', 'name'])
    .where(sql<boolean>`lower(license_id) = lower(${licenseId}) or uuid = ${uuid}::uuid`)
    .limit(1)
    .executeTakeFirst();
}

/** Deprecated and custom licences come last: of several with the same name the first is preferred. */
export function listKnownLicenses(db: Db): Promise<KnownLicense[]> {
  return db
    .selectFrom('license')
    .select(['id', 'uuid', 'license_id as licenseId', 'name'])
    .orderBy('is_custom')
    .orderBy('is_deprecated')
    .orderBy('id')
    .execute();
}

/** Returns a text that changes whenever licences are created, deleted or updated to another SPDX list. */
export async function getLicenseState(db: Db): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select concat_ws(' ', count(*), max(id), (select version from license_list)) as state from license
  `.execute(db);
  return rows[0]?.state ?? '';
}

/** Violates a unique index if a licence with this id exists. */
export async function insertCustomLicense(tx: Tx, license: NewLicenseColumns): Promise<void> {
  const { see_also, ...columns } = license;
  await tx
    .insertInto('license')
    .values({ ...columns, see_also: [...see_also], is_custom: true })
    .execute();
}

export async function deleteLicenseRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('license').where('id', '=', id).execute();
}

function selectLicenses(db: Db) {
  return db
    .selectFrom('license')
    .select([
      'license.id',
      'license.uuid',
      'license.license_id',
      'license.name',
      'license.text',
      'license.template',
      'license.header',
      'license.comments',
      'license.see_also',
      'license.is_osi_approved',
      'license.is_fsf_libre',
      'license.is_deprecated',
      'license.is_custom',
    ])
    .select(groupsOfLicense.as('groups'));
}

const groupsOfLicense = sql<{ uuid: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('uuid', license_group.uuid, 'name', license_group.name)
    order by license_group.name), '[]')
  from license_group_member join license_group on license_group.id = license_group_member.license_group_id
  where license_group_member.license_id = license.id)`;

function selectConcise(db: Db) {
  return db
    .selectFrom('license')
    .select([
      'license.uuid',
      'license.license_id',
      'license.name',
      'license.is_osi_approved',
      'license.is_fsf_libre',
      'license.is_deprecated',
      'license.is_custom',
    ]);
}

function matches(search: string | undefined) {
  if (search === undefined) return sql<boolean>`true`;
  return sql<boolean>`(strpos(lower(license.name), lower(${search})) > 0
    or strpos(lower(license.license_id), lower(${search})) > 0)`;
}

async function countLicenses(db: Db, search: string | undefined): Promise<number> {
  const { total } = await db
    .selectFrom('license')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matches(search))
    .executeTakeFirstOrThrow();
  return total;
}

/** Returns the version of the SPDX list in the database. */
export async function findListVersion(db: Db): Promise<string | undefined> {
  return (await db.selectFrom('license_list').select('version').executeTakeFirst())?.version;
}

/** Like `findListVersion`. Locks out other seeding transactions. */
export async function lockListVersion(tx: Tx): Promise<string | undefined> {
  await sql`lock table license_list in exclusive mode`.execute(tx);
  return findListVersion(tx);
}

export async function recordListVersion(tx: Tx, version: string): Promise<void> {
  await sql`
    with earlier as (delete from license_list where version <> ${version})
    insert into license_list (version) values (${version}) on conflict do nothing`.execute(tx);
}

/** A custom licence becomes an SPDX licence if the list contains its id. */
export async function upsertSpdxLicenses(tx: Tx, licenses: readonly SpdxLicense[]): Promise<void> {
  const rows = JSON.stringify(licenses.map((license) => ({ uuid: newUuid(), ...license })));
  await sql`
    insert into license (uuid, license_id, name, text, header, comments, see_also, is_osi_approved, is_fsf_libre,
      is_deprecated)
    select uuid, "licenseId", name, text, header, comments, array(select json_array_elements_text("seeAlso")),
      "isOsiApproved", "isFsfLibre", "isDeprecated"
    from json_to_recordset(${rows}) as listed (uuid uuid, "licenseId" text, name text, text text, header text,
      comments text, "seeAlso" json, "isOsiApproved" boolean, "isFsfLibre" boolean, "isDeprecated" boolean)
    on conflict ((lower(license_id))) do update set
      license_id = excluded.license_id, name = excluded.name, text = excluded.text, header = excluded.header,
      comments = excluded.comments, see_also = excluded.see_also,
      is_osi_approved = excluded.is_osi_approved, is_fsf_libre = excluded.is_fsf_libre,
      is_deprecated = excluded.is_deprecated, is_custom = false`.execute(tx);
}

/** Returns the UUIDs of existing licences by their ids in lower case. */
export async function listLicenseUuids(db: Db, licenseIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; uuid: string }>`
    select lower(license_id) as id, uuid from license
    where lower(license_id) = any(${licenseIds.map((id) => id.toLowerCase())}::text[])`.execute(db);
  return new Map(rows.map(({ id, uuid }) => [id, uuid]));
}
