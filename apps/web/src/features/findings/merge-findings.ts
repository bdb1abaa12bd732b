import type { Finding } from '@tallyman/contract';
import { findingKey } from './finding-key.ts';

export interface MergedFindings {
  /** The shown rows in their places, as they are now. */
  readonly rows: readonly Finding[];
  readonly added: number;
  /** Rows that no longer match, apart from those that are shown as suppressed. */
  readonly gone: number;
}

/** Updates shown rows with what the service has now. No row moves. */
export function mergeFindings(shown: readonly Finding[], present: readonly Finding[]): MergedFindings {
  const byKey = new Map(present.map((row) => [findingKey(row), row]));
  const known = new Set(shown.map(findingKey));
  return {
    rows: shown.map((row) => byKey.get(findingKey(row)) ?? row),
    added: present.filter((row) => !known.has(findingKey(row))).length,
    gone: shown.filter((row) => !byKey.has(findingKey(row)) && !row.analysis.isSuppressed).length,
  };
}
