import { ProblemError } from '@tallyman/client';
import { browserSessionOperations, sessionOperations } from '@tallyman/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { sessionQuery } from '../../api/session.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Of an authenticator app, or a recovery code. */
  readonly code?: string;
}

/** Opens a session; everything that waits for one goes on by itself. */
export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Credentials) =>
      (await client.call(browserSessionOperations.openBrowserSession, { body })).body,
    onSuccess: (session) => {
      queries.setQueryData(sessionQuery.queryKey, session);
      void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
    },
  });
}

export function isPasswordChangeForced(error: Error | null): boolean {
  return causeOf(error) === 'FORCE_PASSWORD_CHANGE';
}

export function isSecondFactorRequired(error: Error | null): boolean {
  return causeOf(error) === 'SECOND_FACTOR_REQUIRED';
}

function causeOf(error: Error | null): unknown {
  return error instanceof ProblemError ? error.problem.cause : undefined;
}

interface PasswordChange extends Credentials {
  readonly newPassword: string;
  readonly confirmPassword: string;
}

export function useChangeForcedPassword() {
  return useMutation({
    mutationFn: (body: PasswordChange) => client.call(sessionOperations.changeForcedPassword, { body }),
  });
}
