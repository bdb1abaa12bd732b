import type { BomUploadState } from '@tallyman/contract';
import type { IgnoredViolations } from '@tallyman/cyclonedx';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { totalOf } from '../../platform/db/total-of.ts';
import type { Page, Paged } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mayAccess } from '../portfolio/access/project-access.ts';

export type UploadRow = Awaited<ReturnType<typeof listUploads>>['rows'][number];

/** Finds the latest earlier upload of the same bytes to the project whose document is still stored. */
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

/** Finds an upload even if the principal may not see its project; `accessible` tells whether it may. */
export function findUpload(db: Db, principal: Principal, token: string) {
  return selectUploads(db)
    .select(mayAccess(principal, 'bom_upload.project_id').$castTo<boolean>().as('accessible'))
    .where('bom_upload.token', '=', token)
    .executeTakeFirst();
}

/** Releases documents past their retention, except the one that the project was imported from last. */
export async function releaseDocuments(tx: Tx, before: Date): Promise<void> {
  await sql`
    update bom_upload upload set file_id = null
    where upload.file_id is not null and upload.uploaded_at < ${before} and upload.state <> 'PENDING'
      and upload.file_id <> all (
        select latest.file_id from bom_upload latest
        where latest.project_id = upload.project_id and latest.file_id is not null
          and latest.state in ('PROCESSED', 'UNCHANGED')
        order by latest.id desc limit 1)`.execute(tx);
}

/** Deletes uploads past their retention, except the last one of each project. */
export async function deleteHistory(tx: Tx, before: Date): Promise<void> {
  await sql`
    delete from bom_upload upload
    where upload.uploaded_at < ${before} and upload.state <> 'PENDING' and exists (
      select from bom_upload later where later.project_id = upload.project_id and later.id > upload.id)
  `.execute(tx);
}
