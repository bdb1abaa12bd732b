import type { AuditActor, AuditChanges, AuditEntry } from '@tallyman/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { AuditEvent } from './audit-event.ts';

const AUDIT_LOCK = 'audit-log';

/** Waits for other transactions that append to the log, until this one ends. */
export async function lockAuditLog(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${AUDIT_LOCK}))`.execute(tx);
}

/** For what triggers do not record. */
export async function insertPending(tx: Tx, event: AuditEvent): Promise<void> {
  await tx
    .insertInto('audit_pending')
    .values({
      occurred_at: event.occurredAt,
      actor: JSON.stringify(event.actor),
      action: event.action,
      subject: JSON.stringify(event.subject),
      changes: JSON.stringify(event.changes),
    })
    .execute();
}

export async function hasPending(db: Db): Promise<boolean> {
  const { rows } = await sql`select from audit_pending limit 1`.execute(db);
  return rows.length > 0;
}

interface PendingRow {
  readonly id: number;
  readonly occurredAt: Date;
  readonly actor: AuditEvent['actor'] | null;
  readonly action: string;
  readonly subject: AuditEvent['subject'];
  readonly changes: AuditChanges;
}

/** Removes the oldest pending actions and returns them in their order. */
export async function takePending(tx: Tx, limit: number): Promise<AuditEvent[]> {
  const { rows } = await sql<PendingRow>`
    delete from audit_pending where id in (select id from audit_pending order by id limit ${limit})
    returning id, occurred_at as "occurredAt", actor, action, jsonb_strip_nulls(subject) as subject, changes
  `.execute(tx);
  return rows
    .sort((a, b) => a.id - b.id)
    .map(({ id: _id, actor, ...event }) => ({ ...event, actor: actor ?? { kind: 'system' } }));
}

/** The end of the chain. Undefined if the log is empty. */
export async function findLastEntry(db: Db): Promise<{ position: number; hash: string } | undefined> {
  const { rows } = await sql<{ position: number; hash: string }>`
    select position, encode(hash, 'hex') as hash from audit_log order by position desc limit 1`.execute(db);
  return rows[0];
}

export async function insertEntries(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  await sql`
    insert into audit_log (position, occurred_at, actor_kind, actor_name, address, action,
      subject_kind, subject_id, subject_name, changes, previous_hash, hash)
    select position, to_timestamp(occurred_at / 1000.0), actor ->> 'kind', actor ->> 'name', actor ->> 'address', action,
      subject ->> 'kind', subject ->> 'id', subject ->> 'name', changes,
      decode(previous_hash, 'hex'), decode(hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(entries)}) as entry (position bigint, occurred_at bigint, actor jsonb,
      action text, subject jsonb, changes jsonb, previous_hash text, hash text)
  `.execute(tx);
}

interface EntryRow {
  readonly position: number;
  readonly occurred_at: Date;
  readonly actor_kind: AuditActor;
  readonly actor_name: string | null;
  readonly address: string | null;
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string | null;
  readonly subject_name: string | null;
  readonly changes: AuditChanges;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

interface EntryFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

interface ListOptions {
  readonly filter: EntryFilter;
  readonly before: number | undefined;
  readonly limit: number;
}

/** Latest first. */
export async function listEntries(db: Db, { filter, before, limit }: ListOptions): Promise<AuditEntry[]> {
  const { actor, action, subject, from, to } = filter;
  const conditions = [
    sql`true`,
    ...(before === undefined ? [] : [sql`position < ${before}`]),
    ...(actor === undefined ? [] : [sql`actor_name = ${actor}`]),
    ...(action === undefined ? [] : [sql`(action = ${action} or split_part(action, '.', 1) = ${action})`]),
    ...(subject === undefined ? [] : [sql`subject_name = ${subject}`]),
    ...(from === undefined ? [] : [sql`occurred_at > ${from}`]),
    ...(to === undefined ? [] : [sql`occurred_at <= ${to}`]),
  ];
  const { rows } = await sql<EntryRow>`
    select * from audit_log where ${sql.join(conditions, sql` and `)}
    order by position desc limit ${limit}`.execute(db);
  return rows.map(toEntry);
}

/** Oldest first. */
export async function listEntriesAfter(db: Db, position: number, limit: number): Promise<AuditEntry[]> {
  const { rows } = await sql<EntryRow>`
    select * from audit_log where position > ${position} order by position limit ${limit}`.execute(db);
  return rows.map(toEntry);
}

function toEntry(row: EntryRow): AuditEntry {
  return {
    position: row.position,
    occurred_at: row.occurred_at.getTime(),
    actor: {
      kind: row.actor_kind,
      ...(row.actor_name !== null && { name: row.actor_name }),
      ...(row.address !== null && { address: row.address }),
    },
    action: row.action,
    subject: {
      kind: row.subject_kind,
      ...(row.subject_id !== null && { id: row.subject_id }),
      ...(row.subject_name !== null && { name: row.subject_name }),
    },
    changes: row.changes,
    previous_hash: row.previous_hash.toString('hex'),
    hash: row.hash.toString('hex'),
  };
}

export interface ExpiredEntries {
  readonly first: number;
  readonly last: number;
  /** Of the last one. */
  readonly hash: string;
}

/** The entries before the first one that is not older than `before`. */
export async function findExpired(db: Db, before: Date): Promise<ExpiredEntries | undefined> {
  const { rows } = await sql<ExpiredEntries>`
    select (select min(position) from audit_log) as first, position as last, encode(hash, 'hex') as hash
    from audit_log
    where position < coalesce(
      (select min(position) from audit_log where occurred_at >= ${before}),
      (select max(position) + 1 from audit_log)
    )
    order by position desc limit 1`.execute(db);
  return rows[0];
}

/** The only way to delete entries: a trigger refuses others. */
export async function deleteEntriesThrough(tx: Tx, position: number): Promise<void> {
  await sql`select set_config('tallyman.audit_retention', 'on', true)`.execute(tx);
  await sql`delete from audit_log where position <= ${position}`.execute(tx);
  await sql`select set_config('tallyman.audit_retention', 'off', true)`.execute(tx);
}
