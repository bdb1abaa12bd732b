import { type Selectable, sql } from 'kysely';
import type { FindingPushAttempt } from '../../platform/db/database.generated.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isInUnfinishedJob } from '../../platform/jobs/unfinished-job-access.ts';
import { mayAccess } from '../portfolio/access/project-access.ts';

export type AttemptRow = Selectable<FindingPushAttempt>;

interface NewPushes {
  readonly integration: string;
  readonly token: string;
  readonly kind: 'SCHEDULED' | 'MANUAL';
  readonly requestedBy: string | null;
  readonly now: Date;
  /** Null for the whole portfolio. */
  readonly targets: readonly { readonly uuid: string; readonly projectId: number | null }[];
}

/** Returns the UUIDs of the inserted pushes. Leaves out projects whose push has not ended. */
export async function insertPushes(tx: Tx, pushes: NewPushes): Promise<string[]> {
  const { integration, token, kind, requestedBy, now, targets } = pushes;
  const { rows } = await sql<{ uuid: string }>`
    insert into finding_push (uuid, integration, project_id, token, kind, requested_by, state, created_at)
    select new.uuid, ${integration}, new.project_id, ${token}, ${kind}, ${requestedBy}, 'PENDING', ${now}
    from unnest(${targets.map(({ uuid }) => uuid)}::uuid[],
      ${targets.map(({ projectId }) => projectId)}::bigint[]) as new (uuid, project_id)
    on conflict do nothing returning uuid`.execute(tx);
  return rows.map(({ uuid }) => uuid);
}

/** An attempt that has begun. */
export interface BegunAttempt {
  readonly pushId: number;
  readonly number: number;
  readonly project: { readonly id: number; readonly uuid: string } | undefined;
}

const INTERRUPTED = 'The attempt was interrupted.';

/** Begins the next attempt, and ends one that was interrupted. Returns undefined if the push has ended or was deleted. */
export async function beginAttempt(tx: Tx, uuid: string, now: Date): Promise<BegunAttempt | undefined> {
  const push = await tx
    .updateTable('finding_push')
    .set({ state: 'RUNNING' })
    .where('uuid', '=', uuid)
    .where('state', 'in', ['PENDING', 'RUNNING'])
    .returning(['id', 'project_id'])
    .executeTakeFirst();
  if (!push) return undefined;
  await sql`
    update finding_push_attempt set ended_at = ${now}, failure = ${INTERRUPTED}
    where push_id = ${push.id} and ended_at is null`.execute(tx);
  const { rows } = await sql<{ number: number; project_uuid: string | null }>`
    insert into finding_push_attempt (push_id, number, started_at)
    select ${push.id}, coalesce(max(number), 0) + 1, ${now} from finding_push_attempt where push_id = ${push.id}
    returning number, (select uuid from project where id = ${push.project_id}) as project_uuid`.execute(tx);
  const [begun] = rows;
  if (!begun) return undefined;
  const { number, project_uuid } = begun;
  const project = push.project_id === null ? undefined : { id: push.project_id, uuid: project_uuid ?? '' };
  return { pushId: push.id, number, project };
}

type AttemptEnd = Partial<
  Pick<AttemptRow, 'url' | 'findings' | 'bytes' | 'sha256' | 'status' | 'response' | 'failure'>
>;

export async function endAttempt(
  tx: Tx,
  { pushId, number }: BegunAttempt,
  end: AttemptEnd,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('finding_push_attempt')
    .set({ ...end, ended_at: now })
    .where('push_id', '=', pushId)
    .where('number', '=', number)
    .where('ended_at', 'is', null)
    .execute();
}

/** The push waits for its next attempt. */
export async function awaitRetry(tx: Tx, { pushId }: BegunAttempt): Promise<void> {
  await tx
    .updateTable('finding_push')
    .set({ state: 'PENDING' })
    .where('id', '=', pushId)
    .where('state', '=', 'RUNNING')
    .execute();
}

