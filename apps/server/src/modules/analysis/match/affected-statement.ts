import type { BoundRow } from './match-candidates.ts';

/** A statement of an asserter about affected versions. */
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
