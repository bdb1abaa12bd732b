import { DEFAULT_READ_LIMITS, type ReadLimits } from '../read-limits.ts';

export interface ReadOptions {
  /**
   * `strict` (the default) validates every element against the official schema of the version and refuses the document
   * at its end if there was a violation. `lenient` validates too, but refuses only violations that make it uncertain
   * which components and services exist (see `isIdentified`). It lists the others in the last batch and drops members
   * of the wrong type. `off` does not validate: it drops members of the wrong type and keeps values outside of
   * enumerations.
   */
  readonly validation?: 'strict' | 'lenient' | 'off';
  readonly limits?: Partial<ReadLimits>;
  readonly signal?: AbortSignal;
  /** Elements per batch; 500 by default. */
  readonly batchSize?: number;
}

export const DEFAULT_BATCH_SIZE = 500;

export function toLimits(options: ReadOptions): ReadLimits {
  return { ...DEFAULT_READ_LIMITS, ...options.limits };
}
