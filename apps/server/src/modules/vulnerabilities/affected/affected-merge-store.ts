import { sql } from 'kysely';
import { type CopyLines, copyLines } from '../../../platform/db/copy-lines.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { PreparedRecord } from '../prepare-record.ts';
import { cpeColumns, packageColumns } from './to-affected-rows.ts';

/** The affected packages and CPEs that one asserter states for a vulnerability. */
export interface AffectedLines {
  readonly vulnerabilityId: number;
  readonly stated: Pick<PreparedRecord, 'packages' | 'cpes'>;
}

/** For new vulnerabilities: there are no stored rows to compare with. */
export async function insertAffected(
  tx: Tx,
  asserterId: number,
  affected: readonly AffectedLines[],
  now: Date,
): Promise<void> {
  const attribution = `${asserterId}\t${now.toISOString()}`;
  const columns = ['vulnerability_id', 'asserter_id', 'first_seen'] as const;
  const toPrefix = (id: number) => `${id}\t${attribution}\t`;
  await copyAffected(tx, ['affected_package', 'affected_cpe'], columns, affected, toPrefix);
}

/** Replaces the statements of an asserter. Returns the ids of the vulnerabilities for which something changed. */
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
  toPrefix: (id: number) => string,
): Promise<void> {
  const copy = async (table: string, own: readonly string[], rowsOf: (one: AffectedLines) => Uint8Array) => {
    if (!affected.some((one) => rowsOf(one).length > 0)) return;
    await copyLines(tx, table, [...columns, ...own], toLines(affected, rowsOf, toPrefix));
  };
  await copy(packageTable, packageColumns, ({ stated }) => stated.packages);
  await copy(cpeTable, cpeColumns, ({ stated }) => stated.cpes);
}

function* toLines(
  affected: readonly AffectedLines[],
  rowsOf: (one: AffectedLines) => Uint8Array,
  toPrefix: (id: number) => string,
): Generator<CopyLines> {
  for (const one of affected) yield [toPrefix(one.vulnerabilityId), rowsOf(one)];
}

/** Does not touch unchanged rows: they keep the time when they were first seen. */
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
      update ${sql.table(table)} t set ${sql.join(listDescriptiveColumns(table).map((column) => sql`${sql.ref(column)} = s.${sql.ref(column)}`))}
      from ${staged} s
      where ${isSame} and t.asserter_id = ${asserterId}
        and row(${sql.join(listDescriptiveColumns(table).map((column) => sql.ref(`t.${column}`)))})
          is distinct from row(${sql.join(listDescriptiveColumns(table).map((column) => sql.ref(`s.${column}`)))})
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

/** The columns in which equal statements may differ: their explanation and their keys. */
function listDescriptiveColumns(table: 'affected_package' | 'affected_cpe'): readonly string[] {
  return table === 'affected_package'
    ? ['package', 'vers', 'scheme', 'key_from', 'key_to']
    : ['key_from', 'key_to'];
}
