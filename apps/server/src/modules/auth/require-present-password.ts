import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { verifyPresentPassword } from './verify-credentials.ts';

interface Claim {
  readonly username: string;
  readonly password: string | null | undefined;
  readonly address: string;
}

/** A session may be stolen: what changes how its user signs in needs the password too. Failures are throttled. */
export async function requirePresentPassword(
  ctx: Context,
  { username, password, address }: Claim,
): Promise<void> {
  if (!password) throw wrongPassword('is needed to change this: send the present password');
  const isRight = await verifyPresentPassword(ctx, { username, password, address });
  if (!isRight) throw wrongPassword('is not the present password');
}

function wrongPassword(message: string): AppError {
  return new AppError('invalid', `The member password ${message}.`, {
    errors: [{ path: 'body/password', message }],
  });
}
