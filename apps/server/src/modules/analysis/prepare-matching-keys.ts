import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/database-errors.ts';
import { toMatchingCpe } from './match/to-matching-cpe.ts';
import { toMatchingPurls } from './match/to-matching-purl.ts';
import {
  insertMatchingCpes,
  insertMatchingPurls,
  listMissingCpes,
  listMissingPurls,
} from './matching-keys-store.ts';

/** A few milliseconds of work, so that the event loop is not blocked. */
const PART_SIZE = 1_000;

/**
 * Creates the missing keys for package URLs and CPE names of the projects. Uses a short transaction of its own, because
 * others that need the same keys wait until it ends.
 */
export async function prepareMatchingKeys(
  ctx: Pick<Context, 'db'>,
  projectIds: readonly number[],
): Promise<void> {
  for (;;) {
    try {
      await inTransaction(ctx.db, (tx) => addMissing(tx, projectIds));
      return;
    } catch (error) {
      // Another transaction has added some of them: retry with those still missing.
      if (!isUniqueViolation(error)) throw error;
    }
  }
}

async function addMissing(tx: Tx, projectIds: readonly number[]): Promise<void> {
  const purls = await listMissingPurls(tx, projectIds);
  for (const part of inParts(purls)) await insertMatchingPurls(tx, part.flatMap(toMatchingPurls));
  const cpes = await listMissingCpes(tx, projectIds);
  for (const part of inParts(cpes)) await insertMatchingCpes(tx, part.map(toMatchingCpe));
}

function* inParts<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += PART_SIZE) yield items.slice(at, at + PART_SIZE);
}
