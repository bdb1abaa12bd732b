import { availableParallelism } from 'node:os';
import { AppError } from '../../platform/errors.ts';
import { createThreadPool, type ThreadPool } from '../../platform/threads/create-thread-pool.ts';
import {
  findLimitRefusal,
  MAX_READ_MS,
  RefusedDocumentError,
} from '../cyclonedx-mapping/refused-document.ts';
import type { BomResult, BomRows, BomTask, InspectedKind, KindTask, RowsTask } from './import/bom-task.ts';

export type BomThreads = ThreadPool<BomTask, BomRows, BomResult>;

/** A document is read piece by piece: this is for the largest pieces that are taken, with room to spare. */
const MAX_HEAP_MEGABYTES = 384;

/** Requests and jobs have threads of their own, so that no request waits for the import of a large document. */
export function createBomThreads(): BomThreads {
  return createThreadPool({
    script: new URL('./import/bom-thread.ts', import.meta.url),
    size: Math.max(2, availableParallelism()),
    maxHeapMegabytes: MAX_HEAP_MEGABYTES,
    timeLimitMs: MAX_READ_MS,
  });
}

/** Which format and version a document is of, and what of it was ignored. */
export async function readBomKind(threads: BomThreads, task: KindTask): Promise<InspectedKind> {
  const { value } = await refusing(threads.run(task).next());
  if (value && 'kind' in value) return value.kind;
  throw new AppError('unavailable', 'The document could not be read.');
}

/** The rows of a document. Returns what it says beside them. */
export async function* readBomRows(threads: BomThreads, task: RowsTask, signal: AbortSignal) {
  const rows = threads.run(task, signal);
  let next = await refusing(rows.next());
  try {
    for (; !next.done; next = await refusing(rows.next())) yield next.value;
  } finally {
    await rows.return(undefined as never);
  }
  if ('header' in next.value) return next.value.header;
  throw new Error('The thread gave no header.');
}

async function refusing(
  next: Promise<IteratorResult<BomRows, BomResult>>,
): Promise<IteratorResult<BomRows, BomResult>> {
  try {
    const answer = await next;
    if (answer.done && 'refusal' in answer.value) throw new RefusedDocumentError(answer.value.refusal);
    return answer;
  } catch (error) {
    const refusal = findLimitRefusal(error);
    throw refusal ? new RefusedDocumentError(refusal) : error;
  }
}
