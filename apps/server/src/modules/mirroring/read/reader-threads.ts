import { createThreadPool, type ThreadPool } from '../../../platform/threads/create-thread-pool.ts';
import { ThreadMemoryError } from '../../../platform/threads/pool-thread.ts';
import { UnreadableDataError } from '../unreadable-data-error.ts';
import type { ReaderMessage, ReaderResult, ReaderTask } from './reader-task.ts';

export type ReaderThreads = ThreadPool<ReaderTask, ReaderMessage, ReaderResult>;

type Done = Exclude<ReaderResult, { refusal: string }>;

export function createReaderThreads(): ReaderThreads {
  return createThreadPool({
    script: new URL('./reader-thread.ts', import.meta.url),
    size: 2,
    maxHeapMegabytes: 384,
  });
}

/** Yields what a thread reads. Throws `UnreadableDataError` if it cannot be read. */
export async function* readInThread(
  threads: ReaderThreads,
  task: ReaderTask,
  signal: AbortSignal,
): AsyncGenerator<ReaderMessage, Done> {
  try {
    const result = yield* threads.run(task, signal);
    if ('refusal' in result) throw new UnreadableDataError(result.refusal);
    return result;
  } catch (error) {
    if (error instanceof ThreadMemoryError) throw new UnreadableDataError('A part of the file is too large.');
    throw error;
  }
}
