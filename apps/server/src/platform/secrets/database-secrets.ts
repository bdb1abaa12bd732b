import { type Db, inTransaction, type Tx } from '../db/database.ts';
import { seal, unseal } from './seal.ts';
import type { SecretKeys } from './secret-keys.ts';
import * as store from './secret-store.ts';
import { SecretMissingError, type Secrets } from './secrets.ts';

/** Secrets in the database, encrypted with AES-256-GCM. The master key is not in the database. */
export function createDatabaseSecrets(db: Db, keys: SecretKeys): Secrets {
  return {
    isReadOnly: false,
    list: () => store.listSecrets(db),
    find: (name) => store.findSecret(db, name),
    resolve: async (name) => {
      const sealed = await store.findSealed(db, name);
      if (!sealed) throw new SecretMissingError(name);
      return unseal(keys, name, sealed);
    },
    create: ({ name, value, description }, tx) => {
      const insert = (within: Tx) => store.insertSecret(within, name, description, seal(keys, name, value));
      return tx ? insert(tx) : inTransaction(db, insert);
    },
    update: (name, { value, description }) =>
      inTransaction(db, async (tx) => {
        const known = await store.findSecret(tx, name);
        if (!known) return undefined;
        const isRenamed = description !== undefined && (description ?? undefined) !== known.description;
        if (value === undefined && !isRenamed) return false;
        if (value !== undefined) await store.updateSealed(tx, name, seal(keys, name, value));
        if (isRenamed) await store.updateDescription(tx, name, description);
        await store.touchSecret(tx, name);
        return true;
      }),
    delete: (name) => inTransaction(db, (tx) => store.deleteSecret(tx, name)),
    seal: async (purpose, value) => seal(keys, purpose, value),
    unseal: async (purpose, sealed) => unseal(keys, purpose, sealed),
  };
}

/** Re-encrypts secrets of replaced keys with the primary key. Skips secrets whose key this node does not have. */
export function rotateSecrets(db: Db, keys: SecretKeys): Promise<{ rotated: number; unreadable: number }> {
  return inTransaction(db, async (tx) => {
    const others = await store.lockSealedUnderOthers(tx, keys.primary);
    const readable = others.filter(({ keyId }) => keys.byId.has(keyId));
    // One statement per secret: they are few, and it happens once per key.
    for (const sealed of readable) {
      await store.updateSealed(tx, sealed.name, seal(keys, sealed.name, unseal(keys, sealed.name, sealed)));
    }
    return { rotated: readable.length, unreadable: others.length - readable.length };
  });
}
