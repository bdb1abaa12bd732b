import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';

export function requireUser(principal: Principal): Principal {
  if (principal.kind === 'user') return principal;
  throw new AppError(
    'unauthenticated',
    'An API key is not a user. Sign in and send a session token instead.',
    {
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  );
}
