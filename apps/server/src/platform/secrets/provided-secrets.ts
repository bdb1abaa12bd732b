import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { seal, unseal } from './seal.ts';
import type { SecretKeys } from './secret-keys.ts';
import { SECRET_NAME, type SecretDetails, SecretMissingError, type Secrets } from './secrets.ts';

interface ProvidedSecretsOptions {
  /** One file per secret, as container platforms mount them. */
  readonly directory: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The master key, for values that the service encrypts itself. */
  readonly loadKeys: () => Promise<SecretKeys>;
}

const PREFIX = 'TALLYMAN_SECRET_';
const MAX_BYTES = 65_536;

/** Read-only secrets from files or environment variables. */
export function createProvidedSecrets({ directory, environment, loadKeys }: ProvidedSecretsOptions): Secrets {
  const fromEnvironment = new Map(
    Object.entries(environment).flatMap(([name, value]) =>
      name.startsWith(PREFIX) && value !== undefined ? [[name.slice(PREFIX.length), value] as const] : [],
    ),
  );
  const list = async (): Promise<SecretDetails[]> => {
    const files = directory === undefined ? [] : await listFiles(directory);
    const names = new Set([...files, ...fromEnvironment.keys()].filter((name) => SECRET_NAME.test(name)));
    return [...names].sort().map((name) => ({ name }));
  };
  return {
    isReadOnly: true,
    list,
    find: async (name) => (await list()).find((secret) => secret.name === name),
    resolve: async (name) => {
      if (!SECRET_NAME.test(name)) throw new SecretMissingError(name);
      const inFile = directory === undefined ? undefined : await readSecretFile(join(directory, name));
      const value = inFile ?? fromEnvironment.get(name);
      if (value === undefined) throw new SecretMissingError(name);
      return value;
    },
    create: refuse,
    update: refuse,
    delete: refuse,
    seal: async (purpose, value) => seal(await loadKeys(), purpose, value),
    unseal: async (purpose, sealed) => unseal(await loadKeys(), purpose, sealed),
  };
}

/** Includes links, which platforms use to mount secrets. Excludes hidden files, which belong to the platform. */
async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
}

async function readSecretFile(path: string): Promise<string | undefined> {
  const details = await stat(path).catch(() => undefined);
  if (!details?.isFile()) return undefined;
  if (details.size > MAX_BYTES) throw new Error(`The secret file ${path} is larger than 64 KiB.`);
  return (await readFile(path, 'utf8')).trimEnd();
}

function refuse(): Promise<never> {
  throw new AppError(
    'invalid',
    'Secrets are read-only: they are files or environment variables of the service. Change them there.',
  );
}
