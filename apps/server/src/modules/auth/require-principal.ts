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

export function requireApiKey(principal: Principal): Principal {
  if (principal.kind === 'api-key') return principal;
  throw new AppError(
    'invalid',
    'Only an API key has a team of its own. Send one as X-Api-Key, without a session token.',
  );
}
