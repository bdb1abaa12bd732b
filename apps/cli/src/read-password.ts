import { askSecret, canAsk, readSecretFromStdin } from './ask.ts';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './failure.ts';

interface NewPasswordOptions {
  readonly passwordStdin?: boolean;
}

/**
 * Reads a new password from stdin or the environment, or asks twice. Never an argument, because others can see it.
 */
export async function readNewPassword(
  username: string,
  { passwordStdin }: NewPasswordOptions,
): Promise<string> {
  if (passwordStdin) return readSecretFromStdin();
  const given = process.env.TALLYMAN_NEW_PASSWORD;
  if (given) return given;
  if (!canAsk())
    throw new CommandError(
      EXIT.usage,
      'There is no terminal for input. Use --password-stdin or TALLYMAN_NEW_PASSWORD.',
    );
  const password = await askSecret(`New password of ${username}: `);
  const again = await askSecret('New password again: ');
  if (password === again) return password;
  throw new CommandError(EXIT.usage, 'The passwords do not match.');
}
