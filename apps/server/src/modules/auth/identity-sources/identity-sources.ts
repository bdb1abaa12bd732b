import type { Context } from '../../../platform/context.ts';
import type { PasswordSource } from './identity-source.ts';
import { managedUsers } from './managed-users.ts';

/** All sources of users. A new kind of source is added here. */
export interface IdentitySources {
  /** Sources that verify a user name and a password, in the order in which they are tried. */
  readonly passwords: readonly PasswordSource[];
}

/** Context of the use-cases that sign users in. */
export interface SignInContext extends Context {
  readonly sources: IdentitySources;
}

export function createIdentitySources(): IdentitySources {
  return { passwords: [managedUsers] };
}
