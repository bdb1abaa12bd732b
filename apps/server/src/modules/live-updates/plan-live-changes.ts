import type { ChangeKind, LiveChanges, Permission } from '@tallyman/contract';
import type { Principal } from '../../platform/http/principal.ts';

/** Ids of changed projects by kind of change. */
export type PendingChanges = ReadonlyMap<ChangeKind, ReadonlySet<number>>;

/** The permission that reading the changed objects needs. */
const PERMISSION_OF: Readonly<Record<ChangeKind, Permission>> = {
  PROJECT: 'VIEW_PORTFOLIO',
  COMPONENTS: 'VIEW_PORTFOLIO',
  UPLOADS: 'VIEW_PORTFOLIO',
  FINDINGS: 'VIEW_VULNERABILITY',
  DECISIONS: 'VIEW_VULNERABILITY',
  VIOLATIONS: 'VIEW_POLICY_VIOLATION',
};

/** More UUIDs would not save a client any request. */
const MAX_PROJECTS = 100;

/** What a principal is told: kinds that it may read, in projects that it may access. */
export function planLiveChanges(
  pending: PendingChanges,
  { permissions }: Pick<Principal, 'permissions'>,
  accessible: ReadonlyMap<number, string>,
): LiveChanges['changes'] {
  return [...pending].flatMap(([kind, ids]) => {
    if (!permissions.has(PERMISSION_OF[kind])) return [];
    const projects = [...ids].flatMap((id) => accessible.get(id) ?? []);
    if (projects.length === 0) return [];
    return [projects.length > MAX_PROJECTS ? { kind } : { kind, projects }];
  });
}
