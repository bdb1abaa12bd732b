import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { MirrorRun } from '../../platform/db/database.generated.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { toStorableJson } from '../../platform/db/storable-text.ts';
import { isWorkedOn } from '../../platform/jobs/pgboss-store.ts';
import type { JsonObject } from '../../platform/read-json.ts';
import { MAX_NAMED, type UnreadableRecord } from './read/unreadable-record.ts';

export type MirrorRunRow = Selectable<MirrorRun>;

interface NewRun {
  readonly uuid: string;
  readonly source: string;
  readonly kind: 'SCHEDULED' | 'MANUAL' | 'IMPORT';
  readonly requested_by: string | null;
  readonly created_at: Date;
  readonly file_id?: number;
  readonly file_name?: string;
}

/** Returns undefined if a run of this source is queued or running. Runs of imported files are always queued. */
export async function insertRun(tx: Tx, run: NewRun): Promise<MirrorRunRow | undefined> {
  return tx
    .insertInto('mirror_run')
    .values({ ...run, state: 'PENDING' })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findRun(db: Db, uuid: string): Promise<MirrorRunRow | undefined> {
  return db.selectFrom('mirror_run').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}

/** Latest first. */
export function listRuns(db: Db, source: string, limit: number): Promise<MirrorRunRow[]> {
  return db
    .selectFrom('mirror_run')
    .selectAll()
    .where('source', '=', source)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** One run per source that has any. */
export async function listLatestRuns(db: Db): Promise<MirrorRunRow[]> {
  return db
    .selectFrom('mirror_run')
    .distinctOn('source')
    .selectAll()
    .orderBy('source')
    .orderBy('id', 'desc')
    .execute();
}

export async function listLastSuccesses(db: Db): Promise<Map<string, Date>> {
  const { rows } = await sql<{ source: string; ended_at: Date }>`
    select source, max(ended_at) as ended_at from mirror_run where state = 'COMPLETED' group by source`.execute(
    db,
  );
  return new Map(rows.map(({ source, ended_at }) => [source, ended_at]));
}

/** Returns the end of the previous run, if one has ended. */
export async function findEndBefore(db: Db, run: MirrorRunRow): Promise<string | undefined> {
  const before = await db
    .selectFrom('mirror_run')
    .select('state')
    .where('source', '=', run.source)
    .where('id', '<', run.id)
    .where('state', 'in', ['COMPLETED', 'FAILED'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return before?.state;
}

/** Also resumes a run that another node began. */
export async function beginRun(tx: Tx, uuid: string, now: Date): Promise<MirrorRunRow | undefined> {
  return tx
    .updateTable('mirror_run')
    .set({ state: 'RUNNING', started_at: sql`coalesce(started_at, ${now})` })
    .where('uuid', '=', uuid)
    .where('state', 'in', ['PENDING', 'RUNNING'])
    .returningAll()
    .executeTakeFirst();
}

interface RunEnd {
  readonly state: 'COMPLETED' | 'FAILED';
  readonly ended_at: Date;
  readonly failure?: string;
}

/** Returns false if the run has already ended. */
export async function finishRun(tx: Tx, uuid: string, end: RunEnd): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mirror_run')
    .set({ ...end, file_id: null, phase: null, phase_done: null, phase_total: null })
    .where('uuid', '=', uuid)
    .where('state', 'in', ['PENDING', 'RUNNING'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface RunCounts {
  readonly seen: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Records that the publisher deleted without withdrawing them. */
  readonly retired?: number;
  readonly unreadable: readonly UnreadableRecord[];
}

export async function addToRun(
  tx: Tx,
  runId: number,
  counts: RunCounts,
  progress: RunProgress,
): Promise<void> {
  await sql`
    update mirror_run set records_seen = records_seen + ${counts.seen}, records_new = records_new + ${counts.added},
      records_changed = records_changed + ${counts.changed},
      records_unchanged = records_unchanged + ${counts.unchanged},
      records_retired = records_retired + ${counts.retired ?? 0}, ${ofUnreadable(counts.unreadable)}
      phase = ${progress.phase}, phase_done = ${progress.done}, phase_total = ${progress.total ?? null}
    where id = ${runId}`.execute(tx);
}

function ofUnreadable(unreadable: readonly UnreadableRecord[]): RawBuilder<unknown> {
  const named = toStorableJson(unreadable.slice(0, MAX_NAMED));
  return unreadable.length === 0
    ? sql``
    : sql`records_unreadable = records_unreadable + ${unreadable.length},
      unreadable = case when jsonb_array_length(unreadable) < ${MAX_NAMED} then unreadable || ${named}::jsonb
        else unreadable end,`;
}

export interface RunProgress {
  readonly phase: string;
  readonly done: number;
  readonly total: number | undefined;
}

export async function updateProgress(
  db: Db,
  runId: number,
  { phase, done, total }: RunProgress,
): Promise<void> {
  await db
    .updateTable('mirror_run')
    .set({ phase, phase_done: done, phase_total: total ?? null })
    .where('id', '=', runId)
    .where('state', '=', 'RUNNING')
    .execute();
}

/** Lists unfinished runs without a queued or running job. */
export async function listAbandonedRuns(db: Db): Promise<MirrorRunRow[]> {
  const { rows } = await sql<MirrorRunRow>`
    select run.* from mirror_run run
    where run.state in ('PENDING', 'RUNNING') and not ${isWorkedOn(sql.ref('run.uuid'))}`.execute(db);
  return rows;
}

/** Deletes runs before a time, except the last ten and the last successful one of each source. */
export async function deleteRuns(tx: Tx, before: Date): Promise<void> {
  await sql`
    delete from mirror_run where state in ('COMPLETED', 'FAILED') and created_at < ${before} and id not in (
      select id from (select id, row_number() over (partition by source order by id desc) as n,
          row_number() over (partition by source, state order by id desc) as nth_of_state, state
        from mirror_run) as ranked
      where n <= 10 or (nth_of_state = 1 and state = 'COMPLETED'))`.execute(tx);
}

/**
 * Lists files that no run needs. Files that are being uploaded do not belong to a run yet, so only older ones are
 * listed.
 */
export async function listUnusedFiles(db: Db, before: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from stored_file file where kind = 'vuln-data' and created_at < ${before}
      and not exists (select from mirror_run where file_id = file.id)`.execute(db);
  return rows.map(({ id }) => id);
}

export async function findPosition(db: Db, source: string, part: string): Promise<JsonObject | undefined> {
  const row = await db
    .selectFrom('mirror_position')
    .select('position')
    .where('source', '=', source)
    .where('part', '=', part)
    .executeTakeFirst();
  return row?.position as JsonObject | undefined;
}

export async function upsertPosition(
  tx: Tx,
  source: string,
  part: string,
  position: object,
  now: Date,
): Promise<void> {
  await sql`
    insert into mirror_position (source, part, position, updated_at)
    values (${source}, ${part}, ${JSON.stringify(position)}::jsonb, ${now})
    on conflict (source, part) do update set position = excluded.position, updated_at = excluded.updated_at
    where mirror_position.position <> excluded.position`.execute(tx);
}
