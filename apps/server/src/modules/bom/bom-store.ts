import type { BomUploadState } from '@tallyman/contract';
import type { IgnoredViolations } from '@tallyman/cyclonedx';
import { type Insertable, sql } from 'kysely';
import type { BomUpload } from '../../platform/db/database.generated.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { totalOf } from '../../platform/db/total-of.ts';
import type { Page, Paged } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isWorkedOn } from '../../platform/jobs/work-token-store.ts';
import { mayAccess } from '../portfolio/project-access.ts';

export type UploadRow = Awaited<ReturnType<typeof listUploads>>['rows'][number];

export async function insertUpload(tx: Tx, upload: Insertable<BomUpload>): Promise<void> {
  await tx.insertInto('bom_upload').values(upload).execute();
}

/** An earlier upload of the same document to the project, whose file is still kept. */
export function findSameDocument(db: Db, projectId: number, sha256: Buffer) {
  return db
    .selectFrom('bom_upload')
    .select(['file_id', 'format', 'spec_version', 'validated'])
    .where('project_id', '=', projectId)
    .where('sha256', '=', sha256)
    .where('file_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Locked, so that it is not deleted before the transaction ends. */
export async function lockFile(tx: Tx, fileId: number): Promise<boolean> {
  const file = await tx
    .selectFrom('stored_file')
    .select('id')
    .where('id', '=', fileId)
    .forKeyShare()
    .executeTakeFirst();
  return file !== undefined;
}

/** What is to be imported; misses when it was, or when its project is gone. */
export function findPending(db: Db, token: string) {
  return db
    .selectFrom('bom_upload')
    .select(['id', 'token', 'project_id', 'file_id', 'sha256', 'size', 'spec_version'])
    .where('token', '=', token)
    .where('state', '=', 'PENDING')
    .executeTakeFirst();
}

type Outcome = Partial<Insertable<BomUpload>> & { readonly state: BomUploadState };

/** Answers whether it was still pending: only then is there anything to tell. */
export async function finishUpload(tx: Tx, id: number, outcome: Outcome): Promise<boolean> {
  const finished = await tx
    .updateTable('bom_upload')
    .set(outcome)
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .returning('id')
    .executeTakeFirst();
  return finished !== undefined;
}

function selectUploads(db: Db) {
  return db
    .selectFrom('bom_upload')
    .innerJoin('project', 'project.id', 'bom_upload.project_id')
    .select([
      'bom_upload.token',
      'bom_upload.file_id',
      'bom_upload.sha256',
      'bom_upload.size',
      'bom_upload.format',
      'bom_upload.spec_version',
      'bom_upload.serial_number',
      'bom_upload.bom_version',
      'bom_upload.generated_at',
      'bom_upload.uploaded_by',
      'bom_upload.uploaded_at',
      'bom_upload.processed_at',
      'bom_upload.failure',
      'bom_upload.components',
      'bom_upload.components_added',
      'bom_upload.components_changed',
      'bom_upload.components_removed',
      'project.uuid as project_uuid',
    ])
    .select((eb) => [
      eb.ref('bom_upload.state').$castTo<BomUploadState>().as('state'),
      eb.ref('bom_upload.ignored_violations').$castTo<IgnoredViolations | null>().as('ignored_violations'),
    ]);
}

export async function listUploads(db: Db, projectId: number, page: Page) {
  const uploads = selectUploads(db)
    .where('bom_upload.project_id', '=', projectId)
    .orderBy('bom_upload.id', 'desc')
    .offset(page.offset);
  const rows = await (page.limit === null ? uploads : uploads.limit(page.limit)).execute();
  const total = await totalOf(page, rows.length, () => countUploads(db, projectId));
  return { rows, total } satisfies Paged<(typeof rows)[number]>;
}

async function countUploads(db: Db, projectId: number): Promise<number> {
  const { total } = await db
    .selectFrom('bom_upload')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Found whether the principal may see its project or not; `accessible` says which. */
export function findUpload(db: Db, principal: Principal, token: string) {
  return selectUploads(db)
    .select(mayAccess(principal, 'bom_upload.project_id').$castTo<boolean>().as('accessible'))
    .where('bom_upload.token', '=', token)
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
    from bom_upload upload join project on project.id = upload.project_id
    where upload.state = 'PENDING' and not ${isWorkedOn(sql.ref('upload.token'))}
    order by upload.id`.execute(db);
  return rows;
}

/** Lets go of documents that are older than they are kept, but for the one that a project was imported from last. */
export async function letGoOfDocuments(tx: Tx, before: Date): Promise<void> {
  await sql`
    update bom_upload upload set file_id = null
    where upload.file_id is not null and upload.uploaded_at < ${before} and upload.state <> 'PENDING'
      and upload.file_id <> all (
        select latest.file_id from bom_upload latest
        where latest.project_id = upload.project_id and latest.file_id is not null
          and latest.state in ('PROCESSED', 'UNCHANGED')
        order by latest.id desc limit 1)`.execute(tx);
}

/** Forgets uploads that are older than they are remembered, but for the last one of each project. */
export async function deleteHistory(tx: Tx, before: Date): Promise<void> {
  await sql`
    delete from bom_upload upload
    where upload.uploaded_at < ${before} and upload.state <> 'PENDING' and exists (
      select from bom_upload later where later.project_id = upload.project_id and later.id > upload.id)
  `.execute(tx);
}

/** Documents that no upload refers to, because it let go of them or because its project was deleted. */
export async function listUnusedFiles(db: Db, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select file.id from stored_file file
    where file.kind = 'bom' and file.created_at < ${before}
      and not exists (select from bom_upload where bom_upload.file_id = file.id)
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}
