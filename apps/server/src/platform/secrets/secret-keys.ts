import { hash, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '../errors.ts';

/** Master keys by id. The primary one encrypts; the others decrypt older values. */
export interface SecretKeys {
  readonly primary: string;
  readonly byId: ReadonlyMap<string, Buffer>;
}

const KEY_BYTES = 32;

/** The key file is missing or unreadable, and cannot be created. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/** Parses keys of the configuration: Base64 of 32 bytes each, the primary one first. */
export function toSecretKeys(text: string): SecretKeys {
  const keys = text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(toKey);
  const [first] = keys;
  if (!first) throw new StartError('svc.secret-management.database.kek holds no key.');
  return { primary: idOf(first), byId: new Map(keys.map((key) => [idOf(key), key])) };
}

/** If it is not Base64 of 32 bytes, the hash of a long text is the key. */
function toKey(text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length === KEY_BYTES) return key;
  if (text.length >= KEY_BYTES) return hash('sha256', text, 'buffer');
  throw new StartError(
    'A key of svc.secret-management.database.kek is too short. Make one with: openssl rand -base64 32',
  );
}

/** Identifies a key without revealing it. */
function idOf(key: Buffer): string {
  return hash('sha256', key, 'hex').slice(0, 16);
}

/** Reads the key file, one key per line. Creates it at the first start, readable by the owner only. */
export async function loadKeyFile(path: string, createIfMissing: boolean): Promise<SecretKeys> {
  const text = (await findKeyText(path)) ?? (createIfMissing ? await createKeyFile(path) : undefined);
  if (text !== undefined) return toSecretKeys(text);
  throw new KeyFileError(`The key file ${path} is missing.`);
}

async function findKeyText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new KeyFileError(`The key file ${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Written to a draft and linked atomically: if two nodes start at once, one wins and both use its key. */
async function createKeyFile(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  try {
    await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
    await chmod(draft, 0o600);
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new KeyFileError(`The key file ${path} cannot be created: ${(error as Error).message}`);
  } finally {
    await rm(draft, { force: true });
  }
}
