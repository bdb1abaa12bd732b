import { availableParallelism } from 'node:os';
import { createDocumentThreads, type DocumentThreads, readDocument } from '../documents/document-threads.ts';
import type {
  BomHeader,
  BomResult,
  BomRows,
  BomTask,
  InspectedKind,
  KindTask,
  RowsTask,
} from './import/bom-task.ts';

export type BomThreads = DocumentThreads<BomTask, BomRows, BomResult>;

export function createBomThreads(): BomThreads {
  const script = new URL('./import/bom-thread.ts', import.meta.url);
  return createDocumentThreads(script, Math.max(2, availableParallelism()));
}

/** Returns format, version and ignored violations of a document. */
export async function readBomKind(threads: BomThreads, task: KindTask): Promise<InspectedKind> {
  const { value } = await readDocument(threads, task).next();
  if (value && 'kind' in value) return value.kind;
  throw new Error('The thread returned no kind.');
}

/** Yields the rows of a document and returns everything else that is stored of it. */
export async function* readBomRows(
  threads: BomThreads,
  task: RowsTask,
  signal: AbortSignal,
): AsyncGenerator<BomRows, BomHeader> {
  const result = yield* readDocument(threads, task, signal);
  if ('header' in result) return result.header;
  throw new Error('The thread returned no header.');
}
