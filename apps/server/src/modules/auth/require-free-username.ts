import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import { describeTaken } from './name-rules.ts';
import { lockAccess } from './permission-store.ts';
import { findUsernameLike } from './user-store.ts';

/**
 * Names are case-sensitive, but a new one must not look like an old one: `ADMIN` beside `admin`. Users who came
 * with such names keep them, so the database cannot see to it; that names are taken one after the other does.
 */
export async function requireFreeUsername(tx: Tx, wanted: string, userId?: number): Promise<void> {
  await lockAccess(tx);
  const taken = await findUsernameLike(tx, wanted, userId);
  if (taken !== undefined) throw usernameTaken(wanted, taken);
}

export function usernameTaken(wanted: string, taken?: string): AppError {
  return new AppError('conflict', describeTaken('user', wanted, taken));
}
