import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';

export function requireUser(principal: Principal): Principal {
  if (principal.kind === 'user') return principal;
  throw new AppError(
    'unauthenticated',
    'This operation needs a user, not an API key. Sign in and send a session token.',
    {
      headers: { 'WWW-Authenticate': 'Bearer' },
    },
  );
}
