import type { Tx } from '../../platform/db/database.ts';
import { isPlausibleListing } from './is-plausible-listing.ts';
import {
  countMissing,
  deleteUnlisted,
  insertListed,
  openListing,
  stageListing,
} from './mirrored-record-store.ts';
import type { NamedRecords } from './named-records.ts';

interface Reconciled {
  readonly isPlausible: boolean;
  readonly missing: number;
  /** Vulnerabilities that no part of the source contains any more. */
  readonly retired: readonly number[];
}

/** Replaces what a part of a source contains by a complete listing. An implausible listing removes nothing. */
export async function reconcileListing(
  tx: Tx,
  source: string,
  part: string,
  listing: readonly NamedRecords[],
): Promise<Reconciled> {
  await openListing(tx);
  for (const block of listing) await stageListing(tx, block);
  const { known, missing } = await countMissing(tx, source, part);
  await insertListed(tx, source, part);
  if (!isPlausibleListing({ known, missing })) return { isPlausible: false, missing, retired: [] };
  return { isPlausible: true, missing, retired: await deleteUnlisted(tx, source, part) };
}
