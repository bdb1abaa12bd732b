import type { AlertDigest, AlertLevel, AlertScope, NotificationGroup, TriggerType } from '@tallyman/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { totalOf } from '../../../platform/db/total-of.ts';
import { type Page, type Paged, sortColumn } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { accessControlIsOn, mayAccess } from '../../portfolio/access/project-access.ts';
import { alertVisibility } from './alert-access.ts';

export interface AlertRow {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly is_enabled: boolean;
  readonly scope: AlertScope;
  readonly level: AlertLevel;
  readonly groups: readonly NotificationGroup[];
  readonly notify_children: boolean;
  readonly latest_only: boolean;
  readonly log_successful_publish: boolean;
  readonly publisher_config: string | null;
  readonly filter_expression: string | null;
  readonly filter_error: string | null;
  readonly filter_failed_at: Date | null;
  readonly digest: AlertDigest;
  readonly trigger_type: TriggerType;
  readonly schedule_cron: string | null;
  readonly schedule_skip_unchanged: boolean | null;
  readonly schedule_last_triggered_at: Date | null;
  readonly schedule_next_trigger_at: Date | null;
  readonly publisher: {
    readonly uuid: string;
    readonly name: string;
    readonly description: string | null;
    readonly extension: string;
    readonly template_mime_type: string;
    readonly is_default: boolean;
  };
  readonly projects: readonly {
    readonly uuid: string;
    readonly name: string;
    readonly version: string | null;
  }[];
  readonly tags: readonly string[];
  readonly access_control_is_on: boolean;
  /** Whether its owner may see all projects; otherwise those of `seen_team_ids`. */
  readonly sees_all: boolean;
  readonly seen_team_ids: readonly number[];
  readonly teams: readonly {
    readonly uuid: string;
    readonly name: string;
    readonly permissions: readonly string[];
  }[];
}

const OWN_COLUMNS = [
  'alert.id',
  'alert.uuid',
  'alert.name',
  'alert.is_enabled',
  'alert.scope',
  'alert.level',
  'alert.groups',
  'alert.notify_children',
  'alert.latest_only',
  'alert.log_successful_publish',
  'alert.publisher_config',
  'alert.filter_expression',
  'alert.filter_error',
  'alert.filter_failed_at',
  'alert.digest',
  'alert.trigger_type',
  'alert.schedule_cron',
  'alert.schedule_skip_unchanged',
  'alert.schedule_last_triggered_at',
  'alert.schedule_next_trigger_at',
] as const;

/** Lists only those projects of an alert that the principal may see. */
function selectAlerts(db: Db, principal: Principal) {
  return db
    .selectFrom('alert')
    .innerJoin('publisher', 'publisher.id', 'alert.publisher_id')
    .select(OWN_COLUMNS)
    .select([
      sql<boolean>`${accessControlIsOn()}`.as('access_control_is_on'),
      sql<boolean>`(select sees_all from ${alertVisibility()})`.as('sees_all'),
      sql<number[]>`(select to_json(team_ids) from ${alertVisibility()})`.as('seen_team_ids'),
      sql<AlertRow['publisher']>`json_build_object('uuid', publisher.uuid, 'name', publisher.name,
        'description', publisher.description, 'extension', publisher.extension,
        'template_mime_type', publisher.template_mime_type, 'is_default', publisher.is_default)`.as(
        'publisher',
      ),
      sql<AlertRow['projects']>`coalesce((
        select json_agg(json_build_object('uuid', project.uuid, 'name', project.name, 'version', project.version)
          order by project.name, project.version)
        from alert_project join project on project.id = alert_project.project_id
        where alert_project.alert_id = alert.id and ${mayAccess(principal, 'project.id')}), '[]')`.as(
        'projects',
      ),
      sql<AlertRow['tags']>`array(
        select tag.name from alert_tag join tag on tag.id = alert_tag.tag_id
        where alert_tag.alert_id = alert.id order by tag.name)`.as('tags'),
      sql<AlertRow['teams']>`coalesce((
        select json_agg(json_build_object('uuid', team.uuid, 'name', team.name, 'permissions', array(
          select permission from team_permission where team_id = team.id order by permission)) order by team.name)
        from alert_team join team on team.id = alert_team.team_id
        where alert_team.alert_id = alert.id), '[]')`.as('teams'),
    ])
    .$castTo<AlertRow>();
}

interface AlertFilter {
  readonly triggerType?: TriggerType | undefined;
}

function matchesFilter({ triggerType }: AlertFilter, search: string | undefined) {
  return sql<boolean>`
    (${triggerType ?? null}::text is null or alert.trigger_type = ${triggerType ?? null})
    and (${search ?? null}::text is null or strpos(lower(alert.name), lower(${search ?? null})) > 0
      or strpos(lower(publisher.name), lower(${search ?? null})) > 0)`;
}

