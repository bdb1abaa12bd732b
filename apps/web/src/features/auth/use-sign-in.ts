import { ProblemError } from '@tallyman/client';
import {
  browserSessionOperations,
  type KeyAnswer,
  type RequiredSecondFactor,
  sessionOperations,
} from '@tallyman/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { sessionQuery } from '../../api/session.ts';
import { askForKey } from './security-key.ts';

export interface SecondStepAnswer {
  /** Of an authenticator app, or a recovery code. */
  readonly code?: string;
  /** To be answered by a security key. */
  readonly challenge?: RequiredSecondFactor;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Opens a session; everything that waits for one goes on by itself. */
export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ challenge, ...credentials }: Credentials & SecondStepAnswer) => {
      const key = challenge && (await answerOf(challenge));
      const body = { ...credentials, ...(key ? { key } : {}) };
      return (await client.call(browserSessionOperations.openBrowserSession, { body })).body;
    },
    onSuccess: (session) => {
      queries.setQueryData(sessionQuery.queryKey, session);
      void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
    },
  });
}

async function answerOf({ challengeId, options }: RequiredSecondFactor): Promise<KeyAnswer> {
  return { challengeId, response: await askForKey(options) };
}

export function isPasswordChangeForced(error: Error | null): boolean {
  return causeOf(error) === 'FORCE_PASSWORD_CHANGE';
}

function isSecondFactorRequired(error: Error | null): boolean {
  return causeOf(error) === 'SECOND_FACTOR_REQUIRED';
}

/** Returns the challenge for the second step, if that is what the sign-in lacks. */
export function findRequiredFactor(error: Error | null): RequiredSecondFactor | undefined {
  if (!(error instanceof ProblemError) || !isSecondFactorRequired(error)) return undefined;
  return error.problem.secondFactor as RequiredSecondFactor | undefined;
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
    mutationFn: async ({ code, challenge, ...change }: PasswordChange & SecondStepAnswer) => {
      const key = challenge && JSON.stringify(await answerOf(challenge));
      const body = { ...change, ...(code ? { totp: code } : {}), ...(key ? { key } : {}) };
      await client.call(sessionOperations.changeForcedPassword, { body });
    },
  });
}
