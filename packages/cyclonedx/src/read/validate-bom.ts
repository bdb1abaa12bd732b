import { BomError } from '../bom-error.ts';
import type { BomSource } from '../source/bom-source.ts';
import type { BomFormat, SpecVersion } from '../spec-version.ts';
import type { Violation } from '../violation-log.ts';
import { readBom } from './read-bom.ts';
import type { ReadOptions } from './read-options.ts';

export interface BomVerdict {
  readonly format: BomFormat;
  readonly specVersion: SpecVersion;
  readonly valid: boolean;
  readonly violations: readonly Violation[];
  readonly moreViolations: number;
}

/**
 * Validates a document against the official schema of its version and returns the violations. Throws a `BomError` if
 * the document cannot be read at all.
 */
export async function validateBom(
  source: BomSource,
  options: Omit<ReadOptions, 'validation'> = {},
): Promise<BomVerdict> {
  let start: { format: BomFormat; specVersion: SpecVersion } = { format: 'json', specVersion: '1.0' };
  try {
    for await (const batch of readBom(source, options)) {
      if (batch.kind === 'start') start = { format: batch.format, specVersion: batch.specVersion };
    }
    return { ...start, valid: true, violations: [], moreViolations: 0 };
  } catch (error) {
    if (!(error instanceof BomError) || error.kind !== 'invalid') throw error;
    const { violations, moreViolations } = error;
    return { ...start, valid: false, violations, moreViolations };
  }
}
