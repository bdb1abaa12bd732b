import type { Context } from '../../platform/context.ts';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/unique-violation.ts';
import { toMatchingCpe } from './match/to-matching-cpe.ts';
import { toMatchingPurls } from './match/to-matching-purl.ts';
import {
  insertMatchingCpes,
  insertMatchingPurls,
  listMissingCpes,
  listMissingPurls,
} from './matching-keys-store.ts';

/** Some milliseconds of work each; the process does other things in between. */
const PART = 1_000;

/**
 * Makes the keys of all package URLs and CPE names of the projects that have none yet. In a transaction of its own:
 * others who need the same keys would have to wait for the end of it.
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
      // Somebody else has just added some of them: now fewer are missing.
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
  for (let at = 0; at < items.length; at += PART) yield items.slice(at, at + PART);
}
