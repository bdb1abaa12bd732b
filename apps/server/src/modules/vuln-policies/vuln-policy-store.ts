import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { PolicyDraft, VulnPolicyRow } from './vuln-policy.ts';

const columns = sql`
  id, uuid, name, description, author, condition, analysis, ratings, operation_mode as "operationMode", priority,
  valid_from as "validFrom", valid_until as "validUntil", bundle_uuid as "bundleUuid",
  created_at as "createdAt", updated_at as "updatedAt", evaluation_error as "evaluationError"`;

export interface PolicyPage {
  readonly name: string | undefined;
  readonly limit: number;
  readonly after: { readonly priority: number; readonly name: string } | undefined;
}

/** Returns one row more than the limit if there is a next page. */
export async function listPage(db: Db, { name, limit, after }: PolicyPage): Promise<VulnPolicyRow[]> {
  const { rows } = await sql<VulnPolicyRow>`
    select ${columns} from vuln_policy
    where ${nameMatches(name)} and ${
      after ? sql`(priority, name) > (${after.priority}::smallint, ${after.name})` : sql`true`
    }
    order by priority, name limit ${limit + 1}`.execute(db);
  return rows;
}

/** Counts up to `max`. */
export async function countPolicies(db: Db, name: string | undefined, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from vuln_policy where ${nameMatches(name)} limit ${max}) counted`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

function nameMatches(name: string | undefined) {
  return name === undefined ? sql`true` : sql`strpos(lower(name), lower(${name})) > 0`;
}

/** By rank: "the highest priority wins on a finding; on a tie the oldest policy wins". */
export async function listByRank(db: Db): Promise<VulnPolicyRow[]> {
  const { rows } = await sql<VulnPolicyRow>`
    select ${columns} from vuln_policy order by priority desc, id`.execute(db);
  return rows;
}

export async function findPolicy(db: Db, uuid: string): Promise<VulnPolicyRow | undefined> {
  const { rows } = await sql<VulnPolicyRow>`select ${columns} from vuln_policy where uuid = ${uuid}`.execute(
    db,
  );
  return rows[0];
}

export async function lockPolicy(tx: Tx, uuid: string): Promise<VulnPolicyRow | undefined> {
  const { rows } = await sql<VulnPolicyRow>`
    select ${columns} from vuln_policy where uuid = ${uuid} for update`.execute(tx);
  return rows[0];
}

export interface NewPolicy extends PolicyDraft {
  readonly uuid: string;
}

/** Inserts in the given order: the first is the oldest. */
export async function insertPolicies(
  tx: Tx,
  policies: readonly NewPolicy[],
  bundleUuid: string | null,
  now: Date,
): Promise<void> {
  await sql`
    insert into vuln_policy (uuid, name, description, author, condition, analysis, ratings, operation_mode,
      priority, valid_from, valid_until, bundle_uuid, created_at)
    select uuid, name, description, author, condition, analysis, ratings, "operationMode", priority,
      "validFrom", "validUntil", ${bundleUuid}::uuid, ${now}
    from ${given(policies)} order by position`.execute(tx);
}

export async function updatePolicies(tx: Tx, policies: readonly NewPolicy[], now: Date): Promise<void> {
  await sql`
    update vuln_policy set name = given.name, description = given.description, author = given.author,
      condition = given.condition, analysis = given.analysis, ratings = given.ratings,
      operation_mode = given."operationMode", priority = given.priority, valid_from = given."validFrom",
      valid_until = given."validUntil", updated_at = ${now}, evaluation_error = null,
      evaluation_error_project = null
    from ${given(policies)} where vuln_policy.uuid = given.uuid`.execute(tx);
}

function given(policies: readonly NewPolicy[]) {
  const rows = JSON.stringify(policies.map((policy, position) => ({ ...policy, position })));
  return sql`jsonb_to_recordset(${rows}::jsonb) as given (position integer, uuid uuid, name text, description text,
    author text, condition text, analysis jsonb, ratings jsonb, "operationMode" text, priority smallint,
    "validFrom" timestamptz, "validUntil" timestamptz)`;
}

export async function deletePolicies(tx: Tx, uuids: readonly string[]): Promise<void> {
  await sql`delete from vuln_policy where uuid = any(${[...uuids]}::uuid[])`.execute(tx);
}

export async function listOfBundle(db: Db, bundleUuid: string): Promise<VulnPolicyRow[]> {
  const { rows } = await sql<VulnPolicyRow>`
    select ${columns} from vuln_policy where bundle_uuid = ${bundleUuid} order by id`.execute(db);
  return rows;
}

/** Those of the names that policies outside of bundles have. */
export async function listUserNames(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from vuln_policy where bundle_uuid is null and name = any(${[...names]}::text[])`.execute(db);
  return rows.map(({ name }) => name);
}

/** Writes changes only. A policy shows the error of one project until that project has none. */
export async function recordErrors(
  tx: Tx,
  projectId: number,
  errors: ReadonlyMap<number, string | null>,
): Promise<void> {
  await sql`
    update vuln_policy set evaluation_error = given.error,
      evaluation_error_project = case when given.error is not null then ${projectId}::bigint end
    from unnest(${[...errors.keys()]}::bigint[], ${[...errors.values()]}::text[]) as given (id, error)
    where vuln_policy.id = given.id and vuln_policy.evaluation_error is distinct from given.error
      and coalesce(vuln_policy.evaluation_error_project, ${projectId}) = ${projectId}`.execute(tx);
}

/** Whether a validity window has begun or ended since the last call. Records the call. */
export async function takeChangedWindows(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    with seen as (
      select id, (valid_from > coalesce(applied_at, created_at) and valid_from <= ${now})
        or (valid_until > coalesce(applied_at, created_at) and valid_until <= ${now}) as changed
      from vuln_policy where valid_from is not null or valid_until is not null
    ), noted as (
      update vuln_policy set applied_at = ${now} from seen where seen.id = vuln_policy.id and seen.changed
    )
    select coalesce(bool_or(changed), false) as changed from seen`.execute(tx);
  return rows[0]?.changed ?? false;
}
