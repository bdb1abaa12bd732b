/** The outcome of the migration for one record of the source database. Notes never contain secrets. */
export interface MigrationItem {
  readonly kind: MigrationItemKind;
  readonly name: string;
  readonly outcome: MigrationOutcome;
  readonly notes: readonly string[];
}

export type MigrationItemKind =
  | 'vulnerability policy'
  | 'policy'
  | 'license group'
  | 'publisher'
  | 'alert'
  | 'settings';

/** `already here`: the existing record is not changed. `discarded`: the contract excludes it from the migration. */
type MigrationOutcome = 'migrated' | 'already here' | 'left out' | 'discarded';
