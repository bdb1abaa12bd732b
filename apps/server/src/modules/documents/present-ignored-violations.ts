import type { BomAccepted, DocumentViolation } from '@tallyman/contract';
import type { IgnoredViolations, Violation } from '@tallyman/cyclonedx';

type IgnoredMembers = Pick<BomAccepted, 'ignoredViolations' | 'moreIgnoredViolations'>;

/** The members of an answer about a document that was read leniently. Empty if nothing was ignored. */
export function presentIgnored(ignored: IgnoredViolations | null | undefined): IgnoredMembers {
  if (!ignored || ignored.violations.length === 0) return {};
  const { violations, moreViolations } = ignored;
  return {
    ignoredViolations: violations.map(presentViolation),
    ...(moreViolations > 0 ? { moreIgnoredViolations: moreViolations } : {}),
  };
}

function presentViolation({ place, message, line, column }: Violation): DocumentViolation {
  return {
    ...(place.startsWith('/') ? { pointer: place } : {}),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    message,
  };
}
