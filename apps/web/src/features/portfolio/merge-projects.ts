import type { ProjectListItem } from '@tallyman/contract';

interface MergedProjects {
  /** The shown rows in their places, as they are now. */
  readonly rows: readonly ProjectListItem[];
  readonly added: number;
  readonly gone: number;
}

/** Updates the shown rows with what the service has now for the same page. No row moves. */
export function mergeProjects(
  shown: readonly ProjectListItem[],
  present: readonly ProjectListItem[],
): MergedProjects {
  const byId = new Map(present.map((row) => [row.uuid, row]));
  const known = new Set(shown.map(({ uuid }) => uuid));
  return {
    rows: shown.map((row) => byId.get(row.uuid) ?? row),
    added: present.filter(({ uuid }) => !known.has(uuid)).length,
    gone: shown.filter(({ uuid }) => !byId.has(uuid)).length,
  };
}
