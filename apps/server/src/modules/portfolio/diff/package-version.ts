/** One version of a package in a project. */
export interface PackageVersion {
  readonly uuid: string;
  readonly group: string | null;
  readonly name: string;
  readonly version: string | null;
  readonly purl: string | null;
  /** The package URL up to the version; null without a package URL. */
  readonly purlPackage: string | null;
}
