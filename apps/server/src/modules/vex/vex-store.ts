import { type Selectable, sql } from 'kysely';
import type { VexUpload } from '../../platform/db/database.generated.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { totalOf } from '../../platform/db/total-of.ts';
import type { Page, Paged } from '../../platform/http/paging.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { mayAccess } from '../portfolio/access/project-access.ts';

export type UploadRow = Omit<Selectable<VexUpload>, 'id' | 'project_id' | 'sha256' | 'size' | 'file_id'> & {
  readonly project_uuid: string;
};

/** Finds an upload even if the principal may not see its project; `accessible` tells whether it may. */
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

/** Latest first. */
export async function listUploads(db: Db, projectId: number, page: Page): Promise<Paged<UploadRow>> {
  const uploads = db
    .selectFrom('vex_upload')
    .innerJoin('project', 'project.id', 'vex_upload.project_id')
    .where('vex_upload.project_id', '=', projectId);
  const rows = await uploads
    .selectAll('vex_upload')
    .select('project.uuid as project_uuid')
    .orderBy('vex_upload.id', 'desc')
    .offset(page.offset)
    .$if(page.limit !== null, (query) => query.limit(page.limit))
    .execute();
  const count = async () =>
    (await uploads.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total;
  return { rows, total: await totalOf(page, rows.length, count) };
}

/** Releases documents past their retention. */
export async function releaseDocuments(tx: Tx, before: Date): Promise<void> {
  await sql`
    update vex_upload set file_id = null
    where file_id is not null and uploaded_at < ${before} and state <> 'PENDING'`.execute(tx);
}

/** Deletes uploads past the retention of their receipts. */
export async function deleteReceipts(tx: Tx, before: Date): Promise<void> {
  await sql`delete from vex_upload where uploaded_at < ${before} and state <> 'PENDING'`.execute(tx);
}
