import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';

export interface BundleRow {
  readonly uuid: string;
  readonly url: string;
  readonly hash: string | null;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly last_successful_sync: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date | null;
  /** Why the latest sync failed; null if it succeeded. */
  readonly last_failure: string | null;
}

export interface SyncRunRow {
  readonly id: number;
  readonly status: 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED';
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
  readonly failure_reason: string | null;
}

export async function listBundles(db: Db): Promise<BundleRow[]> {
  const { rows } = await sql<BundleRow>`
    select uuid, url, hash, etag, last_modified, last_successful_sync, created_at, updated_at,
      (select failure_reason from vuln_policy_sync_run run
        where run.bundle_uuid = vuln_policy_bundle.uuid and run.status in ('COMPLETED', 'FAILED')
        order by id desc limit 1) as last_failure
    from vuln_policy_bundle order by created_at`.execute(db);
  return rows;
}

/** Inserts the bundle, or updates its URL. A new URL clears the validators of the download. */
export async function ensureBundle(tx: Tx, uuid: string, url: string, now: Date): Promise<void> {
  await sql`
    insert into vuln_policy_bundle (uuid, url, created_at) values (${uuid}, ${url}, ${now})
    on conflict (uuid) do update set url = excluded.url, etag = null, last_modified = null
    where vuln_policy_bundle.url <> excluded.url`.execute(tx);
}

export async function lockBundle(tx: Tx, uuid: string): Promise<boolean> {
  const { rows } = await sql`select from vuln_policy_bundle where uuid = ${uuid} for update`.execute(tx);
  return rows.length > 0;
}

export async function deleteBundle(tx: Tx, uuid: string): Promise<void> {
  await sql`delete from vuln_policy_bundle where uuid = ${uuid}`.execute(tx);
}

export async function insertRun(tx: Tx, bundleUuid: string, now: Date): Promise<void> {
  await sql`
    insert into vuln_policy_sync_run (bundle_uuid, status, requested_at)
    values (${bundleUuid}, 'PENDING', ${now})`.execute(tx);
  // Keep the latest 100 runs.
  await sql`
    delete from vuln_policy_sync_run where bundle_uuid = ${bundleUuid} and id < (
      select id from vuln_policy_sync_run where bundle_uuid = ${bundleUuid} order by id desc offset 99 limit 1)`.execute(
    tx,
  );
}

export async function findLatestRun(db: Db, bundleUuid: string): Promise<SyncRunRow | undefined> {
  const { rows } = await sql<SyncRunRow>`
    select id, status, started_at, completed_at, failure_reason from vuln_policy_sync_run
    where bundle_uuid = ${bundleUuid} order by id desc limit 1`.execute(db);
  return rows[0];
}

export async function startLatestRun(tx: Tx, bundleUuid: string, now: Date): Promise<void> {
  await sql`
    update vuln_policy_sync_run set status = 'RUNNING', started_at = coalesce(started_at, ${now})
    where id = (select max(id) from vuln_policy_sync_run where bundle_uuid = ${bundleUuid})
      and status in ('PENDING', 'RUNNING')`.execute(tx);
}

export async function endLatestRun(
  tx: Tx,
  bundleUuid: string,
  now: Date,
  failure: string | null,
): Promise<void> {
  await sql`
    update vuln_policy_sync_run set status = ${failure === null ? 'COMPLETED' : 'FAILED'}, completed_at = ${now},
      failure_reason = ${failure}
    where bundle_uuid = ${bundleUuid} and status in ('PENDING', 'RUNNING')`.execute(tx);
}

export interface SyncedBundle {
  readonly hash: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export async function recordSync(
  tx: Tx,
  uuid: string,
  synced: SyncedBundle | undefined,
  now: Date,
): Promise<void> {
  if (!synced) {
    await sql`update vuln_policy_bundle set last_successful_sync = ${now} where uuid = ${uuid}`.execute(tx);
    return;
  }
  await sql`
    update vuln_policy_bundle set last_successful_sync = ${now}, etag = ${synced.etag},
      last_modified = ${synced.lastModified},
      updated_at = case when hash is distinct from ${synced.hash} then ${now} else updated_at end,
      hash = ${synced.hash}
    where uuid = ${uuid}`.execute(tx);
}
