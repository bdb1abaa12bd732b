import { type BomBatch, BomError, type BomFormat, type SpecVersion } from '@tallyman/cyclonedx';
import type { ThreadResult } from './document-threads.ts';
import { type DocumentRefusal, toRefusal } from './refused-document.ts';

/** Format and version of a document. */
export interface DocumentFormat {
  readonly format: BomFormat;
  readonly specVersion: SpecVersion;
}

/** Remembers the format of a document from its first batch on. */
export class FormatObserver {
  #format: DocumentFormat | undefined;

  observe(batch: BomBatch): void {
    if (batch.kind === 'start') this.#format = { format: batch.format, specVersion: batch.specVersion };
  }

  get specVersion(): SpecVersion | undefined {
    return this.#format?.specVersion;
  }

  /** Throws if no batch was read. */
  getFormat(): DocumentFormat {
    if (!this.#format) throw new Error('The document was read without its first batch.');
    return this.#format;
  }
}

/** How stored documents are read: they were validated and kept the limits, and we have compressed them ourselves. */
export const STORED_DOCUMENT = {
  validation: 'off',
  limits: { maxBytes: Number.MAX_SAFE_INTEGER, maxCompressionRatio: Number.MAX_SAFE_INTEGER },
} as const;

/** The thread's side of `readDocument`: runs `read` and returns its result or the refusal of the document. */
export async function readInThread<Result>(
  read: (observer: FormatObserver) => Promise<Result>,
): Promise<ThreadResult<Result>> {
  const observer = new FormatObserver();
  try {
    return { result: await read(observer) };
  } catch (error) {
    return { refusal: toReadRefusal(error, observer.specVersion) };
  }
}

/**
 * Every error of reading or mapping is the fault of the document and final: the next attempt would meet it again.
 * Errors of the operating system are not, and are thrown again so that the import is retried.
 */
export function toReadRefusal(error: unknown, specVersion: SpecVersion | undefined): DocumentRefusal {
  if (error instanceof BomError) return toRefusal(error, specVersion);
  if (!(error instanceof Error) || 'syscall' in error) throw error;
  const message = `The document could not be understood (${error.name}: ${error.message}).`;
  return { kind: 'unmappable', message, violations: [], moreViolations: 0, specVersion };
}
