import { createThreadPool, type ThreadPool } from '../../platform/threads/create-thread-pool.ts';
import {
  type DocumentRefusal,
  findLimitRefusal,
  MAX_READ_MS,
  RefusedDocumentError,
} from './refused-document.ts';

/** Threads that read documents: each task ends with a result or with the refusal of its document. */
export type DocumentThreads<Task, Message, Result> = ThreadPool<Task, Message, ThreadResult<Result>>;

export type ThreadResult<Result> = { readonly refusal: DocumentRefusal } | { readonly result: Result };

/** A document is read in pieces. This is enough for the largest accepted piece, with room to spare. */
const MAX_HEAP_MEGABYTES = 384;

/** Requests and jobs have separate threads, so that no request waits for the import of a large document. */
export function createDocumentThreads<Task, Message, Result>(
  script: URL,
  size: number,
): DocumentThreads<Task, Message, Result> {
  return createThreadPool({
    script,
    size,
    maxHeapMegabytes: MAX_HEAP_MEGABYTES,
    timeLimitMs: MAX_READ_MS,
  });
}

/**
 * Reads a document in a thread: yields its messages and returns the result. Throws a `RefusedDocumentError` if the
 * document is refused, or if reading it takes more memory or time than a document may take.
 */
export async function* readDocument<Task, Message, Result>(
  threads: DocumentThreads<Task, Message, Result>,
  task: Task,
  signal?: AbortSignal,
): AsyncGenerator<Message, Result> {
  try {
    const answer = yield* threads.run(task, signal);
    if ('refusal' in answer) throw new RefusedDocumentError(answer.refusal);
    return answer.result;
  } catch (error) {
    const refusal = findLimitRefusal(error);
    throw refusal ? new RefusedDocumentError(refusal) : error;
  }
}
