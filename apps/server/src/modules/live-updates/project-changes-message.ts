import { type ChangeKind, PROJECT_CHANGE_KINDS, SYSTEM_CHANGE_KINDS } from '@tallyman/contract';

/** The channel of PostgreSQL on which triggers name what changed. */
export const PROJECT_CHANGES_CHANNEL = 'project_changes';

export interface ProjectChangesMessage {
  readonly kind: ChangeKind;
  /** Empty for changes of no project. */
  readonly projectIds: readonly number[];
}

/** Reads `FINDINGS 1,2,3` or `MIRRORS`. Returns undefined for a kind that this release does not know. */
export function parseProjectChanges(payload: string): ProjectChangesMessage | undefined {
  const [name, ids = ''] = payload.split(' ', 2);
  const systemKind = SYSTEM_CHANGE_KINDS.find((known) => known === name);
  if (systemKind) return { kind: systemKind, projectIds: [] };
  const kind = PROJECT_CHANGE_KINDS.find((known) => known === name);
  if (!kind) return undefined;
  const projectIds = ids.split(',').map(Number);
  return projectIds.every((id) => Number.isSafeInteger(id) && id > 0) ? { kind, projectIds } : undefined;
}
