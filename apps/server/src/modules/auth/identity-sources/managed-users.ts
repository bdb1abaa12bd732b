import { availableParallelism } from 'node:os';
import { Semaphore } from '../../../platform/semaphore.ts';
import { verifyPassword } from '../password-hash.ts';
import { findUser } from '../user-store.ts';
import type { PasswordSource } from './identity-source.ts';

/** Verifying a password takes 19 MiB and one of four threads that file and DNS operations need as well. */
const turns = new Semaphore({
  permits: Math.min(availableParallelism(), 3),
  maxWaiting: 500,
  message: 'Too many people sign in at this moment. Try again in a few seconds.',
  retryAfterSeconds: 5,
});

/** Users with a password of this service. Administrators create them and choose their teams. */
export const managedUsers: PasswordSource = {
  kind: 'MANAGED',
  turns,
  rules: { createsUsers: false, synchronizesTeams: false, defaultTeams: [] },
  verify: async ({ username, password, user }) => {
    // Also without a user, so that response times do not reveal which users exist.
    const isRight = await verifyPassword(password, user?.passwordHash);
    return isRight ? { username, subject: username, groups: [] } : undefined;
  },
  findUser: (db, { username }) => findUser(db, username),
  recordIdentity: async () => {},
  listTeamIds: async () => [],
  findLogoutUrl: async () => undefined,
};