const SORT_FIELDS = {
  name: 'alert.name',
  enabled: 'alert.is_enabled',
  scope: 'alert.scope',
  notificationLevel: 'alert.level',
  'publisher.name': 'publisher.name',
} as const;

export async function listAlerts(
  db: Db,
  principal: Principal,
  filter: AlertFilter,
  page: Page,
): Promise<Paged<AlertRow>> {
  const matching = matchesFilter(filter, page.search);
  const rows = await selectAlerts(db, principal)
    .where(matching)
    .orderBy(sql.ref(sortColumn(page, SORT_FIELDS) ?? 'alert.name'), page.descending ? 'desc' : 'asc')
    .orderBy('alert.id')
    .offset(page.offset)
    .$if(page.limit !== null, (query) => query.limit(page.limit))
    .execute();
  return { rows, total: await totalOf(page, rows.length, () => countAlerts(db, matching)) };
}

async function countAlerts(db: Db, matching: ReturnType<typeof matchesFilter>): Promise<number> {
  const { total } = await db
    .selectFrom('alert')
    .innerJoin('publisher', 'publisher.id', 'alert.publisher_id')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(matching)
    .executeTakeFirstOrThrow();
  return total;
}

export async function findAlert(db: Db, principal: Principal, uuid: string): Promise<AlertRow | undefined> {
  return selectAlerts(db, principal).where('alert.uuid', '=', uuid).executeTakeFirst();
}

export async function isAlertNameTaken(db: Db, name: string, exceptUuid: string): Promise<boolean> {
  const row = await db
    .selectFrom('alert')
    .select('id')
    .where('name', '=', name)
    .where('uuid', '<>', exceptUuid)
    .executeTakeFirst();
  return row !== undefined;
}

export interface AlertColumns {
  readonly name: string;
  readonly is_enabled: boolean;
  readonly scope: AlertScope;
  readonly level: AlertLevel;
  readonly groups: readonly NotificationGroup[];
  readonly notify_children: boolean;
  readonly latest_only: boolean;
  readonly log_successful_publish: boolean;
  readonly publisher_config: string | null;
  readonly filter_expression: string | null;
  readonly digest: AlertDigest;
  readonly schedule_cron: string | null;
  readonly schedule_skip_unchanged: boolean | null;
  readonly schedule_next_trigger_at: Date | null;
}

export async function insertAlert(
  tx: Tx,
  identity: {
    readonly uuid: string;
    readonly publisherId: number;
    readonly triggerType: TriggerType;
    readonly creator: Pick<Principal, 'kind' | 'id'>;
  },
  columns: AlertColumns,
): Promise<void> {
  const { uuid, publisherId: publisher_id, triggerType: trigger_type, creator } = identity;
  await tx
    .insertInto('alert')
    .values({
      ...columns,
      groups: [...columns.groups],
      ...{ uuid, publisher_id, trigger_type },
      created_by_user_id: creator.kind === 'user' ? creator.id : null,
      created_by_api_key_id: creator.kind === 'api-key' ? creator.id : null,
    })
    .execute();
}

/** Clears the error of the filter if the filter changes. */
export async function updateAlert(tx: Tx, alertId: number, columns: AlertColumns): Promise<void> {
  await tx
    .updateTable('alert')
    .set({ ...columns, groups: [...columns.groups], updated_at: sql`now()` })
    .set({
      filter_error: sql`case when filter_expression is not distinct from ${columns.filter_expression}
        then filter_error end`,
      filter_failed_at: sql`case when filter_expression is not distinct from ${columns.filter_expression}
        then filter_failed_at end`,
    })
    .where('id', '=', alertId)
    .execute();
}

/** Locks the alerts until the transaction ends: no relay inserts deliveries for them. */
export async function lockAlerts(tx: Tx, alertIds: readonly number[]): Promise<void> {
  await sql`select from alert where id = any(${[...alertIds]}::bigint[]) order by id for update`.execute(tx);
}

export const ALERT_DELETED = 'The alert was deleted before it was sent.';

/** Cancels the pending deliveries of the alerts. */
export async function cancelDeliveries(tx: Tx, alertIds: readonly number[], reason: string): Promise<void> {
  await sql`
    update delivery set status = 'CANCELLED', finished_at = now(), error = ${reason}
    where alert_id = any(${[...alertIds]}::bigint[]) and status = 'PENDING'`.execute(tx);
}

export async function listAlertIdsOfPublisher(tx: Tx, publisherId: number): Promise<number[]> {
  const rows = await tx.selectFrom('alert').select('id').where('publisher_id', '=', publisherId).execute();
  return rows.map(({ id }) => id);
}

export async function deleteAlert(tx: Tx, alertId: number): Promise<void> {
  await tx.deleteFrom('alert').where('id', '=', alertId).execute();
}
