import type { Command } from 'commander';
import { addExamples, addJsonOption, type JsonOption } from '../command-options.ts';
import { type Column, type Outcome, print, renderTable } from '../output.ts';
import { readProfiles, selectProfile, writeProfiles } from '../profiles.ts';
import { endSession } from './logout.ts';

export function registerProfileCommands(program: Command): void {
  const profile = program.command('profile').description('Manage saved servers');
  const list = profile
    .command('list')
    .description('List the saved servers')
    .action(async (options: JsonOption) => print(await listProfiles(), options));
  addExamples(addJsonOption(list), 'tallyman profile list');
  const use = profile
    .command('use')
    .argument('<name>')
    .description('Choose the saved server that commands use')
    .action(async (name: string, options: JsonOption) => print(await useProfile(name), options));
  addExamples(addJsonOption(use), 'tallyman profile use work');
  const remove = profile
    .command('remove')
    .argument('<name>')
    .description('Sign out and delete a saved server')
    .action(async (name: string, options: JsonOption) => print(await removeProfile(name), options));
  addExamples(addJsonOption(remove), 'tallyman profile remove work');
}

interface ListedProfile {
  readonly name: string;
  readonly url: string;
  readonly username: string;
  readonly current: boolean;
  readonly signedIn: boolean;
}

const columns: readonly Column<ListedProfile>[] = [
  { title: '', value: ({ current }) => (current ? '*' : '') },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'URL', value: ({ url }) => url },
  { title: 'USER', value: ({ username }) => username },
  { title: 'SESSION', value: ({ signedIn }) => (signedIn ? 'signed in' : 'signed out') },
];

async function listProfiles(): Promise<Outcome> {
  const known = await readProfiles();
  const profiles = Object.entries(known.profiles).map(([name, { url, username, token }]) => ({
    name,
    url,
    username,
    current: name === known.current,
    signedIn: token !== undefined,
  }));
  return {
    document: { profiles },
    text: profiles.length > 0 ? renderTable(columns, profiles) : '',
    notes: profiles.length > 0 ? [] : ['No server is saved yet. Run: tallyman login --url <url>'],
  };
}

async function useProfile(name: string): Promise<Outcome> {
  const known = await readProfiles();
  const profile = selectProfile(known, name);
  await writeProfiles({ ...known, current: name });
  const { url = '', username = '' } = profile ?? {};
  return { document: { name, url, username }, text: `Commands now use ${url} as ${username}.` };
}

async function removeProfile(name: string): Promise<Outcome> {
  const known = await readProfiles();
  const profile = selectProfile(known, name);
  const { [name]: _removed, ...profiles } = known.profiles;
  const current = known.current === name ? Object.keys(profiles)[0] : known.current;
  await writeProfiles({ ...(current === undefined ? {} : { current }), profiles });
  return {
    document: { removed: name },
    text: `Deleted ${name}.`,
    notes: profile ? await endSession(profile) : [],
  };
}
