import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { VulnerabilityKey } from './vulnerability-record.ts';

/** Deletes the report and the affected packages and CPEs of an asserter. Returns the vulnerabilities. */
export async function deleteStatements(
  tx: Tx,
  asserterId: number,
  ids: readonly number[],
): Promise<VulnerabilityKey[]> {
  const stated = sql`vulnerability_id = any(${[...ids]}::bigint[]) and asserter_id = ${asserterId}`;
  const { rows } = await sql<VulnerabilityKey>`
    with packages as (delete from affected_package where ${stated}),
      cpes as (delete from affected_cpe where ${stated}),
      reports as (delete from vulnerability_report where ${stated})
    select source, vuln_id as "vulnId" from vulnerability where id = any(${[...ids]}::bigint[])`.execute(tx);
  return rows;
}

/** Withdraws the vulnerabilities that no source reports any more. Clears the hash, so that the same content is applied if it returns. */
export async function rejectUnreported(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await sql`
    update vulnerability v set rejected_at = coalesce(rejected_at, ${now}), content_hash = 0
    where id = any(${[...ids]}::bigint[]) and source <> 'INTERNAL'
      and not exists (select from vulnerability_report where vulnerability_id = v.id)`.execute(tx);
}
