import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import type { ProjectSubject } from '../../notifications/project-events.ts';
import type { DescribedProject } from './described-project.ts';

export interface ImportedProject {
  readonly subject: ProjectSubject;
  readonly importedBom: string | null;
  readonly isCollection: boolean;
}

/** The project with the data for notifications. */
export async function findImportedProject(db: Db, projectId: number): Promise<ImportedProject | undefined> {
  const row = await db
    .selectFrom('project')
    .select(['uuid', 'name', 'version', 'description', 'purl', 'inactive_since', 'imported_bom'])
    .select('collection_logic')
    .select(
      sql<string[]>`array(
        select tag.name from project_tag join tag on tag.id = project_tag.tag_id
        where project_tag.project_id = project.id order by tag.name)`.as('tags'),
    )
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { uuid, name, tags } = row;
  const [version, description, purl] = [row.version, row.description, row.purl].map(
    (text) => text ?? undefined,
  );
  const subject = { uuid, name, version, description, purl, tags, isActive: row.inactive_since === null };
  return { subject, importedBom: row.imported_bom, isCollection: row.collection_logic !== null };
}

/** Locks the project against other changes of its components. Returns undefined if the project was deleted. */
export async function lockForImport(tx: Tx, projectId: number) {
  const row = await tx
    .selectFrom('project')
    .select('collection_logic')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && { isCollection: row.collection_logic !== null };
}

interface Imported {
  readonly at: Date;
  readonly format: string;
  readonly bom: string;
  /** A JSON list of ids. */
  readonly leaves: string | null;
}

/** Members that are absent from the document keep their value, except its own metadata, which is always replaced. */
export async function updateFromDocument(
  tx: Tx,
  projectId: number,
  described: DescribedProject,
  imported: Imported,
): Promise<void> {
  const { publisher, classifier, cpe, purl, swid_tag_id } = described;
  await sql`
    update project set
      publisher = coalesce(${publisher}, publisher),
      classifier = coalesce(${classifier}, classifier),
      cpe = coalesce(${cpe}, cpe),
      purl = coalesce(${purl}, purl),
      swid_tag_id = coalesce(${swid_tag_id}, swid_tag_id),
      authors = coalesce(${toJson(described.authors)}::jsonb, authors),
      supplier = coalesce(${toJson(described.supplier)}::jsonb, supplier),
      manufacturer = coalesce(${toJson(described.manufacturer)}::jsonb, manufacturer),
      external_references = coalesce(${toJson(described.external_references)}::jsonb, external_references),
      metadata = ${toJson(described.metadata)}::jsonb,
      document = case when ${imported.leaves}::jsonb is null then ${toJson(described.document)}::jsonb
        else jsonb_set(coalesce(${toJson(described.document)}::jsonb, '{}'), '{leaves}', ${imported.leaves}::jsonb) end,
      last_bom_import = ${imported.at}, last_bom_import_format = ${imported.format},
      imported_bom = ${imported.bom}
    where id = ${projectId}`.execute(tx);
}

export async function updateImportTime(tx: Tx, projectId: number, at: Date): Promise<void> {
  await tx.updateTable('project').set({ last_bom_import: at }).where('id', '=', projectId).execute();
}

/** Text, because the database client would write an array as an SQL array. */
function toJson(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** Deletes components and services that were removed before the given time. */
export async function deleteRemovedBefore(tx: Tx, time: Date): Promise<void> {
  await tx.deleteFrom('component').where('removed_at', '<', time).execute();
  await tx.deleteFrom('service').where('removed_at', '<', time).execute();
}
