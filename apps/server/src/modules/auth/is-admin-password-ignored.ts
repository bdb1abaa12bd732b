import type { Db } from '../../platform/db/database.ts';
import { verifyPassword } from './password-hash.ts';
import { ADMIN } from './seed-auth.ts';
import { findSignInRecord } from './user-store.ts';

/** True if a password is configured for an existing administrator whose password is a different one. */
export async function isAdminPasswordIgnored(db: Db, configured: string): Promise<boolean> {
  const admin = await findSignInRecord(db, ADMIN);
  return admin === undefined || !(await verifyPassword(configured, admin.passwordHash));
}
