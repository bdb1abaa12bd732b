const PARAMETER = 'signInError';

const TEXTS: Readonly<Record<string, string>> = {
  SIGN_IN_EXPIRED: 'This sign-in has expired, was already used, or began in another browser. Sign in again.',
  PROVIDER_UNAVAILABLE:
    'The identity provider cannot be reached. Try again later, or sign in with a password.',
  UNMAPPED_ACCOUNT: 'You have no user in this service, or its name is in conflict. Ask an administrator.',
  SUSPENDED: 'Your user is suspended. Ask an administrator.',
  'too-many-requests': 'Too many failed sign-ins. Try again in a few minutes.',
};

/** Why a sign-in at a provider was refused. Only known texts are shown: anybody can write a link with the parameter. */
export function describeSignInError(search: string): string | undefined {
  const cause = new URLSearchParams(search).get(PARAMETER);
  if (cause === null) return undefined;
  return TEXTS[cause] ?? 'The sign-in at the identity provider was refused. Sign in again.';
}
