import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { mayAccess } from '../../portfolio/access/project-access.ts';
import type { FieldChange } from '../decision.ts';
import type { FindingKey } from '../finding-key.ts';
import { findingKeyOf } from '../finding-key-access.ts';
import type { EarlierDecision } from './decision-store.ts';

export interface NewBatch {
  readonly uuid: string;
  readonly decidedBy: string;
  readonly decidedAt: Date;
}

export async function insertBatch(tx: Tx, { uuid, decidedBy, decidedAt }: NewBatch): Promise<void> {
  await tx
    .insertInto('decision_batch')
    .values({ uuid, decided_by: decidedBy, decided_at: decidedAt })
    .execute();
}

/** Locks the batch, so that it is undone at most once. */
export function lockBatch(tx: Tx, uuid: string) {
  return tx
    .selectFrom('decision_batch')
    .select(['decided_by', 'decided_at', 'undone_at'])
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst();
}

export async function markUndone(tx: Tx, uuid: string, by: string, at: Date): Promise<void> {
  await tx
    .updateTable('decision_batch')
    .set({ undone_by: by, undone_at: at })
    .where('uuid', '=', uuid)
    .execute();
}

export interface BatchFinding extends FindingKey {
  readonly accessible: boolean;
}

/** Returns the findings on which a batch decided, in lock order. */
export async function listBatchFindings(
  tx: Tx,
  principal: Principal,
  batch: string,
): Promise<BatchFinding[]> {
  const { rows } = await sql<BatchFinding>`
    select ${findingKeyOf('f')},
      ${mayAccess(principal, 'f.project_id')} as accessible
    from finding_audit entry
    join finding f on f.component_id = entry.component_id and f.vulnerability_id = entry.vulnerability_id
    where entry.batch = ${batch} and entry.changes is not null
    order by f.component_id, f.vulnerability_id`.execute(tx);
  return rows;
}

export interface BatchEntry extends FindingKey {
  readonly changes: readonly FieldChange[];
  /** `null` if nobody had decided. */
  readonly before: EarlierDecision | null;
  /** Whether no later decision changed the finding. */
  readonly isLatest: boolean;
}

/** Returns up to `limit` entries of findings after the given one, in lock order. */
export async function listBatchEntries(
  tx: Tx,
  batch: string,
  after: FindingKey,
  limit: number,
): Promise<BatchEntry[]> {
  const { rows } = await sql<BatchEntry>`
    select ${findingKeyOf('entry')}, changes, before,
      not exists (
        select from finding_audit later
        where later.component_id = entry.component_id and later.vulnerability_id = entry.vulnerability_id
          and later.id > entry.id and later.changes is not null
      ) as "isLatest"
    from finding_audit entry
    where batch = ${batch} and changes is not null
      and (component_id, vulnerability_id) > (${after.componentId}, ${after.vulnerabilityId})
    order by component_id, vulnerability_id
    limit ${limit}`.execute(tx);
  return rows;
}

/** Restores owner and expiry of earlier decisions. Deletes the decision if nobody had decided before. */
export async function restoreDeciders(tx: Tx, entries: readonly BatchEntry[]): Promise<void> {
  const rows = JSON.stringify(
    entries.map(({ componentId, vulnerabilityId, before }) => ({
      component_id: componentId,
      vulnerability_id: vulnerabilityId,
      decided_by: before?.decidedBy,
      policy: before?.policy,
      policy_fields: before?.policyFields ?? [],
      expires_at: before?.expiresAt,
      before_expiry: before?.beforeExpiry,
    })),
  );
  const earlier = sql`json_populate_recordset(null::finding_analysis, ${rows}::json) earlier`;
  await sql`
    delete from finding_analysis analysis using ${earlier}
    where analysis.component_id = earlier.component_id and analysis.vulnerability_id = earlier.vulnerability_id
      and earlier.decided_by is null`.execute(tx);
  await sql`
    update finding_analysis analysis set decided_by = earlier.decided_by, policy = earlier.policy,
      policy_fields = earlier.policy_fields,
      expires_at = earlier.expires_at, before_expiry = earlier.before_expiry
    from ${earlier}
    where analysis.component_id = earlier.component_id and analysis.vulnerability_id = earlier.vulnerability_id
  `.execute(tx);
}
