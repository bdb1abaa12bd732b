import { createDocumentThreads, type DocumentThreads, readDocument } from '../documents/document-threads.ts';
import type { DocumentFormat } from '../documents/read-in-thread.ts';
import type { VexDocument, VexStatement } from './import/vex-document.ts';
import type { VexHeader, VexStatements, VexTask } from './import/vex-task.ts';

export type VexThreads = DocumentThreads<VexTask, VexStatements, VexHeader>;

/** VEX imports are rarer than BOM uploads: two at a time are enough. */
const THREADS = 2;

export function createVexThreads(): VexThreads {
  return createDocumentThreads(new URL('./import/vex-thread.ts', import.meta.url), THREADS);
}

/** Returns format and version of a document; `validate` also validates it against its schema. */
export async function readVexKind(
  threads: VexThreads,
  task: VexTask & { readonly kind: 'inspect' | 'validate' },
): Promise<DocumentFormat> {
  const { value } = await readDocument(threads, task).next();
  if (value && 'format' in value) return value;
  throw new Error('The thread returned no format.');
}

/** Returns everything that an import needs of a stored document. */
export async function readVexDocument(
  threads: VexThreads,
  path: string,
  signal?: AbortSignal,
): Promise<VexDocument> {
  const task = { kind: 'statements', path, maxBytes: Number.MAX_SAFE_INTEGER } as const;
  const reading = readDocument(threads, task, signal);
  const statements: VexStatement[] = [];
  for (;;) {
    const next = await reading.next();
    if (next.done) return { ...next.value, statements };
    statements.push(...next.value);
  }
}
