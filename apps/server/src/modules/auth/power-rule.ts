import type { Permission } from '@tallyman/contract';

/** What a change of access gives, takes away, or lays hands on. */
export interface Reach {
  /** Given, taken away, or held by the users, teams and API keys that change. */
  readonly permissions: readonly Permission[];
  /** Whether any of those concerned sees a project that the caller may not see. */
  readonly seesMore: boolean;
}

export interface Overreach {
  readonly missingPermissions: readonly Permission[];
  readonly seesMore: boolean;
}

/**
 * The one rule for changes of access: a caller gives and takes only what it holds, and changes only users, teams
 * and API keys whose power is within its own. With less, a part of ACCESS_MANAGEMENT would be worth the whole of
 * it. Returns what is beyond the caller; nothing when the change is within its power.
 */
export function findOverreach(held: ReadonlySet<Permission>, reach: Reach): Overreach | undefined {
  if (held.has('ACCESS_MANAGEMENT')) return undefined;
  const missing = new Set(reach.permissions.filter((permission) => !held.has(permission)));
  if (missing.size === 0 && !reach.seesMore) return undefined;
  return { missingPermissions: [...missing].sort(), seesMore: reach.seesMore };
}
