import type { FindingMatch } from '@tallyman/contract';
import type { AffectedStatement } from './finding-columns-store.ts';

/** Why an analyzer reported a finding. */
export interface Evidence {
  readonly identifier?: string;
  readonly asserter?: string;
  /** UUID of the statement about affected versions that matched. */
  readonly affected?: string;
}

export function toEvidence(stored: unknown): Evidence | undefined {
  return typeof stored === 'object' && stored !== null ? (stored as Evidence) : undefined;
}

/** If the statement was withdrawn, presents only the identifier and the asserter. */
export function presentMatch(
  { identifier, asserter }: Evidence,
  statement: AffectedStatement | undefined,
): FindingMatch | undefined {
  if (identifier !== 'PURL' && identifier !== 'CPE') return undefined;
  if (!statement) return { identifier, ...(asserter ? { asserter } : {}) };
  return {
    identifier,
    affected: statement.affected,
    range: describeRange(statement),
    asserter: statement.asserter,
    ...(statement.version_end_excluding === null ? {} : { fixedIn: statement.version_end_excluding }),
  };
}

type Bounds = Pick<
  AffectedStatement,
  | 'version'
  | 'version_start_including'
  | 'version_start_excluding'
  | 'version_end_including'
  | 'version_end_excluding'
>;

/** `>= 2.13.0, < 2.15.0`, `= 2.13.0` or `all versions`. */
export function describeRange(bounds: Bounds): string {
  const comparisons = [
    ['>=', bounds.version_start_including],
    ['>', bounds.version_start_excluding],
    ['<=', bounds.version_end_including],
    ['<', bounds.version_end_excluding],
  ] as const;
  const stated = comparisons.flatMap(([sign, version]) => (version === null ? [] : [`${sign} ${version}`]));
  if (stated.length > 0) return stated.join(', ');
  return bounds.version === null ? 'all versions' : `= ${bounds.version}`;
}
