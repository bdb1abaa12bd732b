import { AppError } from '../../platform/errors.ts';

/** Hashing is made expensive on purpose: a longer text would only be a way to keep the server busy. */
const MAX_PASSWORD_BYTES = 1024;

interface NewPassword {
  readonly username: string;
  readonly password: string;
  readonly minLength: number;
}

export function requireAcceptablePassword(candidate: NewPassword): void {
  const complaint = findPasswordComplaint(candidate);
  if (!complaint) return;
  throw new AppError('invalid', `The new password ${complaint}.`, {
    errors: [{ path: 'body/newPassword', message: complaint }],
  });
}

/** What is wrong with a new password, without repeating it; nothing when it may be used. */
export function findPasswordComplaint({ username, password, minLength }: NewPassword): string | undefined {
  if (password.trim() === '') return 'must not be blank';
  if ([...password].length < minLength) return `must have at least ${minLength} characters`;
  if (isTooLong(password)) return `must not be longer than ${MAX_PASSWORD_BYTES} bytes`;
  if (password.toLowerCase() === username.toLowerCase()) return 'must not be the user name';
  return undefined;
}

export function isTooLong(password: string): boolean {
  return Buffer.byteLength(password) > MAX_PASSWORD_BYTES;
}

export function requireSamePasswords(newPassword: string, confirmPassword: string | null | undefined): void {
  if (newPassword === confirmPassword) return;
  throw new AppError('invalid', 'The passwords do not match.', {
    errors: [{ path: 'body/confirmPassword', message: 'must be the same as newPassword' }],
  });
}
