import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './failure.ts';

/** A saved server. It has a token from `tallyman login` to `tallyman logout`. */
interface Profile {
  readonly url: string;
  readonly username: string;
  readonly token?: string;
}

export interface Profiles {
  /** The profile that commands use by default. */
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export interface NamedProfile extends Profile {
  readonly name: string;
}

const FIRST_NAME = 'default';
const NONE: Profiles = { profiles: {} };

export async function readProfiles(): Promise<Profiles> {
  const text = await readFile(profilesFile(), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? NONE : parseProfiles(text);
}

/** Returns the named profile, or the current one. Throws if the named profile does not exist. */
export function selectProfile({ profiles, current }: Profiles, name?: string): NamedProfile | undefined {
  const selected = name ?? current;
  const profile = selected === undefined ? undefined : profiles[selected];
  if (selected !== undefined && profile) return { name: selected, ...profile };
  if (name === undefined) return undefined;
  const names = Object.keys(profiles);
  const known = names.length > 0 ? ` Existing profiles: ${names.join(', ')}.` : '';
  throw new CommandError(
    EXIT.usage,
    `Profile "${name}" does not exist.${known}\nCreate it: tallyman login --profile ${name} --url <url>`,
  );
}

/** A token is sent only to the server that issued it, independent of the profile. */
export function findProfileOfServer({ profiles, current }: Profiles, url: string): NamedProfile | undefined {
  const names = Object.keys(profiles).toSorted((a, b) => Number(b === current) - Number(a === current));
  const found = names.map((name) => ({ name, ...profiles[name] })).filter(isProfile);
  const here = found.filter((profile) => isSameServer(profile.url, url));
  return here.find(({ token }) => token !== undefined) ?? here[0];
}

/** Default name of the profile of a server. */
export function nameProfile(known: Profiles, url: string): string {
  const same = findProfileOfServer(known, url);
  if (same) return same.name;
  return known.profiles[FIRST_NAME] ? new URL(url).host : FIRST_NAME;
}

export function isSameServer(one: string, other: string): boolean {
  const normal = (url: string) => (URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url);
  return normal(one) === normal(other);
}

/** Writes to another file and renames it, so that the file is never incomplete or readable by others. */
export async function writeProfiles(profiles: Profiles): Promise<void> {
  const file = profilesFile();
  const temporary = `${file}.${crypto.randomUUID()}`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(temporary, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(temporary, file);
}

function profilesFile(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'tallyman', 'credentials.json');
}

function parseProfiles(text: string): Profiles {
  try {
    const document: unknown = JSON.parse(text);
    // Earlier releases saved one server, without a name.
    if (isProfile(document)) return { current: FIRST_NAME, profiles: { [FIRST_NAME]: document } };
    if (isProfiles(document)) return document;
  } catch {
    // Falls through: a file that is not JSON is handled like one with missing members.
  }
  throw new CommandError(
    EXIT.usage,
    `${profilesFile()} is damaged.\nRemove it, then sign in again: tallyman login`,
  );
}

function isProfiles(document: unknown): document is Profiles {
  const { profiles } = (document ?? {}) as { profiles?: unknown };
  return typeof profiles === 'object' && profiles !== null && Object.values(profiles).every(isProfile);
}

function isProfile<T>(document: T): document is T & NamedProfile {
  const { url, token = '' } = (document ?? {}) as Partial<Profile>;
  return typeof url === 'string' && typeof token === 'string';
}
