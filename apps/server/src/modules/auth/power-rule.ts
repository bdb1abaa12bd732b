import type { Permission } from '@tallyman/contract';

/** What a change of access grants, revokes or modifies. */
export interface Reach {
  /** Permissions that are granted, revoked, or held by the users, teams and API keys that change. */
  readonly permissions: readonly Permission[];
  /** True if one of them sees a project that the caller may not see. */
  readonly seesMore: boolean;
}

export interface MissingPower {
  readonly missingPermissions: readonly Permission[];
  readonly seesMore: boolean;
}

/**
 * The rule for all changes of access: a caller can grant and revoke only permissions that it holds, and can change
 * only users, teams and API keys that hold and see no more than itself. Otherwise a part of ACCESS_MANAGEMENT would
 * be worth all of it. Returns what is beyond the caller, or undefined if the change is allowed.
 */
export function findMissingPower(held: ReadonlySet<Permission>, reach: Reach): MissingPower | undefined {
  if (held.has('ACCESS_MANAGEMENT')) return undefined;
  const missing = new Set(reach.permissions.filter((permission) => !held.has(permission)));
  if (missing.size === 0 && !reach.seesMore) return undefined;
  return { missingPermissions: [...missing].sort(), seesMore: reach.seesMore };
}
