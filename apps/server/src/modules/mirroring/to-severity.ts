import type { Severity } from '@tallyman/contract';

const WORDS: Readonly<Record<string, Severity>> = {
  critical: 'CRITICAL',
  high: 'HIGH',
  important: 'HIGH',
  moderate: 'MEDIUM',
  medium: 'MEDIUM',
  low: 'LOW',
  minor: 'LOW',
  negligible: 'INFO',
  none: 'INFO',
};

/** Maps a publisher's word for a severity. */
export function toSeverity(word: unknown): Severity | undefined {
  if (typeof word !== 'string') return undefined;
  const key = word.trim().toLowerCase();
  return Object.hasOwn(WORDS, key) ? WORDS[key] : undefined;
}
