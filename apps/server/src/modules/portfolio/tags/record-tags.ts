import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { ProjectFields } from '../projects/project-fields.ts';
import { insertTags, lockTags } from './tag-store.ts';

export interface RecordedTags {
  readonly tagIds: readonly number[];
  readonly collectionTagId: number | null;
}

/** Creates the missing tags of a project and locks all of them against deletion. */
export async function recordProjectTags(
  tx: Tx,
  { tags, collectionTag }: ProjectFields,
): Promise<RecordedTags> {
  const ids = await recordTags(tx, collectionTag === null ? tags : [...tags, collectionTag]);
  return {
    tagIds: tags.map((name) => requireId(ids, name)),
    collectionTagId: collectionTag === null ? null : requireId(ids, collectionTag),
  };
}

/** Creates the missing tags. Returns the ids by name. */
export async function recordTags(tx: Tx, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  await insertTags(tx, names);
  return lockTags(tx, names);
}

function requireId(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined)
    throw new AppError('conflict', `The tag ${name} was deleted at the same time. Try again.`);
  return id;
}
