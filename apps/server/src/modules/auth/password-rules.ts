import { AppError } from '../../platform/errors.ts';
import { guessingEffort } from './guessing-effort.ts';

/** Hashing is expensive by design. A longer password would only help to overload the server. */
const MAX_PASSWORD_BYTES = 1024;

interface NewPassword {
  readonly username: string;
  readonly password: string;
  readonly minLength: number;
}

export function requireAcceptablePassword(candidate: NewPassword): void {
  const problem = findPasswordProblem(candidate);
  if (!problem) return;
  throw new AppError('invalid', `The new password ${problem}.`, {
    errors: [{ path: 'body/newPassword', message: problem }],
  });
}

/** Returns what is wrong with a new password, without repeating it, or undefined if it is acceptable. */
export function findPasswordProblem({ username, password, minLength }: NewPassword): string | undefined {
  if (password.trim() === '') return 'must not be blank';
  if ([...password].length < minLength) return `must have at least ${minLength} characters`;
  if (isTooLong(password)) return `must not be longer than ${MAX_PASSWORD_BYTES} bytes`;
  if (password.toLowerCase() === username.toLowerCase()) return 'must not be the user name';
  if (guessingEffort(password, wordsOf(username)) < MIN_EFFORT) {
    return 'is too easy to guess: common passwords, words of this product, the user name, sequences and repetitions count for little';
  }
  return undefined;
}

/** About 50 bits for random characters. Three words from the list reach it, two do not. */
const MIN_EFFORT = 9;

function wordsOf(username: string): string[] {
  return [username, ...username.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length >= 3);
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
