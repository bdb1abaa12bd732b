import type { DocumentViolation } from '@tallyman/contract';
import { formatCount } from './severities.ts';

interface ReadLeniently {
  readonly ignoredViolations?: readonly DocumentViolation[];
  readonly moreIgnoredViolations?: number;
}

/** Describes the violations of a document that was read leniently. */
export function noteIgnoredViolations(answer: ReadLeniently): string[] {
  const { ignoredViolations = [], moreIgnoredViolations = 0 } = answer;
  const [first] = ignoredViolations;
  if (!first) return [];
  const total = ignoredViolations.length + moreIgnoredViolations;
  const place = first.pointer ?? `line ${first.line}`;
  return [
    `warning: ${formatCount(total, 'violation')} of the schema ignored, first ${place}: ${first.message}`,
  ];
}
