import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findSignInRecord } from './user-store.ts';

interface Attempt {
  readonly username: string;
  readonly address: string;
}

/** Writes a log line with user name and address for an attempt, whether it succeeds or is refused. */
export async function withSignInLog<T>(
  ctx: Context,
  { username, address }: Attempt,
  message: string,
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    const result = await attempt();
    ctx.log.info({ user: toLogName(username), from: address }, message);
    return result;
  } catch (error) {
    if (error instanceof AppError) {
      const isUser = (await findSignInRecord(ctx.db, username)) !== undefined;
      const user = isUser ? toLogName(username) : maskUnknownName(username);
      const cause = error.extras.members?.cause ?? error.kind;
      ctx.log.warn({ user, from: address, cause }, 'A sign-in was refused');
    }
    throw error;
  }
}

const LONGEST_NAME = 128;

/** Without anything that could break a line or a terminal. */
export function toLogName(username: string): string {
  return username.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?').slice(0, LONGEST_NAME);
}

const SHOWN_OF_UNKNOWN = 3;

/** People type passwords into the field for the name: of a name that nobody has, only the start is shown. */
export function maskUnknownName(username: string): string {
  const letters = [...toLogName(username)];
  return `${letters.slice(0, SHOWN_OF_UNKNOWN).join('')}… (no such user, ${[...username].length} characters)`;
}
