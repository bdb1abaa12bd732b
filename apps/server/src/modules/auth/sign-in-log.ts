import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { recordSignIn } from '../audit-log/record-sign-in.ts';
import { findSignInRecord } from './user-store.ts';

interface Attempt {
  readonly username: string;
  readonly address: string;
}

/** Logs user name and address of an attempt, whether it succeeds or not. */
export async function withSignInLog<T>(
  ctx: Context,
  { username, address }: Attempt,
  message: string,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    const result = await attempt();
    const user = toLogName(username);
    ctx.log.info({ user, from: address }, message);
    await recordSignIn(ctx, { username: user, address });
    return result;
  } catch (error) {
    if (error instanceof AppError) {
      const isUser = (await findSignInRecord(ctx.db, username)) !== undefined;
      const user = isUser ? toLogName(username) : maskUnknownName(username);
      const cause = error.extras.members?.cause ?? error.kind;
      ctx.log.warn({ user, from: address, cause }, 'Sign-in refused');
      if (error.kind !== 'too-many-requests')
        await recordSignIn(ctx, { username: user, address, cause: `${cause}` });
    }
    throw error;
  }
}

const MAX_NAME_LENGTH = 128;

/** Removes characters that could break a log line or a terminal. */
export function toLogName(username: string): string {
  return username.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?').slice(0, MAX_NAME_LENGTH);
}

const SHOWN_OF_UNKNOWN = 3;

/** Users type passwords into the user name field, so only the start of an unknown name is logged. */
export function maskUnknownName(username: string): string {
  const letters = [...toLogName(username)];
  return `${letters.slice(0, SHOWN_OF_UNKNOWN).join('')}… (no such user, ${[...username].length} characters)`;
}
