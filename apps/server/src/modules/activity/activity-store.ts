import type { ActivityKind, ActivityState } from '@tallyman/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mayRead } from '../alerts/delivery/notification-access.ts';
import { mayAccess } from '../portfolio/access/project-access.ts';

export interface ActivityRow {
  readonly kind: ActivityKind;
  readonly uuid: string;
  readonly state: ActivityState;
  /** Microseconds of the end, or of the start while it runs. */
  readonly micros: number;
  /** Unique among all kinds. */
  readonly rank: number;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly requested_by: string | null;
  readonly reason: string | null;
  readonly project_uuid: string | null;
  readonly project_name: string | null;
  readonly project_version: string | null;
  readonly source: string | null;
  readonly alert_uuid: string | null;
  readonly alert_name: string | null;
  readonly response_status: number | null;
  readonly notification: Uint8Array | null;
  readonly phase: string | null;
  readonly done: number | null;
  readonly total: number | null;
}

export interface ActivityFilter {
  readonly kinds: readonly ActivityKind[];
  readonly state: ActivityState | undefined;
  readonly project: string | undefined;
  readonly after: { readonly micros: number; readonly rank: number } | undefined;
  readonly limit: number;
}

/** The work of one kind: its tables, its columns and what selects it. */
interface Selection {
  readonly number: number;
  /** Literals, so that partial indexes are used. */
  readonly states: Readonly<Record<ActivityState, RawBuilder<unknown>>>;
  readonly id: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
  readonly columns: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
  readonly isAccessible: RawBuilder<unknown>;
}

const NO_PROJECT = sql`null::uuid as project_uuid, null as project_name, null as project_version`;
const PROJECT = sql`project.uuid as project_uuid, project.name as project_name, project.version as project_version`;
const NO_DELIVERY = sql`
  null::uuid as alert_uuid, null as alert_name, null::integer as response_status, null::bytea as notification`;
const NO_PROGRESS = sql`null::text as phase, null::bigint as done, null::bigint as total`;

function selectUploads(principal: Principal, table: 'bom_upload' | 'vex_upload', number: number): Selection {
  return {
    number,
    states: {
      RUNNING: sql`upload.state = 'PENDING'`,
      COMPLETED: sql`upload.state in ('PROCESSED', 'UNCHANGED')`,
      FAILED: sql`upload.state = 'FAILED'`,
    },
    id: sql`upload.id`,
    at: sql`coalesce(upload.processed_at, upload.uploaded_at)`,
    columns: sql`
      upload.token as uuid, upload.uploaded_at as started_at, upload.processed_at as ended_at,
      upload.uploaded_by as requested_by, upload.failure as reason, ${PROJECT}, null as source, ${NO_DELIVERY},
      ${NO_PROGRESS}`,
    from: sql`${sql.table(table)} upload join project on project.id = upload.project_id`,
    isAccessible: mayAccess(principal, 'upload.project_id'),
  };
}

function selectMirrorRuns(number: number): Selection {
  return {
    number,
    states: {
      RUNNING: sql`run.state in ('PENDING', 'RUNNING')`,
      COMPLETED: sql`run.state = 'COMPLETED'`,
      FAILED: sql`run.state = 'FAILED'`,
    },
    id: sql`run.id`,
    at: sql`coalesce(run.ended_at, run.created_at)`,
    columns: sql`
      run.uuid, run.created_at as started_at, run.ended_at, run.requested_by, run.failure as reason, ${NO_PROJECT},
      run.source, ${NO_DELIVERY}, run.phase, run.phase_done as done, run.phase_total as total`,
    from: sql`mirror_run run`,
    isAccessible: sql`true`,
  };
}

