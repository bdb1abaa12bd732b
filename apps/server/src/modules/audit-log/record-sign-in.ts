import type { Context } from '../../platform/context.ts';
import { inOneStatement } from '../../platform/db/database.ts';
import { insertPending } from './audit-store.ts';

interface SignIn {
  /** As far as it may be recorded: users type passwords into the field of the user name. */
  readonly username: string;
  readonly address: string;
  /** Why it was refused. Undefined if it succeeded. */
  readonly cause?: string | undefined;
}

/** Records an attempt to sign in, whether it succeeded or not. */
export async function recordSignIn(
  ctx: Pick<Context, 'db' | 'now'>,
  { username, address, cause }: SignIn,
): Promise<void> {
  await inOneStatement(ctx.db, (tx) =>
    insertPending(tx, {
      occurredAt: ctx.now(),
      actor: cause === undefined ? { kind: 'user', name: username, address } : { kind: 'anonymous', address },
      action: cause === undefined ? 'sign-in.succeeded' : 'sign-in.failed',
      subject: { kind: 'user', name: username },
      changes: cause === undefined ? {} : { cause: { to: cause } },
    }),
  );
}
