import type { Permission } from './permissions.ts';

/** Who may call an operation. There is no default. */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'authenticated' }
  | { readonly kind: 'any-of'; readonly permissions: readonly Permission[] };

export const PUBLIC: Access = { kind: 'public' };
export const AUTHENTICATED: Access = { kind: 'authenticated' };

/** One of the permissions suffices. Permissions do not include each other. */
export function anyOf(...permissions: Permission[]): Access {
  return { kind: 'any-of', permissions };
}

type Managed =
  | 'PORTFOLIO_MANAGEMENT'
  | 'VULNERABILITY_MANAGEMENT'
  | 'ACCESS_MANAGEMENT'
  | 'SYSTEM_CONFIGURATION'
  | 'POLICY_MANAGEMENT';

/** `wholeOrPart('PORTFOLIO_MANAGEMENT', 'CREATE')`: the whole permission or the given part of it. */
export function wholeOrPart(whole: Managed, part: 'CREATE' | 'READ' | 'UPDATE' | 'DELETE'): Access {
  return anyOf(whole, `${whole}_${part}`);
}
