import { type Insertable, type Selectable, sql } from 'kysely';
import type { VexUpload } from '../../platform/db/database.generated.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isWorkedOn } from '../../platform/jobs/work-token-store.ts';
import { mayAccess } from '../portfolio/project-access.ts';

export type UploadRow = Omit<Selectable<VexUpload>, 'id' | 'project_id' | 'sha256' | 'size' | 'file_id'> & {
  readonly project_uuid: string;
};

export async function insertUpload(tx: Tx, upload: Insertable<VexUpload>): Promise<void> {
  await tx.insertInto('vex_upload').values(upload).execute();
}

/** What is to be imported; misses when it was, or when its project is gone. */
export function findPending(db: Db, token: string) {
  return db
    .selectFrom('vex_upload')
    .select(['id', 'project_id', 'file_id', 'spec_version'])
    .where('token', '=', token)
    .where('state', '=', 'PENDING')
    .executeTakeFirst();
}

/** Answers whether it was still pending. */
export async function finishUpload(
  tx: Tx,
  id: number,
  outcome: Partial<Insertable<VexUpload>>,
): Promise<boolean> {
  const finished = await tx
    .updateTable('vex_upload')
    .set(outcome)
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .returning('id')
    .executeTakeFirst();
  return finished !== undefined;
}

/** Found whether the principal may see its project or not; `accessible` says which. */
export function findUpload(db: Db, principal: Principal, token: string) {
  return db
    .selectFrom('vex_upload')
    .innerJoin('project', 'project.id', 'vex_upload.project_id')
    .selectAll('vex_upload')
    .select('project.uuid as project_uuid')
    .select(mayAccess(principal, 'vex_upload.project_id').$castTo<boolean>().as('accessible'))
    .where('vex_upload.token', '=', token)
    .executeTakeFirst();
}

interface ForgottenUpload {
  readonly token: string;
  readonly projectUuid: string;
}

/** Pending uploads on which no job works any more, in the order in which they came. */
export async function listForgotten(db: Db): Promise<ForgottenUpload[]> {
  const { rows } = await sql<ForgottenUpload>`
    select upload.token, project.uuid as "projectUuid"
    from vex_upload upload join project on project.id = upload.project_id
    where upload.state = 'PENDING' and not ${isWorkedOn(sql.ref('upload.token'))}
    order by upload.id`.execute(db);
  return rows;
}

export async function letGoOfDocuments(tx: Tx, before: Date): Promise<void> {
  await sql`
    update vex_upload set file_id = null
    where file_id is not null and uploaded_at < ${before} and state <> 'PENDING'`.execute(tx);
}

export async function deleteReceipts(tx: Tx, before: Date): Promise<void> {
  await sql`delete from vex_upload where uploaded_at < ${before} and state <> 'PENDING'`.execute(tx);
}

/** Documents and receipts that no upload refers to. */
export async function listUnusedFiles(db: Db, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select file.id from stored_file file
    where file.kind = 'vex' and file.created_at < ${before}
      and not exists (select from vex_upload where file_id = file.id)
      and not exists (select from vex_upload where receipt_file_id = file.id)
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}
