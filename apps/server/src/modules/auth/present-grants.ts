import { PERMISSIONS, type PermissionItem, type TeamOfUser } from '@tallyman/contract';
import type { GrantRecord } from './permission-store.ts';
import type { TeamRights } from './user-store.ts';

export function presentGrants(grants: readonly GrantRecord[]): PermissionItem[] {
  return grants.map(({ permission }) => ({ name: permission, description: PERMISSIONS[permission] }));
}

export function presentTeamRights({ uuid, name, permissions }: TeamRights): TeamOfUser {
  return { uuid, name, permissions: presentGrants(permissions) };
}
