import { type ChangeKind, type LiveChanges, type Permission, SYSTEM_CHANGE_KINDS } from '@tallyman/contract';
import type { Principal } from '../../platform/http/principal.ts';

/** Ids of changed projects by kind of change. Changes of no project have none. */
export type PendingChanges = ReadonlyMap<ChangeKind, ReadonlySet<number>>;

/** One of these permissions is needed to read the changed objects. */
const PERMISSIONS_OF: Readonly<Record<ChangeKind, readonly Permission[]>> = {
  PROJECT: ['VIEW_PORTFOLIO'],
  COMPONENTS: ['VIEW_PORTFOLIO'],
  UPLOADS: ['VIEW_PORTFOLIO'],
  FINDINGS: ['VIEW_VULNERABILITY'],
  DECISIONS: ['VIEW_VULNERABILITY'],
  VIOLATIONS: ['VIEW_POLICY_VIOLATION'],
  MIRRORS: ['SYSTEM_CONFIGURATION', 'SYSTEM_CONFIGURATION_READ'],
  DELIVERIES: ['SYSTEM_CONFIGURATION', 'SYSTEM_CONFIGURATION_READ'],
};

const SYSTEM_KINDS: ReadonlySet<ChangeKind> = new Set(SYSTEM_CHANGE_KINDS);

/** More UUIDs would not save a client any request. */
const MAX_PROJECTS = 100;

/** The changes that a principal is notified of: kinds that it may read, in projects that it may access. */
export function planLiveChanges(
  pending: PendingChanges,
  { permissions }: Pick<Principal, 'permissions'>,
  accessible: ReadonlyMap<number, string>,
): LiveChanges['changes'] {
  return [...pending].flatMap(([kind, ids]) => {
    if (!PERMISSIONS_OF[kind].some((permission) => permissions.has(permission))) return [];
    if (SYSTEM_KINDS.has(kind)) return [{ kind }];
    const projects = [...ids].flatMap((id) => accessible.get(id) ?? []);
    if (projects.length === 0) return [];
    return [projects.length > MAX_PROJECTS ? { kind } : { kind, projects }];
  });
}
