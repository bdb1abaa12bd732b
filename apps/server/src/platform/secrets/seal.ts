import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKeys } from './secret-keys.ts';

export interface Sealed {
  readonly keyId: string;
  readonly nonce: Buffer;
  /** With the authentication tag at its end. */
  readonly ciphertext: Buffer;
}

/** This node does not have the key of an encrypted value. */
class SecretKeyMissingError extends Error {
  override readonly name = 'SecretKeyMissingError';

  constructor(keyId: string) {
    super(
      `This node does not have the master key ${keyId}. Give all nodes the same svc.secret-management.database.kek or key file.`,
    );
  }
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a value. Bound to the name: it cannot be decrypted under another name. */
export function seal({ primary, byId }: SecretKeys, name: string, value: string): Sealed {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(byId, primary), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(name));
  const ciphertext = Buffer.concat([cipher.update(value, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { keyId: primary, nonce, ciphertext };
}

export function unseal({ byId }: SecretKeys, name: string, { keyId, nonce, ciphertext }: Sealed): string {
  const decipher = createDecipheriv(ALGORITHM, keyOf(byId, keyId), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(ciphertext.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(ciphertext.subarray(0, -TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  );
}

function keyOf(byId: SecretKeys['byId'], id: string): Buffer {
  const key = byId.get(id);
  if (key) return key;
  throw new SecretKeyMissingError(id);
}
