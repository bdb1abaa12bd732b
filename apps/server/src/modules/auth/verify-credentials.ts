import { availableParallelism } from 'node:os';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { blockSubject, countFailure, findBlock, forgetFailures } from './login-failure-store.ts';
import { addressSubject, planBlockMs, userSubject } from './login-throttle.ts';
import { verifyPassword } from './password-hash.ts';
import { invalidCredentials, tooManyFailures } from './sign-in-refusals.ts';
import { findSignInRecord, type SignInRecord } from './user-store.ts';
import { WorkGate } from './work-gate.ts';

export interface SignInAttempt {
  readonly username: string;
  readonly password: string;
  /** Network address it comes from. */
  readonly address: string;
}

/**
 * Verifying a password takes 19 MiB and a thread of a pool of four, which file and name look-ups need as well.
 * The turn begins before the look at earlier failures: a burst of guesses cannot slip through together.
 */
const turns = new WorkGate({ atOnce: Math.min(availableParallelism(), 3), waiting: 500 });

/** The user whose name and password these are. Failures are counted, and too many of them are not even looked at. */
export function verifyCredentials(ctx: Context, attempt: SignInAttempt): Promise<SignInRecord> {
  return turns.run(async () => {
    await refuseThrottled(ctx, attempt);
    const user = await findSignInRecord(ctx.db, attempt.username);
    const isRight = await verifyPassword(attempt.password, user?.passwordHash);
    if (!user || !isRight) {
      await recordFailure(ctx, attempt);
      throw invalidCredentials();
    }
    await inTransaction(ctx.db, (tx) => forgetFailures(tx, userSubject(attempt.username)));
    return user;
  });
}

async function refuseThrottled(ctx: Context, { username, address }: SignInAttempt): Promise<void> {
  const now = ctx.now();
  const until = await findBlock(ctx.db, [addressSubject(address), userSubject(username)], now);
  if (until) throw tooManyFailures(Math.ceil((until.getTime() - now.getTime()) / 1000));
}

/** The address comes first in every transaction, so that two of them never wait for each other. */
async function recordFailure(ctx: Context, { username, address }: SignInAttempt): Promise<void> {
  const { config } = ctx;
  const limits = [
    { subject: addressSubject(address), limit: config['svc.auth.login.max-failures-per-address'] },
    { subject: userSubject(username), limit: config['svc.auth.login.max-failures-per-user'] },
  ];
  const windowMs = config['svc.auth.login.window-ms'];
  const now = ctx.now();
  const windowStart = new Date(now.getTime() - windowMs);
  await inTransaction(ctx.db, async (tx) => {
    for (const { subject, limit } of limits) {
      const failures = await countFailure(tx, { subject, now, windowStart });
      const blockMs = planBlockMs(failures, limit, windowMs);
      if (blockMs === undefined) continue;
      await blockSubject(tx, subject, new Date(now.getTime() + blockMs));
      ctx.log.warn({ from: address, failures, blockMs }, 'Sign-ins are refused for a while after failures');
    }
  });
}
