import type { ProblemError } from '@tallyman/client';
import type { Command } from 'commander';
import { addExamples, addJsonOption, type JsonOption } from '../command-options.ts';
import { toFailure } from '../failure.ts';
import { type Outcome, print } from '../output.ts';
import { connect, findStoredSession, forgetSession, type StoredSession } from '../session.ts';

export function registerLogout(program: Command): void {
  const command = program
    .command('logout')
    .description('End the remembered session, here and on the server')
    .action(async (options: JsonOption) => print(await logout(), options.json));
  addExamples(addJsonOption(command), 'tallyman logout');
}

async function logout(): Promise<Outcome> {
  const session = await findStoredSession();
  if (!session) return { document: { signedOut: false }, text: 'Nobody was signed in.' };
  await forgetSession();
  const { url, username } = session;
  return {
    document: { signedOut: true, url, username },
    text: `Signed out from ${url}.`,
    notes: await endOnServer(session),
  };
}

/** The token is gone from here in any case; when the server cannot be told, its session ends by time. */
async function endOnServer({ url, token }: StoredSession): Promise<string[]> {
  const { sessionOperations } = await import('@tallyman/contract');
  try {
    await (await connect(url, { token })).call(sessionOperations.signOut);
    return [];
  } catch (error) {
    if ((error as ProblemError).status === 401) return [];
    return [`warning: the session on the server ends only when its time is up. ${toFailure(error).message}`];
  }
}
