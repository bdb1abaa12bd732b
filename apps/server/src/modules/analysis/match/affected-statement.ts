import type { BoundRow } from './match-candidates.ts';

/** Whose words are affected, in which versions, and who says so. */
export interface AffectedStatementRow extends BoundRow {
  readonly uuid: string;
  readonly asserter: string;
  readonly source: string;
  /** The package URL without a version, or the CPE name. */
  readonly name: string;
  readonly version: string | null;
}

export interface PackageStatementRow extends AffectedStatementRow {
  readonly package: string;
  readonly purl_type: string;
  readonly distro: string | null;
  readonly scheme: string;
}

export interface CpeStatementRow extends AffectedStatementRow {
  readonly cpe: string;
}
