import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { isKnownAddress } from './known-address-store.ts';
import { blockSubject, countFailure, deleteFailures, findBlock } from './login-failure-store.ts';
import { addressSubject, networkOf, pairSubject, planBlockMs, planThrottle } from './login-throttle.ts';
import { tooManyFailures } from './sign-in-refusals.ts';

interface Attempt {
  readonly username: string;
  readonly address: string;
}

interface Throttle {
  /** Throws a 429 while such sign-ins are blocked. */
  refuseBlocked(): Promise<void>;
  recordFailure(): Promise<void>;
  /** Deletes the failures of this name from this address. A success does not clear failures from other addresses. */
  deleteFailures(): Promise<void>;
}

/** For attempts whose user is not known beforehand: only failures from the same network count. */
export function loadAddressThrottle(ctx: Context, address: string): Omit<Throttle, 'deleteFailures'> {
  const subject = addressSubject(address);
  const counted = [{ subject, limit: ctx.config['svc.auth.login.max-failures-per-address'] }];
  return {
    refuseBlocked: () => refuseBlocked(ctx, [subject]),
    recordFailure: () => recordFailure(ctx, address, counted),
  };
}

/** Loads what earlier failures mean for an attempt. `user` is absent if the name is unknown. */
export async function loadThrottle(
  ctx: Context,
  { username, address }: Attempt,
  user: { readonly id: number } | undefined,
): Promise<Throttle> {
  const { config } = ctx;
  const knownSince = new Date(ctx.now().getTime() - config['svc.auth.login.known-address-ms']);
  const isKnown =
    user !== undefined && (await isKnownAddress(ctx.db, user.id, networkOf(address), knownSince));
  const plan = planThrottle(
    { username, address, isKnownAddress: isKnown },
    {
      perAddress: config['svc.auth.login.max-failures-per-address'],
      perUser: config['svc.auth.login.max-failures-per-user'],
      perUserAndAddress: config['svc.auth.login.max-failures-per-user-and-address'],
    },
  );
  return {
    refuseBlocked: () => refuseBlocked(ctx, plan.blockedBy),
    recordFailure: () => recordFailure(ctx, address, plan.counted),
    deleteFailures: () => inTransaction(ctx.db, (tx) => deleteFailures(tx, pairSubject(username, address))),
  };
}

async function refuseBlocked(ctx: Context, subjects: readonly string[]): Promise<void> {
  const now = ctx.now();
  const until = await findBlock(ctx.db, subjects, now);
  if (until) throw tooManyFailures(Math.ceil((until.getTime() - now.getTime()) / 1000));
}

async function recordFailure(
  ctx: Context,
  address: string,
  counted: ReturnType<typeof planThrottle>['counted'],
): Promise<void> {
  const windowMs = ctx.config['svc.auth.login.window-ms'];
  const now = ctx.now();
  const windowStart = new Date(now.getTime() - windowMs);
  await inTransaction(ctx.db, async (tx) => {
    for (const { subject, limit } of counted) {
      const failures = await countFailure(tx, { subject, now, windowStart });
      const blockMs = planBlockMs(failures, limit, windowMs);
      if (blockMs === undefined) continue;
      await blockSubject(tx, subject, new Date(now.getTime() + blockMs));
      ctx.log.warn({ from: address, failures, blockMs }, 'Sign-ins are blocked after repeated failures');
    }
  });
}
