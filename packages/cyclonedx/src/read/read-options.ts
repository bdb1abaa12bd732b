import { DEFAULT_READ_LIMITS, type ReadLimits } from '../read-limits.ts';

export interface ReadOptions {
  /**
   * `strict` (the default) checks every element against the official schema of the document's version and refuses
   * the document at its end if anything broke it. `lenient` checks as well, but refuses only what makes it uncertain
   * which components and services there are (see `isIdentified`); everything else is listed in the last batch, and
   * members of the wrong type are dropped. `off` takes what can be understood without checking: members of the wrong
   * type are dropped, values that are not in an enumeration are passed on.
   */
  readonly validation?: 'strict' | 'lenient' | 'off';
  readonly limits?: Partial<ReadLimits>;
  readonly signal?: AbortSignal;
  /** Elements per batch; 500 unless said otherwise. */
  readonly batchSize?: number;
}

export const DEFAULT_BATCH_SIZE = 500;

export function toLimits(options: ReadOptions): ReadLimits {
  return { ...DEFAULT_READ_LIMITS, ...options.limits };
}
