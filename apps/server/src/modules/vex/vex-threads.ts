import { createThreadPool, type ThreadPool } from '../../platform/threads/create-thread-pool.ts';
import {
  findLimitRefusal,
  MAX_READ_MS,
  RefusedDocumentError,
} from '../cyclonedx-mapping/refused-document.ts';
import type { VexDocument, VexStatement } from './import/vex-document.ts';
import type { VexHeader, VexKind, VexResult, VexStatements, VexTask } from './import/vex-task.ts';

export type VexThreads = ThreadPool<VexTask, VexStatements, VexResult>;

const MAX_HEAP_MEGABYTES = 384;

/** Imports of decisions are rarer than uploads of components: two at a time are enough. */
const THREADS = 2;

export function createVexThreads(): VexThreads {
  return createThreadPool({
    script: new URL('./import/vex-thread.ts', import.meta.url),
    size: THREADS,
    maxHeapMegabytes: MAX_HEAP_MEGABYTES,
    timeLimitMs: MAX_READ_MS,
  });
}

/** Which format and version a document is of; `validate` also holds all of it against its schema. */
export async function readVexKind(threads: VexThreads, task: VexTask): Promise<VexKind> {
  return readAll(threads, task, () => {});
}

export async function readVexDocument(
  threads: VexThreads,
  path: string,
  signal?: AbortSignal,
): Promise<VexDocument> {
  const statements: VexStatement[] = [];
  const task = { kind: 'statements', path, maxBytes: Number.MAX_SAFE_INTEGER } as const;
  const header = await readAll(threads, task, (some) => statements.push(...some), signal);
  return { ...header, statements };
}

async function readAll(
  threads: VexThreads,
  task: VexTask,
  onStatements: (some: VexStatements) => void,
  signal?: AbortSignal,
): Promise<VexHeader> {
  const reading = threads.run(task, signal);
  try {
    for (;;) {
      const next = await reading.next();
      if (!next.done) onStatements(next.value);
      else if ('refusal' in next.value) throw new RefusedDocumentError(next.value.refusal);
      else return next.value.header;
    }
  } catch (error) {
    const refusal = findLimitRefusal(error);
    throw refusal ? new RefusedDocumentError(refusal) : error;
  }
}
