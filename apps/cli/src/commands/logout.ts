import type { ProblemError } from '@tallyman/client';
import type { Command } from 'commander';
import { addExamples, addJsonOption, addProfileOption, type JsonOption } from '../command-options.ts';
import { toFailure } from '../failure.ts';
import { type Outcome, print } from '../output.ts';
import { type NamedProfile, readProfiles, selectProfile, writeProfiles } from '../profiles.ts';
import { connect } from '../server-session.ts';

interface LogoutOptions extends JsonOption {
  readonly profile?: string;
}

export function registerLogout(program: Command): void {
  const command = program
    .command('logout')
    .description('End the session, here and on the server')
    .action(async (options: LogoutOptions) => print(await logout(options), options));
  addExamples(addJsonOption(addProfileOption(command)), 'tallyman logout', 'tallyman logout --profile work');
}

async function logout({ profile: name }: LogoutOptions): Promise<Outcome> {
  const known = await readProfiles();
  const profile = selectProfile(known, name);
  if (!profile?.token) return { document: { signedOut: false }, text: 'You were not signed in.' };
  const { url, username } = profile;
  await writeProfiles({ ...known, profiles: { ...known.profiles, [profile.name]: { url, username } } });
  return {
    document: { signedOut: true, url, username },
    text: `Signed out from ${url}.`,
    notes: await endSession(profile),
  };
}

/** The token is deleted locally in any case. If the server cannot be reached, the session expires there. */
export async function endSession({ url, token }: NamedProfile): Promise<string[]> {
  const { sessionOperations } = await import('@tallyman/contract');
  if (token === undefined) return [];
  try {
    await (await connect(url, { token })).call(sessionOperations.signOut);
    return [];
  } catch (error) {
    if ((error as ProblemError).status === 401) return [];
    return [
      `warning: the session could not be ended on the server, where it expires later. ${toFailure(error).message}`,
    ];
  }
}
