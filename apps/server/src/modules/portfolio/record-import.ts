import type { Db, Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { DescribedProject } from './described-project.ts';
import {
  deleteRemovedBefore,
  findImportedProject,
  type ImportedProject,
  lockForImport,
  touchImport,
  updateFromDocument,
} from './import-project-store.ts';
import { type ImportedRoot, mergeComponents } from './merge-components.ts';
import type { MergeCounts } from './merge-counts.ts';

/** A document whose rows are staged. */
export interface StagedImport extends ImportedRoot {
  readonly project: DescribedProject;
  /** For people, such as `CycloneDX 1.6`. */
  readonly format: string;
  /** Which document, read by which importer: the same again has nothing to change. */
  readonly bom: string;
}

/** The project with what notifications say about it, and which document its components are from. */
export function findImportTarget(db: Db, projectId: number): Promise<ImportedProject | undefined> {
  return findImportedProject(db, projectId);
}

/** Merges what was staged into the project. Nothing when the project was deleted meanwhile. */
export async function recordImport(
  tx: Tx,
  projectId: number,
  staged: StagedImport,
  now: Date,
): Promise<MergeCounts | undefined> {
  const target = await lockForImport(tx, projectId);
  if (!target) return undefined;
  if (target.isCollection) throw becameCollection();
  const counts = await mergeComponents(tx, projectId, staged, now);
  const { project, format, bom } = staged;
  await updateFromDocument(tx, projectId, project, { at: now, format, bom, leaves: counts.leaves });
  return counts;
}

/** A collection has no components of its own; it was none when the upload was accepted. */
export function becameCollection(): AppError {
  return new AppError(
    'invalid',
    'The project has become a collection project since the upload was accepted. A collection takes no BOM.',
  );
}

/** The same document came again. */
export async function recordUnchangedImport(tx: Tx, projectId: number, now: Date): Promise<void> {
  await touchImport(tx, projectId, now);
}

/** Forgets the components and services that no upload brought back in time. */
export async function forgetRemoved(tx: Tx, before: Date): Promise<void> {
  await deleteRemovedBefore(tx, before);
}
