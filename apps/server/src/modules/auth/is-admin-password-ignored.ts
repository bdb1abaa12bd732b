import type { Db } from '../../platform/db/database.ts';
import { verifyPassword } from './password-hash.ts';
import { ADMIN } from './seed-auth.ts';
import { findSignInRecord } from './user-store.ts';

/** Whether somebody configured a password for an administrator who exists and has another one. */
export async function isAdminPasswordIgnored(db: Db, configured: string): Promise<boolean> {
  const admin = await findSignInRecord(db, ADMIN);
  return admin === undefined || !(await verifyPassword(configured, admin.passwordHash));
}
