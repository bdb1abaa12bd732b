import type { Tx } from '../../platform/db/database.ts';
import { refreshStatistics } from '../../platform/db/statistics-store.ts';
import { hashText } from '../../platform/text-hash.ts';
import {
  aliasComponents,
  analyzeNodes,
  findWhatIsStored,
  hasUnmatched,
  matchByIdentity,
  matchByTier,
  matchServices,
  matchTiers,
  nestElements,
  numberComponents,
} from './import-match-store.ts';
import { mergeStagedComponents, mergeStagedEdges, mergeStagedServices } from './import-merge-store.ts';
import { openStage, stageRows } from './import-stage-store.ts';
import type { StageName } from './imported-rows.ts';
import type { MergeCounts } from './merge-counts.ts';

/** The rows of a document, one stage after the other as they stand in it. */
export type ImportStages = AsyncIterable<{
  readonly stage: StageName;
  /** Lines that `imported-rows.ts` makes. They must be read before the next stage is asked for. */
  readonly chunks: AsyncIterable<Uint8Array>;
}>;

/** What the whole document says about itself, known when all of its rows have been read. */
export interface ImportedRoot {
  /** How the document calls the project itself. */
  readonly rootRef: string | null;
  readonly hasServices: boolean;
  readonly hasEdges: boolean;
  /** Whether any component or service stands inside another. */
  readonly isNested: boolean;
}

export interface MergedComponents extends MergeCounts {
  /** The ids, as a JSON list, of what the document says to depend on nothing. */
  readonly leaves: string | null;
}

/** Puts the rows of a document beside those of the portfolio, to be merged next. */
export async function stageImport(tx: Tx, stages: ImportStages): Promise<void> {
  await openStage(tx);
  for await (const { stage, chunks } of stages) await stageRows(tx, stage, chunks);
}

/**
 * Makes the components, services and dependencies of a project those that were staged. Components keep their
 * UUID, and with it everything that was decided about them, as long as anything of their identity says that they
 * are the same. The number of statements does not depend on the number of rows.
 */
export async function mergeComponents(
  tx: Tx,
  projectId: number,
  { rootRef, hasServices, hasEdges, isNested }: ImportedRoot,
  now: Date,
): Promise<MergedComponents> {
  const stored = await findWhatIsStored(tx, projectId);
  await aliasComponents(tx);
  if (stored.components) await match(tx, projectId);
  await numberComponents(tx);
  if (isNested) await nestElements(tx);
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
  if (isNested) await nestElements(tx);
  await mergeStagedServices(tx, projectId, now);
}
