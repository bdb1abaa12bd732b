import { CHANGE_KINDS, type ChangeKind } from '@tallyman/contract';

/** The channel of PostgreSQL on which triggers name changed projects. */
export const PROJECT_CHANGES_CHANNEL = 'project_changes';

export interface ProjectChangesMessage {
  readonly kind: ChangeKind;
  readonly projectIds: readonly number[];
}

/** Reads `FINDINGS 1,2,3`. Returns undefined for a kind that this release does not know. */
export function parseProjectChanges(payload: string): ProjectChangesMessage | undefined {
  const [name, ids = ''] = payload.split(' ', 2);
  const kind = CHANGE_KINDS.find((known) => known === name);
  if (!kind) return undefined;
  const projectIds = ids.split(',').map(Number);
  return projectIds.every((id) => Number.isSafeInteger(id) && id > 0) ? { kind, projectIds } : undefined;
}
