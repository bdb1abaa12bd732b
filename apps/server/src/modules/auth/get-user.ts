import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserKind } from './user-kind.ts';
import { findUser, findUserDetails, type UserDetails, type UserRecord } from './user-store.ts';

export async function getUser(db: Db, username: string): Promise<UserRecord> {
  const user = await findUser(db, username);
  if (user) return user;
  throw new AppError('not-found', `User "${username}" does not exist. User names are case-sensitive.`);
}

export async function getUserOfKind(db: Db, kind: UserKind, username: string): Promise<UserRecord> {
  const user = await findUser(db, username);
  if (user?.kind === kind) return user;
  throw new AppError('not-found', `No ${kind} user "${username}" exists. User names are case-sensitive.`);
}

export async function getUserDetails(db: Db, userId: number): Promise<UserDetails> {
  const details = await findUserDetails(db, userId);
  if (details) return details;
  throw new AppError('not-found', 'The user has just been deleted.');
}
