import { AppError } from '../../platform/errors.ts';
import { requireVisibleName } from './name-rules.ts';
import { isReservedUsername } from './username-conflicts.ts';
import { findLookalikeProblem } from './username-lookalikes.ts';

/** Returns the trimmed name in composed form. Throws if a new user must not have it. */
export function requireUsableUsername(username: string): string {
  const usable = requireVisibleName(username, 'body/username').normalize('NFC');
  const problem = findLookalikeProblem(usable) ?? findReservedNameProblem(usable);
  if (problem === undefined) return usable;
  throw new AppError('invalid', `The user name ${problem}. Choose another name.`, {
    errors: [{ path: 'body/username', message: problem }],
  });
}

function findReservedNameProblem(username: string): string | undefined {
  if (!isReservedUsername(username)) return undefined;
  return 'must not end in -CONFLICT-LDAP or -CONFLICT-OIDC, which mark conflicts';
}
