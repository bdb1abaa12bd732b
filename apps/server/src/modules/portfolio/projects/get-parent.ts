import type { Tx } from '../../../platform/db/database.ts';
import { AppError, type ErrorKind } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { lockParent } from './hierarchy-store.ts';
import { accessDenied, parentNotFound } from './project-errors.ts';

/** Throws unless the parent exists, is visible to the caller and active. `inactive` is the kind of the last error. */
export async function getParent(
  tx: Tx,
  principal: Principal,
  uuid: string,
  inactive: Extract<ErrorKind, 'invalid' | 'conflict'>,
): Promise<{ readonly id: number }> {
  const parent = await lockParent(tx, principal, uuid);
  if (!parent) throw parentNotFound();
  if (!parent.accessible) throw accessDenied('the requested parent project');
  if (parent.inactive_since !== null) {
    throw new AppError(
      inactive,
      'An inactive project cannot be selected as parent. Activate it or choose another one.',
    );
  }
  return parent;
}
