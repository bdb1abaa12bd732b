import { join } from 'node:path';
import type { Config } from '../config/load-config.ts';
import type { Db } from '../db/database.ts';
import type { Log } from '../log/create-log.ts';
import { createDatabaseSecrets, rotateSecrets } from './database-secrets.ts';
import { createProvidedSecrets } from './provided-secrets.ts';
import { KeyFileError, loadKeyFile, type SecretKeys, toSecretKeys } from './secret-keys.ts';
import type { Secrets } from './secrets.ts';
import { createUnavailableSecrets } from './unavailable-secrets.ts';

/** The secrets of the provider that the configuration names. */
export async function openSecrets(config: Config, db: Db, log: Log): Promise<Secrets> {
  if (config['svc.secret-management.provider'] === 'env') {
    const directory = config['svc.secret-management.env.directory'];
    return createProvidedSecrets({
      directory,
      environment: process.env,
      loadKeys: () => loadKeys(config),
    });
  }
  const keys = await findKeys(config, log);
  if (typeof keys === 'string') return createUnavailableSecrets(keys);
  const { rotated, unreadable } = await rotateSecrets(db, keys);
  if (rotated > 0) log.info({ secrets: rotated }, 'Re-encrypted secrets with the new master key');
  if (unreadable > 0)
    log.warn(
      { secrets: unreadable },
      'Some secrets are encrypted with a master key that this node does not have',
    );
  return createDatabaseSecrets(db, keys);
}

/** Returns the reason if there is no key: such a node still does everything that needs no secrets. */
async function findKeys(config: Config, log: Log): Promise<SecretKeys | string> {
  try {
    return await loadKeys(config);
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    log.warn({ err: error }, 'Secrets cannot be used');
    return error.message;
  }
}

async function loadKeys(config: Config): Promise<SecretKeys> {
  const given = config['svc.secret-management.database.kek'];
  if (given !== undefined) return toSecretKeys(given);
  const path =
    config['svc.secret-management.database.kek-keyset.path'] ??
    join(config['svc.data.directory'], 'keys', 'secret-management-kek');
  return loadKeyFile(path, config['svc.secret-management.database.kek-keyset.create-if-missing']);
}
