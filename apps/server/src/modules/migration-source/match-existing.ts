import type { MigrationItem, MigrationItemKind } from './migration-item.ts';

interface SourceRecord {
  readonly uuid: string | undefined;
  readonly name: string;
}

interface ExistingRecord {
  readonly uuid: string;
  readonly name: string;
}

/** A record of the source database, with the existing record that it corresponds to. */
export interface Match<Source extends SourceRecord, Existing extends ExistingRecord> {
  readonly source: Source;
  readonly existing?: Existing;
  /** Present if the record is not to be created. */
  readonly item?: MigrationItem;
}

/**
 * Matches by UUID, else by name. Existing records are never changed. If several source records have the same name, only
 * the first is migrated.
 */
export function matchExisting<Source extends SourceRecord, Existing extends ExistingRecord>(
  kind: MigrationItemKind,
  sources: readonly Source[],
  existing: readonly Existing[],
): Match<Source, Existing>[] {
  const byUuid = new Map(existing.map((record) => [record.uuid, record]));
  const byName = new Map(existing.map((record) => [record.name, record]));
  const seen = new Set<string>();
  return sources.map((source) => {
    const { uuid, name } = source;
    const toItem = (outcome: MigrationItem['outcome'], ...notes: string[]) => ({
      kind,
      name,
      outcome,
      notes,
    });
    if (name === '') return { source, item: toItem('left out', 'It has no name.') };
    const same = uuid === undefined ? undefined : byUuid.get(uuid);
    if (same) return { source, existing: same, item: toItem('already here') };
    const namesake = byName.get(name);
    if (namesake) {
      const notes =
        uuid === undefined ? [] : [`A ${kind} with this name already exists and was not changed.`];
      return { source, existing: namesake, item: toItem('already here', ...notes) };
    }
    if (seen.has(name)) {
      const note = `Another ${kind} has the same name. Rename one of them, then run the migration again.`;
      return { source, item: toItem('left out', note) };
    }
    seen.add(name);
    return { source };
  });
}
