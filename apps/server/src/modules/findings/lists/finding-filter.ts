import type { AnalysisResponse, AnalysisState, Severity, Source } from '@tallyman/contract';

/** Both ends are inclusive. An absent end is unbounded. */
export interface Bounds<T> {
  readonly from?: T | undefined;
  readonly to?: T | undefined;
}

export interface Period {
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
}

export const TEXT_FIELDS = [
  'VULNERABILITY_ID',
  'VULNERABILITY_TITLE',
  'COMPONENT_NAME',
  'COMPONENT_VERSION',
  'PROJECT_NAME',
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/** What components of the same package and version have in common. */
export interface PackageIdentity {
  readonly purl_coordinates: string | null;
  readonly group_name: string | null;
  readonly name: string;
  readonly version: string | null;
}

/** Absent members do not restrict. Inactive findings never match. */
export interface FindingFilter {
  /** What was listed at this time, with the decisions and ratings of that time. */
  readonly asOf?: Date | undefined;
  /** The caller must already have checked access to this project. */
  readonly projectId?: number | undefined;
  readonly tag?: string | undefined;
  readonly withSuppressed?: boolean | undefined;
  readonly withInactiveProjects?: boolean | undefined;
  /** Versions of which another one is the latest do not match. */
  readonly onlyLatest?: boolean | undefined;
  readonly vulnerabilityIds?: readonly number[] | undefined;
  readonly packageOf?: PackageIdentity | undefined;
  readonly hasFix?: boolean | undefined;
  readonly source?: Source | undefined;
  readonly hasAnalysis?: boolean | undefined;
  readonly severities?: readonly Severity[] | undefined;
  /** Of a list of the past: who rated the finding. The vulnerability, whose severity has changed since or not, or a decision. */
  readonly severityOf?: 'unchanged vulnerability' | 'changed vulnerability' | 'decision' | undefined;
  readonly states?: readonly AnalysisState[] | undefined;
  readonly responses?: readonly AnalysisResponse[] | undefined;
  readonly published?: Period | undefined;
  readonly attributed?: Period | undefined;
  readonly text?: { readonly fields: readonly TextField[]; readonly part: string } | undefined;
  /** A part of a name, group or id, or UUIDs. */
  readonly search?: string | undefined;
  readonly cvssV2?: Bounds<number> | undefined;
  readonly cvssV3?: Bounds<number> | undefined;
  readonly cvssV4?: Bounds<number> | undefined;
  readonly epss?: Bounds<number> | undefined;
  readonly epssPercentile?: Bounds<number> | undefined;
  readonly isKev?: boolean | undefined;
}
