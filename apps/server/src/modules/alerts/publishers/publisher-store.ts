import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';

export interface PublisherRow {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly description: string | null;
  readonly extension: string;
  readonly template: string | null;
  readonly template_mime_type: string;
  readonly is_default: boolean;
}

function selectPublishers(db: Db) {
  return db
    .selectFrom('publisher')
    .select([
      'id',
      'uuid',
      'name',
      'description',
      'extension',
      'template',
      'template_mime_type',
      'is_default',
    ]);
}

export async function listPublishers(db: Db): Promise<PublisherRow[]> {
  return selectPublishers(db).orderBy('name').execute();
}

export async function findPublisher(db: Db, uuid: string): Promise<PublisherRow | undefined> {
  return selectPublishers(db).where('uuid', '=', uuid).executeTakeFirst();
}

export async function findPublisherNamed(db: Db, name: string): Promise<PublisherRow | undefined> {
  return selectPublishers(db).where('name', '=', name).executeTakeFirst();
}

export type PublisherColumns = Omit<PublisherRow, 'id'>;

export async function insertPublisher(tx: Tx, publisher: PublisherColumns): Promise<void> {
  await tx.insertInto('publisher').values(publisher).execute();
}

export async function updatePublisher(tx: Tx, publisher: PublisherColumns): Promise<void> {
  await tx.updateTable('publisher').set(publisher).where('uuid', '=', publisher.uuid).execute();
}

export async function deletePublisher(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('publisher').where('id', '=', id).execute();
}

/** Inserts the default publishers of this release, or updates description and template of existing ones. */
export async function upsertDefaultPublishers(
  tx: Tx,
  publishers: readonly Omit<PublisherColumns, 'is_default'>[],
): Promise<void> {
  await tx
    .insertInto('publisher')
    .values(publishers.map((publisher) => ({ ...publisher, is_default: true })))
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({
          description: sql.ref('excluded.description'),
          template: sql.ref('excluded.template'),
          template_mime_type: sql.ref('excluded.template_mime_type'),
        })
        .where('publisher.is_default', '=', true),
    )
    .execute();
}
