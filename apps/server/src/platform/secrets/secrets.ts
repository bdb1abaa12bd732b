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
  /** Null removes it. */
  readonly description?: string | null | undefined;
}

/** A provider of secrets. Settings contain their names, never their values. */
export interface Secrets {
  /** Whether secrets are managed elsewhere, for example by the container platform. */
  readonly isReadOnly: boolean;
  list(): Promise<readonly SecretDetails[]>;
  find(name: string): Promise<SecretDetails | undefined>;
  /** The value. Throws a `SecretMissingError` if no such secret exists. */
  resolve(name: string): Promise<string>;
  /** Returns false if the name is taken. Uses the caller's transaction if one is given. */
  create(secret: NewSecret, tx?: Tx): Promise<boolean>;
  /** Returns whether anything changed, or undefined if no such secret exists. */
  update(name: string, change: SecretChange): Promise<boolean | undefined>;
  /** Returns false if no such secret exists. */
  delete(name: string): Promise<boolean>;
  /** Encrypts a value that is stored elsewhere, bound to its purpose. */
  seal(purpose: string, value: string): Promise<Sealed>;
  unseal(purpose: string, sealed: Sealed): Promise<string>;
}

export const SECRET_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** No secret with this name exists. */
export class SecretMissingError extends Error {
  override readonly name = 'SecretMissingError';

  constructor(name: string) {
    super(`There is no secret named ${name}.`);
  }
}
