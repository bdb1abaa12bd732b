import { sql } from 'kysely';
import { copyRows } from '../../../platform/db/copy-rows.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { toStorableJson } from '../../../platform/db/storable-text.ts';
import { decisionRatings } from '../../vulnerabilities/rating-access.ts';
import type {
  BeforeExpiry,
  Decider,
  DeciderKind,
  FieldChange,
  FieldName,
  StandingDecision,
} from '../decision.ts';
import { DECISION_COLUMNS, type DecisionRow, toDecidedFields, toDecisionRow } from '../decision-columns.ts';
import type { FindingKey } from '../finding-key.ts';
import { findingKeyOf, findingKeys } from '../finding-key-access.ts';
import { insertPastDecisions } from '../history/past-decision-store.ts';

/**
 * Locks findings until the transaction ends, always in the same order, which prevents deadlocks. Locks the rows of the
 * findings because an undecided finding has no row in `finding_analysis`.
 */
export async function lockFindings(tx: Tx, findings: readonly FindingKey[]): Promise<void> {
  await sql`
    select from finding join ${findingKeys(findings)} using (component_id, vulnerability_id)
    order by finding.component_id, finding.vulnerability_id
    for no key update of finding`.execute(tx);
}

interface StandingRow extends DecisionRow, FindingKey {
  readonly project_id: number;
  readonly decided_by: DeciderKind | null;
  readonly policy: string | null;
  readonly policy_fields: FieldName[] | null;
  readonly expires_at: Date | null;
  readonly before_expiry: BeforeExpiry | null;
}

/** Returns the current decision of each finding. Leaves out findings that do not exist. */
export async function listStandingDecisions(
  db: Db,
  findings: readonly FindingKey[],
): Promise<StandingDecision[]> {
  const { rows } = await sql<StandingRow>`
    select ${findingKeyOf('finding')}, finding.project_id,
      coalesce(state, 'NOT_SET') as state, coalesce(justification, 'NOT_SET') as justification,
      coalesce(response, 'NOT_SET') as response, details, coalesce(is_suppressed, false) as is_suppressed,
      ${decisionRatings('analysis')}, decided_by, policy, policy_fields, expires_at, before_expiry
    from ${findingKeys(findings)}
    join finding using (component_id, vulnerability_id)
    left join finding_analysis analysis on analysis.component_id = finding.component_id
      and analysis.vulnerability_id = finding.vulnerability_id`.execute(db);
  return rows.map(toStandingDecision);
}

function toStandingDecision(row: StandingRow): StandingDecision {
  return {
    componentId: row.componentId,
    vulnerabilityId: row.vulnerabilityId,
    projectId: row.project_id,
    fields: toDecidedFields(row),
    decidedBy: row.decided_by,
    policy: row.policy,
    policyFields: row.policy_fields ?? [],
    expiresAt: row.expires_at,
    beforeExpiry: row.before_expiry,
  };
}

/** Returns the findings whose decision has expired, in lock order. */
export async function listExpired(db: Db, now: Date, limit: number): Promise<FindingKey[]> {
  const { rows } = await sql<FindingKey>`
    select ${findingKeyOf('finding_analysis')}
    from finding_analysis where expires_at <= ${now}
    order by component_id, vulnerability_id limit ${limit}`.execute(db);
  return rows;
}

/** Renames a policy in decisions, and in the earlier decisions that an expiry would restore. */
export async function renamePolicyOfDecisions(tx: Tx, from: string, to: string): Promise<void> {
  await sql`update finding_analysis set policy = ${to} where policy = ${from}`.execute(tx);
  await sql`
    update finding_analysis set before_expiry = jsonb_set(before_expiry::jsonb, '{policy}', to_jsonb(${to}::text))
    where before_expiry is not null and before_expiry ->> 'policy' = ${from}`.execute(tx);
}

/** All columns of a decision except the key of the finding and its project. */
export const SET_COLUMNS = [
  ...Object.values(DECISION_COLUMNS),
  'decided_by',
  'policy',
  'policy_fields',
  'expires_at',
  'before_expiry',
  'updated_at',
] as const;

/** Replaced decisions are kept in the history. */
export async function upsertDecisions(
  tx: Tx,
  now: Date,
  decisions: readonly StandingDecision[],
): Promise<void> {
  await insertPastDecisions(tx, now, decisions);
  const rows = toStorableJson(decisions.map((decision) => toRow(decision, now)));
  const columns = (table?: string) =>
    sql.join(SET_COLUMNS.map((column) => sql.ref(table ? `${table}.${column}` : column)));
  await sql`
    insert into finding_analysis select * from json_populate_recordset(null::finding_analysis, ${rows}::json)
    on conflict (component_id, vulnerability_id) do update set (${columns()}) = row(${columns('excluded')})
  `.execute(tx);
}

function toRow({ fields, ...decision }: StandingDecision, now: Date): object {
  return {
    ...toDecisionRow(fields),
    component_id: decision.componentId,
    vulnerability_id: decision.vulnerabilityId,
    project_id: decision.projectId,
    decided_by: decision.decidedBy,
    policy: decision.policy,
    policy_fields: decision.policyFields,
    expires_at: decision.expiresAt,
    before_expiry: decision.beforeExpiry,
    updated_at: now,
  };
}

export interface AuditEntry extends FindingKey {
  readonly comment: string;
  /** `null` if the entry is a comment. */
  readonly changes: readonly FieldChange[] | null;
  /** The earlier decision, if this one can be undone. */
  readonly before?: StandingDecision | undefined;
}

interface AuditOrigin {
  readonly at: Date;
  readonly by: Decider;
  readonly batch?: string | undefined;
}

/** Appends entries to the audit histories, in this order. */
export async function insertAuditEntries(
  tx: Tx,
  { at, by, batch }: AuditOrigin,
  entries: readonly AuditEntry[],
): Promise<void> {
  const rows = entries.map(({ componentId, vulnerabilityId, comment, changes, before }) => ({
    component_id: componentId,
    vulnerability_id: vulnerabilityId,
    at: at.toISOString(),
    commenter: by.name,
    comment,
    changes,
    batch,
    decided_by: by.kind,
    before: before && toEarlier(before),
  }));
  await copyRows(tx, 'finding_audit', AUDIT_COLUMNS, rows);
}

const AUDIT_COLUMNS = [
  'component_id',
  'vulnerability_id',
  'at',
  'commenter',
  'comment',
  'changes',
  'batch',
  'decided_by',
  'before',
] as const;

/** What undoing a decision restores besides the fields. */
export type EarlierDecision = Pick<StandingDecision, 'decidedBy' | 'policy' | 'beforeExpiry'> & {
  /** Absent in entries written before fields had owners (ADR 0086). */
  readonly policyFields?: readonly FieldName[];
  readonly expiresAt: string | null;
};

/** Returns null if nobody had decided. */
function toEarlier(before: StandingDecision): EarlierDecision | null {
  const { decidedBy, policy, policyFields, expiresAt, beforeExpiry } = before;
  if (decidedBy === null) return null;
  return { decidedBy, policy, policyFields, expiresAt: expiresAt?.toISOString() ?? null, beforeExpiry };
}

/** Marks findings as undecided: an undecided finding has no row. The decisions are kept in the history. */
export async function deleteDecisions(tx: Tx, now: Date, findings: readonly FindingKey[]): Promise<void> {
  await insertPastDecisions(tx, now, findings);
  await sql`
    delete from finding_analysis analysis using ${findingKeys(findings)}
    where analysis.component_id = key.component_id and analysis.vulnerability_id = key.vulnerability_id`.execute(
    tx,
  );
}
