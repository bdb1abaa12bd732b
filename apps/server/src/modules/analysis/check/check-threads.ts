import { createThreadPool, type ThreadPool } from '../../../platform/threads/create-thread-pool.ts';
import {
  type DocumentRefusal,
  findLimitRefusal,
  invalidDocument,
  MAX_READ_MS,
} from '../../documents/refused-document.ts';
import type { CheckedHeader, CheckedLines, CheckResult, CheckTask } from './check-task.ts';

export type CheckThreads = ThreadPool<CheckTask, CheckedLines, CheckResult>;

const MAX_HEAP_MEGABYTES = 384;

export function createCheckThreads(size: number): CheckThreads {
  return createThreadPool({
    script: new URL('./check-thread.ts', import.meta.url),
    size,
    maxHeapMegabytes: MAX_HEAP_MEGABYTES,
    timeLimitMs: MAX_READ_MS,
  });
}

/** Passes rows of a document to `take` as they are read. Throws if the document is invalid. */
export async function readChecked(
  threads: CheckThreads,
  task: CheckTask,
  take: (lines: CheckedLines) => Promise<void>,
): Promise<CheckedHeader> {
  const reading = threads.run(task);
  try {
    for (;;) {
      const next = await reading.next();
      if (!next.done) await take(next.value);
      else if ('refusal' in next.value) throw invalidDocument(withHint(next.value.refusal, task));
      else return next.value.header;
    }
  } catch (error) {
    const refusal = findLimitRefusal(error);
    throw refusal ? invalidDocument(refusal) : error;
  } finally {
    await reading.return(undefined as never);
  }
}

/** Adds a hint how to check the document leniently. */
function withHint(refusal: DocumentRefusal, { validation }: CheckTask): DocumentRefusal {
  if (validation !== 'strict') return refusal;
  return { ...refusal, hint: CHECK_LENIENTLY };
}

const CHECK_LENIENTLY =
  'To check the document anyway, add ?lenient=true: violations that do not concern the identity of components are then ' +
  'ignored and listed.';
