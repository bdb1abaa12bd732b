import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { KeysetPage, KeysetRows } from '../../../platform/http/keyset-page.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { withLicenseCounts } from './license-counts-store.ts';

export interface LicenseUseFilter {
  /** A substring of the id or the name, in any case. */
  readonly text: string | undefined;
  readonly onlyUsed: boolean;
  readonly onlyCustom: boolean;
}

export type LicenseUseColumn = 'license_id' | 'name' | 'component_count';

export interface LicenseUseRow {
  readonly id: number;
  readonly uuid: string;
  readonly license_id: string;
  readonly name: string;
  readonly is_osi_approved: boolean;
  readonly is_fsf_libre: boolean;
  readonly is_deprecated: boolean;
  readonly is_custom: boolean;
  readonly component_count: number;
  readonly total: number;
}

/** Returns one row more than the limit if there is a next page. Adds up stored counts (ADR 0189). */
export async function listLicenseUse(
  db: Db,
  principal: Principal,
  filter: LicenseUseFilter,
  page: KeysetPage<LicenseUseColumn>,
): Promise<KeysetRows<LicenseUseRow>> {
  const direction = sql.raw(page.descending ? 'desc' : 'asc');
  const { rows } = await sql<LicenseUseRow>`
    with ${usesOf(principal)}, listed as (
      select license.id, license.uuid, license.license_id, license.name, license.is_osi_approved,
        license.is_fsf_libre, license.is_deprecated, license.is_custom,
        coalesce(counted.components, 0)::bigint as component_count
      from license left join counted on counted.license_id = license.id
      where ${matches(filter)}
    )
    select listed.*, (select count(*) from listed) as total
    from listed
    where ${isAfter(page)}
    order by ${sql.ref(`listed.${page.column}`)} ${direction}, listed.id ${direction}
    limit ${page.limit + 1}`.execute(db);
  return { rows, total: { count: rows[0]?.total ?? 0, type: 'EXACT' } };
}

/** Splits expressions after they are added up: there are few different ones. */
function usesOf(principal: Principal): RawBuilder<unknown> {
  return sql`${withLicenseCounts(principal)}, counted as (
      select uses.license_id, sum(uses.components) as components
      from (
        select used.license_id, used.components from used where used.license_id is not null
        union all
        select license.id, used.components
        from used
        cross join lateral (
          select distinct word from regexp_split_to_table(lower(used.license_expression), '[\\s()]+') as word
        ) as named
        join license on lower(license.license_id) = named.word
        where license.id is distinct from used.license_id
      ) as uses
      group by uses.license_id
    )`;
}

function matches({ text, onlyUsed, onlyCustom }: LicenseUseFilter): RawBuilder<SqlBool> {
  const conditions = [
    sql<SqlBool>`true`,
    text !== undefined &&
      sql<SqlBool>`(strpos(lower(license.name), lower(${text})) > 0
        or strpos(lower(license.license_id), lower(${text})) > 0)`,
    onlyUsed && sql<SqlBool>`counted.components > 0`,
    onlyCustom && sql<SqlBool>`license.is_custom`,
  ].filter((condition) => typeof condition === 'object');
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

function isAfter({ column, descending, after }: KeysetPage<LicenseUseColumn>): RawBuilder<SqlBool> {
  if (!after) return sql<SqlBool>`true`;
  const beyond = sql.raw(descending ? '<' : '>');
  return sql<SqlBool>`(${sql.ref(`listed.${column}`)}, listed.id) ${beyond} (${after.value}, ${after.id})`;
}