function selectDeliveries(principal: Principal, number: number): Selection {
  return {
    number,
    states: {
      RUNNING: sql`false`,
      COMPLETED: sql`false`,
      FAILED: sql`delivery.status in ('FAILED', 'FILTER_FAILED')`,
    },
    id: sql`delivery.id`,
    at: sql`coalesce(delivery.finished_at, delivery.created_at)`,
    columns: sql`
      delivery.uuid, delivery.created_at as started_at, delivery.finished_at as ended_at, null as requested_by,
      delivery.error as reason, ${PROJECT}, null as source, alert.uuid as alert_uuid, delivery.alert_name,
      delivery.response_status, outbox.notification, ${NO_PROGRESS}`,
    from: sql`delivery
      join notification_outbox outbox on outbox.id = delivery.notification_id
      left join alert on alert.id = delivery.alert_id
      left join project on project.uuid = outbox.project_uuid`,
    isAccessible: mayRead(principal),
  };
}

function toSelection(principal: Principal, kind: ActivityKind): Selection {
  if (kind === 'BOM_UPLOAD') return selectUploads(principal, 'bom_upload', 0);
  if (kind === 'VEX_IMPORT') return selectUploads(principal, 'vex_upload', 1);
  return kind === 'MIRROR_RUN' ? selectMirrorRuns(2) : selectDeliveries(principal, 3);
}

/**
 * Work of the given kinds that the principal may access, latest first. Each kind is limited by itself, so that a page
 * reads a few rows of each index. Progress of uploads is read for the rows of the page only.
 */
export async function listActivityRows(
  db: Db,
  principal: Principal,
  filter: ActivityFilter,
): Promise<ActivityRow[]> {
  const parts = filter.kinds.map((kind) => toQuery(kind, toSelection(principal, kind), filter));
  const { rows } = await sql<ActivityRow>`
    select page.kind, page.uuid, page.state, page.rank, (extract(epoch from page.at) * 1000000)::bigint as micros,
      page.started_at, page.ended_at, page.requested_by, page.reason, page.project_uuid, page.project_name,
      page.project_version, page.source, page.alert_uuid, page.alert_name, page.response_status, page.notification,
      coalesce(page.phase, work.phase) as phase, coalesce(page.done, work.done) as done,
      coalesce(page.total, work.total) as total
    from (select * from (${sql.join(parts, sql` union all `)}) work_of_kinds
      order by at desc, rank desc limit ${filter.limit}) page
    left join lateral (
      select p.phase, p.done, p.total from work_token t join work_progress p on p.job_id = t.job_id
      where t.token = page.uuid order by p.updated_at desc limit 1
    ) work on page.state = 'RUNNING' and page.kind in ('BOM_UPLOAD', 'VEX_IMPORT')
    order by page.at desc, page.rank desc`.execute(db);
  return rows;
}

function toQuery(kind: ActivityKind, selection: Selection, filter: ActivityFilter): RawBuilder<unknown> {
  const { number, states, id, at, columns, from, isAccessible } = selection;
  const rank = sql`(${id} * 4 + ${sql.lit(number)})`;
  return sql`(
    select ${sql.lit(kind)} as kind, ${at} as at, ${rank} as rank,
      case when ${states.RUNNING} then 'RUNNING' when ${states.FAILED} then 'FAILED' else 'COMPLETED' end as state,
      ${columns}
    from ${from}
    where ${isAccessible} and ${filter.state ? states[filter.state] : isListed(kind, states)}
      ${toProjectCondition(kind, filter)} ${toPosition(at, rank, filter)}
    order by ${at} desc, ${rank} desc limit ${filter.limit})`;
}

function isListed(kind: ActivityKind, states: Selection['states']): RawBuilder<unknown> {
  return kind === 'DELIVERY' ? states.FAILED : sql`true`;
}

function toProjectCondition(kind: ActivityKind, { project }: ActivityFilter): RawBuilder<unknown> {
  if (project === undefined) return sql``;
  return kind === 'MIRROR_RUN' ? sql`and false` : sql`and project.uuid = ${project}`;
}

/** Adding microseconds to the epoch is exact, unlike a number of seconds. */
function toPosition(
  at: RawBuilder<unknown>,
  rank: RawBuilder<unknown>,
  { after }: ActivityFilter,
): RawBuilder<unknown> {
  if (!after) return sql``;
  const time = sql`timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond'`;
  return sql`and (${at}, ${rank}) < (${time}, ${after.rank}::bigint)`;
}
