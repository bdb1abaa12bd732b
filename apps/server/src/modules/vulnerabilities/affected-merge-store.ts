import { sql } from 'kysely';
import { copyRows } from '../../platform/db/copy-rows.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { AffectedCpeRow, AffectedPackageRow } from './to-affected-rows.ts';

const boundColumns = [
  'version_start_including',
  'version_start_excluding',
  'version_end_including',
  'version_end_excluding',
  'key_from',
  'key_to',
] as const;

const packageColumns = [
  'uuid',
  'package',
  'purl_type',
  'qualifiers',
  'distro',
  'version',
  'scheme',
  'vers',
  ...boundColumns,
] as const satisfies readonly (keyof AffectedPackageRow)[];

const cpeColumns = [
  'uuid',
  'part',
  'vendor',
  'product',
  'cpe',
  ...boundColumns,
] as const satisfies readonly (keyof AffectedCpeRow)[];

type Of<Row> = Row & { readonly vulnerability_id: number };

/** What vulnerabilities affect, as one asserter says. */
export interface AffectedRows {
  readonly packages: readonly Of<AffectedPackageRow>[];
  readonly cpes: readonly Of<AffectedCpeRow>[];
}

/** Of vulnerabilities that are new: there is nothing to compare with. */
export async function insertAffected(
  tx: Tx,
  asserterId: number,
  { packages, cpes }: AffectedRows,
  now: Date,
): Promise<void> {
  const whose = { asserter_id: asserterId, first_seen: now.toISOString() };
  const columns = ['vulnerability_id', 'asserter_id', 'first_seen'] as const;
  await copyRows(
    tx,
    'affected_package',
    [...columns, ...packageColumns],
    packages.map((row) => ({ ...row, ...whose })),
  );
  await copyRows(
    tx,
    'affected_cpe',
    [...columns, ...cpeColumns],
    cpes.map((row) => ({ ...row, ...whose })),
  );
}

/**
 * Makes what an asserter says is affected what it says now. Returns the vulnerabilities for which something
 * changed.
 */
export async function replaceAffected(
  tx: Tx,
  asserterId: number,
  vulnerabilityIds: readonly number[],
  { packages, cpes }: AffectedRows,
  now: Date,
): Promise<number[]> {
  await copyRows(tx, 'stage_affected_package', ['vulnerability_id', ...packageColumns], packages);
  await copyRows(tx, 'stage_affected_cpe', ['vulnerability_id', ...cpeColumns], cpes);
  const ofPackages = await merge(tx, 'affected_package', packageColumns, asserterId, vulnerabilityIds, now);
  const ofCpes = await merge(tx, 'affected_cpe', cpeColumns, asserterId, vulnerabilityIds, now);
  return [...new Set([...ofPackages, ...ofCpes])];
}

/** Rows that are as they should be are not touched: they keep the time when they were first seen. */
async function merge(
  tx: Tx,
  table: 'affected_package' | 'affected_cpe',
  columns: readonly string[],
  asserterId: number,
  vulnerabilityIds: readonly number[],
  now: Date,
): Promise<number[]> {
  const staged = sql.table(`stage_${table}`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const isSame = sql`s.vulnerability_id = t.vulnerability_id and s.uuid = t.uuid`;
  const { rows } = await sql<{ vulnerability_id: number }>`
    with dropped as (
      delete from ${sql.table(table)} t
      where t.vulnerability_id = any(${[...vulnerabilityIds]}::bigint[]) and t.asserter_id = ${asserterId}
        and not exists (select from ${staged} s where ${isSame})
      returning t.vulnerability_id
    ), changed as (
      update ${sql.table(table)} t set ${sql.join(describing(table).map((column) => sql`${sql.ref(column)} = s.${sql.ref(column)}`))}
      from ${staged} s
      where ${isSame} and t.asserter_id = ${asserterId}
        and row(${sql.join(describing(table).map((column) => sql.ref(`t.${column}`)))})
          is distinct from row(${sql.join(describing(table).map((column) => sql.ref(`s.${column}`)))})
      returning t.vulnerability_id
    ), added as (
      insert into ${sql.table(table)} (vulnerability_id, asserter_id, first_seen, ${names})
      select s.vulnerability_id, ${asserterId}::smallint, ${now}::timestamptz,
        ${sql.join(columns.map((column) => sql.ref(`s.${column}`)))}
      from ${staged} s
      where not exists (select from ${sql.table(table)} t where ${isSame} and t.asserter_id = ${asserterId})
      returning vulnerability_id
    )
    select vulnerability_id from dropped union select vulnerability_id from changed
    union select vulnerability_id from added`.execute(tx);
  return rows.map(({ vulnerability_id }) => vulnerability_id);
}

/** What equal statements may still differ in: how they are explained and keyed. */
function describing(table: 'affected_package' | 'affected_cpe'): readonly string[] {
  return table === 'affected_package' ? ['vers', 'scheme', 'key_from', 'key_to'] : ['key_from', 'key_to'];
}
