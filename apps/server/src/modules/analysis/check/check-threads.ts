import {
  createDocumentThreads,
  type DocumentThreads,
  readDocument,
} from '../../documents/document-threads.ts';
import {
  type DocumentRefusal,
  invalidDocument,
  RefusedDocumentError,
} from '../../documents/refused-document.ts';
import type { CheckedHeader, CheckedLines, CheckTask } from './check-task.ts';

export type CheckThreads = DocumentThreads<CheckTask, CheckedLines, CheckedHeader>;

export function createCheckThreads(size: number): CheckThreads {
  return createDocumentThreads(new URL('./check-thread.ts', import.meta.url), size);
}

/** Passes rows of a document to `take` as they are read. Throws if the document is invalid. */
export async function readChecked(
  threads: CheckThreads,
  task: CheckTask,
  take: (lines: CheckedLines) => Promise<void>,
): Promise<CheckedHeader> {
  const reading = readDocument(threads, task);
  try {
    let next = await reading.next();
    while (!next.done) {
      await take(next.value);
      next = await reading.next();
    }
    return next.value;
  } catch (error) {
    throw error instanceof RefusedDocumentError ? invalidDocument(withHint(error.refusal, task)) : error;
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
