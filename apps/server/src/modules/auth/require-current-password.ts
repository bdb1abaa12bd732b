import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { verifyCurrentPassword } from './verify-credentials.ts';

interface Claim {
  readonly username: string;
  readonly password: string | null | undefined;
  readonly address: string;
}

/** A session may be stolen, so changing how its user signs in also needs the password. Failures are throttled. */
export async function requireCurrentPassword(
  ctx: Context,
  { username, password, address }: Claim,
): Promise<void> {
  if (!password) throw wrongPassword('is needed for this change: send the current password');
  const isRight = await verifyCurrentPassword(ctx, { username, password, address });
  if (!isRight) throw wrongPassword('is not the current password');
}

function wrongPassword(message: string): AppError {
  return new AppError('invalid', `The member password ${message}.`, {
    errors: [{ path: 'body/password', message }],
  });
}
