import { AppError } from '../errors.ts';
import type { Secrets } from './secrets.ts';

/** For a node that has no master key. */
export function createUnavailableSecrets(reason: string): Secrets {
  const refuse = (): Promise<never> =>
    Promise.reject(new AppError('unavailable', `Secrets cannot be used on this node. ${reason}`));
  return {
    isReadOnly: true,
    list: refuse,
    find: refuse,
    resolve: refuse,
    create: refuse,
    update: refuse,
    delete: refuse,
    seal: refuse,
    unseal: refuse,
  };
}
