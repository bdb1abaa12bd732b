import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import {
  type FindingRow,
  type FoundVulnerability,
  listFindingRows,
  listFoundVulnerabilities,
} from './finding-columns-store.ts';
import type { FindingFilter } from './finding-filter.ts';
import { type FindingKey, listFindingKeysInBlocks } from './finding-list-store.ts';

export interface FoundFinding {
  readonly row: FindingRow;
  readonly vulnerability: FoundVulnerability;
}

/** Enough for a statement to be cheap, few enough that memory stays flat and others get their turn. */
const BLOCK = 250;

/**
 * All findings that a filter means, by vulnerability, a block at a time. `db` must be a snapshot. While a block is
 * worked on the next one is being loaded; further ahead nothing is, however slow the reader is.
 */
export async function* listAllFindings(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
): AsyncGenerator<FoundFinding[]> {
  let next: Promise<FoundFinding[]> | undefined;
  for await (const keys of listFindingKeysInBlocks(db, principal, filter, BLOCK)) {
    const current = next;
    next = start(load(db, keys));
    if (current) yield await current;
  }
  if (next) yield await next;
}

async function load(db: Db, keys: readonly FindingKey[]): Promise<FoundFinding[]> {
  const ids = keys.map((key) => key.vulnerability_id);
  const [rows, vulnerabilities] = await Promise.all([
    listFindingRows(db, keys),
    listFoundVulnerabilities(db, ids),
  ]);
  return rows.flatMap((row) => {
    const vulnerability = vulnerabilities.get(row.vulnerability_id);
    return vulnerability ? [{ row, vulnerability }] : [];
  });
}

/** A failure is told to whoever waits for the block; when nobody does any more it is nobody's business. */
function start<T>(loading: Promise<T>): Promise<T> {
  loading.catch(() => {});
  return loading;
}
