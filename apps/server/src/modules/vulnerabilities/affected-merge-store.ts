import { sql } from 'kysely';
import { type CopyLines, copyLines } from '../../platform/db/copy-lines.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { PreparedRecord } from './prepare-record.ts';
import { cpeColumns, packageColumns } from './to-affected-rows.ts';

/** What a vulnerability affects, as one asserter says. */
export interface AffectedLines {
  readonly vulnerabilityId: number;
  readonly said: Pick<PreparedRecord, 'packages' | 'cpes'>;
}

/** Of vulnerabilities that are new: there is nothing to compare with. */
export async function insertAffected(
  tx: Tx,
  asserterId: number,
  affected: readonly AffectedLines[],
  now: Date,
): Promise<void> {
  const whose = `${asserterId}\t${now.toISOString()}`;
  const columns = ['vulnerability_id', 'asserter_id', 'first_seen'] as const;
  const toFront = (id: number) => `${id}\t${whose}\t`;
  await copyAffected(tx, ['affected_package', 'affected_cpe'], columns, affected, toFront);
}

/**
 * Makes what an asserter says is affected what it says now. Returns the vulnerabilities for which something
 * changed.
 */
export async function replaceAffected(
  tx: Tx,
  asserterId: number,
  affected: readonly AffectedLines[],
  now: Date,
): Promise<number[]> {
  const tables = ['stage_affected_package', 'stage_affected_cpe'] as const;
  await copyAffected(tx, tables, ['vulnerability_id'], affected, (id) => `${id}\t`);
  const ids = affected.map(({ vulnerabilityId }) => vulnerabilityId);
  const ofPackages = await merge(tx, 'affected_package', packageColumns, asserterId, ids, now);
  const ofCpes = await merge(tx, 'affected_cpe', cpeColumns, asserterId, ids, now);
  return [...new Set([...ofPackages, ...ofCpes])];
}

async function copyAffected(
  tx: Tx,
  [packageTable, cpeTable]: readonly [string, string],
  columns: readonly string[],
  affected: readonly AffectedLines[],
  toFront: (id: number) => string,
): Promise<void> {
  const copy = async (table: string, own: readonly string[], rowsOf: (one: AffectedLines) => Uint8Array) => {
    if (!affected.some((one) => rowsOf(one).length > 0)) return;
    await copyLines(tx, table, [...columns, ...own], toLines(affected, rowsOf, toFront));
  };
  await copy(packageTable, packageColumns, ({ said }) => said.packages);
  await copy(cpeTable, cpeColumns, ({ said }) => said.cpes);
}

function* toLines(
  affected: readonly AffectedLines[],
  rowsOf: (one: AffectedLines) => Uint8Array,
  toFront: (id: number) => string,
): Generator<CopyLines> {
  for (const one of affected) yield [toFront(one.vulnerabilityId), rowsOf(one)];
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
  return table === 'affected_package'
    ? ['package', 'vers', 'scheme', 'key_from', 'key_to']
    : ['key_from', 'key_to'];
}
