import { type Insertable, sql, type Updateable } from 'kysely';
import type { DB } from '../../platform/db/database.generated.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { isWorkedOn } from '../../platform/jobs/pgboss-store.ts';
import type { DocumentKind, UploadTable } from './document-kind.ts';

type Acceptance = 'token' | 'project_id' | 'sha256' | 'size' | 'uploaded_by' | 'uploaded_at' | 'state';

/** The columns of an upload that its kind fills in. */
export type NewUpload<Table extends UploadTable> = Omit<Insertable<DB[Table]>, Acceptance>;

export async function insertUpload<Table extends UploadTable>(
  tx: Tx,
  table: Table,
  upload: NewUpload<Table>,
  acceptance: Pick<Insertable<DB[UploadTable]>, Acceptance>,
): Promise<void> {
  const columns = definedEntries({ ...upload, ...acceptance });
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    values (${sql.join(columns.map(([, value]) => value))})`.execute(tx);
}

/** An upload that was accepted and not imported yet. */
export interface PendingUpload {
  readonly id: number;
  readonly token: string;
  readonly project_id: number;
  readonly file_id: number | null;
  readonly sha256: Buffer;
  readonly size: number;
  readonly spec_version: string;
}

/** Returns undefined if the upload has ended, or if its project was deleted. */
export async function findPendingUpload(
  db: Db,
  table: UploadTable,
  token: string,
): Promise<PendingUpload | undefined> {
  const { rows } = await sql<PendingUpload>`
    select id, token, project_id, file_id, sha256, size, spec_version
    from ${sql.table(table)} where token = ${token} and state = 'PENDING'`.execute(db);
  return rows[0];
}

export type UploadOutcome<Table extends UploadTable> = Updateable<DB[Table]> & {
  readonly state: 'PROCESSED' | 'UNCHANGED' | 'FAILED';
};

/** Ends an upload. Returns false, and changes nothing, if it has ended before. */
export async function updatePendingUpload<Table extends UploadTable>(
  tx: Tx,
  table: Table,
  id: number,
  outcome: UploadOutcome<Table>,
): Promise<boolean> {
  const changes = definedEntries(outcome).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql`
    update ${sql.table(table)} set ${sql.join(changes)}
    where id = ${id} and state = 'PENDING' returning id`.execute(tx);
  return rows.length > 0;
}

function definedEntries(columns: object): [string, unknown][] {
  return Object.entries(columns).filter(([, value]) => value !== undefined);
}

interface OrphanedUpload {
  readonly token: string;
  readonly projectUuid: string;
}

/** Pending uploads without a job that waits or runs, in the order of their arrival. */
export async function listOrphanedUploads(db: Db, table: UploadTable): Promise<OrphanedUpload[]> {
  const { rows } = await sql<OrphanedUpload>`
    select upload.token, project.uuid as "projectUuid"
    from ${sql.table(table)} upload join project on project.id = upload.project_id
    where upload.state = 'PENDING' and not ${isWorkedOn(sql.ref('upload.token'))}
    order by upload.id`.execute(db);
  return rows;
}

/** Stored files of a kind that no upload refers to. */
export async function listUnusedFiles(
  db: Db,
  { table, fileColumns, fileKind }: DocumentKind,
  before: Date,
  limit: number,
): Promise<number[]> {
  const unused = fileColumns.map(
    (column) => sql`not exists (select from ${sql.table(table)} where ${sql.ref(column)} = file.id)`,
  );
  const { rows } = await sql<{ id: number }>`
    select file.id from stored_file file
    where file.kind = ${fileKind} and file.created_at < ${before} and ${sql.join(unused, sql` and `)}
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Locks a stored file against deletion until the transaction ends. Returns false if it was deleted. */
export async function lockFile(tx: Tx, fileId: number): Promise<boolean> {
  const file = await tx
    .selectFrom('stored_file')
    .select('id')
    .where('id', '=', fileId)
    .forKeyShare()
    .executeTakeFirst();
  return file !== undefined;
}
