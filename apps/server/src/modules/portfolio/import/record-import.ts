import type { Db, Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { DescribedProject } from './described-project.ts';
import {
  deleteRemovedBefore,
  findImportedProject,
  type ImportedProject,
  lockForImport,
  updateFromDocument,
  updateImportTime,
} from './import-project-store.ts';
import { type ImportedRoot, mergeComponents } from './merge-components.ts';
import type { MergeCounts } from './merge-counts.ts';

/** A document whose rows are staged. */
export interface StagedImport extends ImportedRoot {
  readonly project: DescribedProject;
  /** Shown to users, such as `CycloneDX 1.6`. */
  readonly format: string;
  /** Identifies the document and the version of the importer. An equal value means that the import changes nothing. */
  readonly bom: string;
}

/** Returns undefined if the project was deleted. */
export function findImportTarget(db: Db, projectId: number): Promise<ImportedProject | undefined> {
  return findImportedProject(db, projectId);
}

/** Merges the staged rows into the project. Returns undefined if the project was deleted. */
export async function recordImport(
  tx: Tx,
  projectId: number,
  staged: StagedImport,
  now: Date,
): Promise<MergeCounts | undefined> {
  const target = await lockForImport(tx, projectId);
  if (!target) return undefined;
  if (target.isCollection) throw collectionRefused();
  const counts = await mergeComponents(tx, projectId, staged, now);
  const { project, format, bom } = staged;
  await updateFromDocument(tx, projectId, project, { at: now, format, bom, leaves: counts.leaves });
  return counts;
}

/** For a project that became a collection project after the upload was accepted. */
export function collectionRefused(): AppError {
  return new AppError(
    'invalid',
    'The project has become a collection project since the upload was accepted. A collection project has no components of its own.',
  );
}

/** For an upload of the same document. */
export async function recordUnchangedImport(tx: Tx, projectId: number, now: Date): Promise<void> {
  await updateImportTime(tx, projectId, now);
}

/** Deletes components and services that were removed before the given time for good. */
export async function deleteRemovedElements(tx: Tx, before: Date): Promise<void> {
  await deleteRemovedBefore(tx, before);
}
