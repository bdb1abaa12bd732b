import type { Tx } from '../../../platform/db/database.ts';
import { refreshStatistics } from '../../../platform/db/statistics-store.ts';
import { hashText } from '../../../platform/text-hash.ts';
import {
  aliasComponents,
  analyzeNodes,
  assignComponentIds,
  assignParents,
  getStoredElements,
  hasUnmatched,
  matchByIdentity,
  matchByTier,
  matchServices,
  matchTiers,
} from './import-match-store.ts';
import { mergeStagedComponents, mergeStagedEdges, mergeStagedServices } from './import-merge-store.ts';
import { openStage, stageRows } from './import-stage-store.ts';
import type { StageName } from './imported-rows.ts';
import type { MergeCounts } from './merge-counts.ts';

/** The rows of a document, one stage after the other in the order of the document. */
export type ImportStages = AsyncIterable<{
  readonly stage: StageName;
  /** Lines of `imported-rows.ts`. Read all of them before the next stage. */
  readonly chunks: AsyncIterable<Uint8Array>;
}>;

/** Facts about the whole document, known after its last row. */
export interface ImportedRoot {
  /** The reference of the project itself in the document. */
  readonly rootRef: string | null;
  readonly hasServices: boolean;
  readonly hasEdges: boolean;
  /** Whether any component or service is nested. */
  readonly isNested: boolean;
}

export interface MergedComponents extends MergeCounts {
  /** A JSON list of the ids of components and services with an empty dependency entry. */
  readonly leaves: string | null;
}

/** Copies the rows of a document into staging tables. */
export async function stageImport(tx: Tx, stages: ImportStages): Promise<void> {
  await openStage(tx);
  for await (const { stage, chunks } of stages) await stageRows(tx, stage, chunks);
}

/**
 * Replaces the components, services and dependencies of a project by the staged ones. A component that matches a stored
 * one in any part of its identity keeps its UUID and its decisions. The number of statements does not depend on the
 * number of rows.
 */
export async function mergeComponents(
  tx: Tx,
  projectId: number,
  { rootRef, hasServices, hasEdges, isNested }: ImportedRoot,
  now: Date,
): Promise<MergedComponents> {
  const stored = await getStoredElements(tx, projectId);
  await aliasComponents(tx);
  if (stored.components) await match(tx, projectId);
  await assignComponentIds(tx);
  if (isNested) await assignParents(tx);
  await analyzeNodes(tx);
  const counts = await mergeStagedComponents(tx, projectId, now);
  if (hasServices || stored.services) await mergeServices(tx, projectId, isNested, now);
  const rootHash = rootRef === null ? null : hashText(rootRef);
  const leaves = hasEdges || stored.edges ? await mergeStagedEdges(tx, projectId, rootHash) : null;
  await refreshStatistics(tx, { component: counts.added, ...(hasEdges ? { dependency: counts.added } : {}) });
  return { ...counts, leaves };
}

async function match(tx: Tx, projectId: number): Promise<void> {
  await matchByIdentity(tx, projectId);
  if (!(await hasUnmatched(tx, projectId))) return;
  for (const tier of matchTiers) await matchByTier(tx, projectId, tier);
}

async function mergeServices(tx: Tx, projectId: number, isNested: boolean, now: Date): Promise<void> {
  await matchServices(tx, projectId);
  if (isNested) await assignParents(tx);
  await mergeStagedServices(tx, projectId, now);
}
