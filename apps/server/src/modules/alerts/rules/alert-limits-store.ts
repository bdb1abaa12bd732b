import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { totalOf } from '../../../platform/db/total-of.ts';
import type { Page, Paged } from '../../../platform/http/paging.ts';

/** Returns whether the project was not there before. */
export async function addProject(tx: Tx, alertId: number, projectId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('alert_project')
    .values({ alert_id: alertId, project_id: projectId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function removeProject(tx: Tx, alertId: number, projectId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('alert_project')
    .where('alert_id', '=', alertId)
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

export async function addTeam(tx: Tx, alertId: number, teamId: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('alert_team')
    .values({ alert_id: alertId, team_id: teamId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function removeTeam(tx: Tx, alertId: number, teamId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('alert_team')
    .where('alert_id', '=', alertId)
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** A changed limit counts as a change of the alert: explanations say that it changed since. */
export async function touchAlert(tx: Tx, alertId: number): Promise<void> {
  await tx.updateTable('alert').set({ updated_at: sql`now()` }).where('id', '=', alertId).execute();
}

/** Replaces all tags of the alert. */
export async function replaceTags(tx: Tx, alertId: number, tagIds: readonly number[]): Promise<void> {
  await sql`
    with gone as (
      delete from alert_tag where alert_id = ${alertId} and tag_id <> all(${[...tagIds]}::bigint[])
    )
    insert into alert_tag (alert_id, tag_id)
    select ${alertId}::bigint, tag_id from unnest(${[...tagIds]}::bigint[]) as given (tag_id)
    on conflict do nothing`.execute(tx);
}

export async function tagAlerts(tx: Tx, tagId: number, uuids: readonly string[]): Promise<void> {
  await sql`
    insert into alert_tag (alert_id, tag_id)
    select id, ${tagId}::bigint from alert where uuid = any(${[...uuids]}::uuid[]) order by id
    on conflict do nothing`.execute(tx);
}

export async function untagAlerts(tx: Tx, tagId: number, uuids: readonly string[]): Promise<void> {
  await sql`
    delete from alert_tag using alert
    where alert_tag.tag_id = ${tagId} and alert.id = alert_tag.alert_id
      and alert.uuid = any(${[...uuids]}::uuid[])`.execute(tx);
}

interface TaggedAlert {
  readonly uuid: string;
  readonly name: string;
}

export async function listAlertsOfTag(db: Db, tag: string, page: Page): Promise<Paged<TaggedAlert>> {
  const tagged = db
    .selectFrom('alert')
    .innerJoin('alert_tag', 'alert_tag.alert_id', 'alert.id')
    .innerJoin('tag', 'tag.id', 'alert_tag.tag_id')
    .where('tag.name', '=', tag);
  const rows = await tagged
    .select(['alert.uuid', 'alert.name'])
    .orderBy('alert.name', page.descending ? 'desc' : 'asc')
    .offset(page.offset)
    .$if(page.limit !== null, (query) => query.limit(page.limit))
    .execute();
  const count = async () =>
    (await tagged.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total;
  return { rows, total: await totalOf(page, rows.length, count) };
}
