import type { BomErrorKind } from '../bom-error.ts';
import type { BomBatch } from '../read/bom-batch.ts';
import type { ReadOptions } from '../read/read-options.ts';
import type { BomVerdict } from '../read/validate-bom.ts';
import type { BomSource } from '../source/bom-source.ts';
import type { Violation } from '../violation-log.ts';

/** What can cross a thread; signals cannot. */
export type PlainReadOptions = Omit<ReadOptions, 'signal'>;

export type WorkerRequest =
  | { readonly type: 'read'; readonly source: BomSource; readonly options: PlainReadOptions }
  | { readonly type: 'validate'; readonly source: BomSource; readonly options: PlainReadOptions }
  /** The reader took a batch and wants one more. */
  | { readonly type: 'pull' };

export interface ErrorMessage {
  readonly type: 'error';
  readonly message: string;
  readonly code?: string;
  readonly bomError?: {
    readonly kind: BomErrorKind;
    readonly violations: readonly Violation[];
    readonly moreViolations: number;
  };
}

export type WorkerResponse =
  | { readonly type: 'batch'; readonly batch: BomBatch }
  | { readonly type: 'verdict'; readonly verdict: BomVerdict }
  | { readonly type: 'end' }
  | ErrorMessage;

/** Batches that may be under way before the reader took one: enough to keep both threads busy. */
export const BATCHES_AHEAD = 3;
