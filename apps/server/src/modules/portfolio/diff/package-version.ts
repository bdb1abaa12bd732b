/** One version of one package, as it stands in a project. */
export interface PackageVersion {
  readonly uuid: string;
  readonly group: string | null;
  readonly name: string;
  readonly version: string | null;
  readonly purl: string | null;
  /** The package URL up to the version; nothing when there is none. */
  readonly purlPackage: string | null;
}
