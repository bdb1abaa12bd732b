import type { Tx } from '../db/database.ts';
import type { Sealed } from './seal.ts';

export interface SecretDetails {
  readonly name: string;
  readonly description?: string | undefined;
  readonly createdAt?: Date | undefined;
  readonly updatedAt?: Date | undefined;
}

interface NewSecret {
  readonly name: string;
  readonly value: string;
  readonly description?: string | undefined;
}

interface SecretChange {
  readonly value?: string | undefined;
  /** `null` takes it away. */
  readonly description?: string | null | undefined;
}

/** Where secrets are kept. Settings name them; only those who use them get their values. */
export interface Secrets {
  /** Read-only ones are managed elsewhere, such as by the platform that runs the service. */
  readonly isReadOnly: boolean;
  list(): Promise<readonly SecretDetails[]>;
  find(name: string): Promise<SecretDetails | undefined>;
  /** The value itself, for use. Throws a `SecretMissingError` for a name that there is none of. */
  resolve(name: string): Promise<string>;
  /** False if the name is taken. In the caller's transaction if one is given. */
  create(secret: NewSecret, tx?: Tx): Promise<boolean>;
  /** Nothing if there is none of this name; whether anything changed otherwise. */
  update(name: string, change: SecretChange): Promise<boolean | undefined>;
  /** False if there is none of this name. */
  delete(name: string): Promise<boolean>;
  /** Encrypts a value that is stored elsewhere, bound to what it is for. */
  seal(purpose: string, value: string): Promise<Sealed>;
  unseal(purpose: string, sealed: Sealed): Promise<string>;
}

export const SECRET_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** A setting names a secret that there is none of. */
export class SecretMissingError extends Error {
  override readonly name = 'SecretMissingError';

  constructor(name: string) {
    super(`There is no secret named ${name}.`);
  }
}