/** Returns the integration, or undefined if the push has already ended. */
export async function endPush(
  tx: Tx,
  uuid: string,
  now: Date,
  failure: string | null,
): Promise<{ readonly id: number; readonly integration: string } | undefined> {
  return tx
    .updateTable('finding_push')
    .set({ state: failure === null ? 'COMPLETED' : 'FAILED', ended_at: now, failure })
    .where('uuid', '=', uuid)
    .where('state', 'in', ['PENDING', 'RUNNING'])
    .returning(['id', 'integration'])
    .executeTakeFirst();
}

/** Ends the attempt whose node died. */
export async function endLastAttempt(tx: Tx, pushId: number, now: Date, failure: string): Promise<void> {
  await tx
    .updateTable('finding_push_attempt')
    .set({ ended_at: now, failure })
    .where('push_id', '=', pushId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Whether another push to the same system has failed for the same reason since then. */
export async function hasFailedAlike(
  db: Db,
  push: { readonly id: number; readonly integration: string },
  failure: string,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('finding_push')
    .select('id')
    .where('integration', '=', push.integration)
    .where('state', '=', 'FAILED')
    .where('ended_at', '>', since)
    .where('failure', '=', failure)
    .where('id', '<>', push.id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface PushRow {
  readonly id: number;
  readonly uuid: string;
  readonly integration: string;
  readonly token: string;
  readonly kind: string;
  readonly requested_by: string | null;
  readonly state: string;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly failure: string | null;
  readonly project_uuid: string | null;
  readonly project_name: string | null;
  readonly project_version: string | null;
}

interface PushFilter {
  readonly integration: string;
  readonly uuid?: string | undefined;
  readonly project?: string | undefined;
  readonly status?: string | undefined;
  readonly token?: string | undefined;
  /** The id of the last push of the previous page. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Latest first, within the access of the principal. Pushes of the whole portfolio belong to no project. */
export async function listPushes(db: Db, principal: Principal, filter: PushFilter): Promise<PushRow[]> {
  const { integration, uuid, project, status, token, before, limit } = filter;
  const conditions = [
    sql`push.integration = ${integration}`,
    sql`(push.project_id is null or ${mayAccess(principal, 'push.project_id')})`,
    ...(uuid === undefined ? [] : [sql`push.uuid = ${uuid}`]),
    ...(project === undefined ? [] : [sql`project.uuid = ${project}`]),
    ...(status === undefined ? [] : [sql`push.state = ${status}`]),
    ...(token === undefined ? [] : [sql`push.token = ${token}`]),
    ...(before === undefined ? [] : [sql`push.id < ${before}`]),
  ];
  const { rows } = await sql<PushRow>`
    select push.id, push.uuid, push.integration, push.token, push.kind, push.requested_by, push.state,
      push.created_at, push.ended_at, push.failure, project.uuid as project_uuid, project.name as project_name,
      project.version as project_version
    from finding_push push left join project on project.id = push.project_id
    where ${sql.join(conditions, sql` and `)} order by push.id desc limit ${limit}`.execute(db);
  return rows;
}

/** By push, in order. */
export async function listAttempts(
  db: Db,
  pushIds: readonly number[],
): Promise<ReadonlyMap<number, AttemptRow[]>> {
  const rows = await db
    .selectFrom('finding_push_attempt')
    .selectAll()
    .where('push_id', 'in', pushIds.length > 0 ? [...pushIds] : [0])
    .orderBy('push_id')
    .orderBy('number')
    .execute();
  return Map.groupBy(rows, ({ push_id }) => push_id);
}

export interface LostPush {
  readonly uuid: string;
  readonly integration: string;
  readonly token: string;
}

/** Lists pushes that have not ended and whose job was lost. */
export async function listLostPushes(db: Db, integration: string, job: string): Promise<LostPush[]> {
  const { rows } = await sql<LostPush>`
    select push.uuid, push.integration, push.token from finding_push push
    where push.integration = ${integration} and push.state in ('PENDING', 'RUNNING')
      and not ${isInUnfinishedJob(job, 'push', sql.ref('push.uuid'))}`.execute(db);
  return rows;
}

export async function deletePushes(tx: Tx, before: Date): Promise<void> {
  await tx
    .deleteFrom('finding_push')
    .where('state', 'in', ['COMPLETED', 'FAILED'])
    .where('created_at', '<', before)
    .execute();
}
