import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { toTagName } from './tag-names.ts';
import { lockTags } from './tag-store.ts';

/** Throws if no such tag exists. The tag cannot be deleted before the transaction ends. */
export async function getTagId(tx: Tx, name: string): Promise<number> {
  const id = (await lockTags(tx, [toTagName(name)])).get(toTagName(name));
  if (id !== undefined) return id;
  throw new AppError('not-found', `A tag with name ${name} does not exist`, {
    title: 'Resource does not exist',
  });
}
