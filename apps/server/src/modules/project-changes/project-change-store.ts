import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { ChangedProject, ProjectChangeConsumer } from './project-change.ts';

/** The consumers that have changes to follow. */
export async function listWaitingConsumers(db: Db): Promise<ProjectChangeConsumer[]> {
  const { rows } = await sql<{ name: ProjectChangeConsumer }>`
    select name from project_change_consumer
    where exists (select from project_change where consumer = name)`.execute(db);
  return rows.map(({ name }) => name);
}

export async function hasChanges(db: Db, consumer: ProjectChangeConsumer): Promise<boolean> {
  const { rows } = await sql`select from project_change where consumer = ${consumer} limit 1`.execute(db);
  return rows.length > 0;
}

export async function listChanged(db: Db, consumer: ProjectChangeConsumer): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    select distinct project_id from project_change where consumer = ${consumer} order by project_id`.execute(
    db,
  );
  return rows.map(({ project_id }) => project_id);
}

/** Skips rows that another transaction has claimed, so that claims of many rows cannot deadlock. */
export function deleteSomeChanges(
  tx: Tx,
  consumer: ProjectChangeConsumer,
  limit: number,
): Promise<ChangedProject[]> {
  return deleteChanges(
    tx,
    // An array, so that the subquery runs once.
    sql`id = any(array(
      select id from project_change where consumer = ${consumer} order by project_id limit ${limit}
      for update skip locked))`,
  );
}

/** Waits for other transactions that have claimed some of the rows. */
export function deleteChangesOf(
  tx: Tx,
  consumer: ProjectChangeConsumer,
  projectIds: readonly number[],
): Promise<ChangedProject[]> {
  return deleteChanges(tx, sql`consumer = ${consumer} and project_id = any(${[...projectIds]}::bigint[])`);
}

async function deleteChanges(tx: Tx, condition: RawBuilder<unknown>): Promise<ChangedProject[]> {
  const { rows } = await sql<ChangedProject>`
    with claimed as (delete from project_change where ${condition} returning project_id, kind)
    select project_id as "projectId", array_agg(distinct kind) as kinds
    from claimed group by project_id order by project_id`.execute(tx);
  return rows;
}

export async function insertFindingChanges(
  tx: Tx,
  consumer: ProjectChangeConsumer,
  projectIds: readonly number[],
): Promise<void> {
  await sql`insert into project_change (consumer, project_id, kind)
    select ${consumer}, id, 'FINDINGS' from unnest(${[...projectIds]}::bigint[]) id`.execute(tx);
}
