import type { Db } from '../../platform/db/database.ts';
import { alternatePlaces, type RowTexts } from '../../platform/db/row-texts.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { FindingKey } from './finding-key.ts';
import {
  type FindingRow,
  type FoundVulnerability,
  readFindingRows,
  readFoundVulnerabilities,
  toFindingRow,
  toFoundVulnerability,
} from './lists/finding-columns-store.ts';
import type { FindingFilter } from './lists/finding-filter.ts';
import { listFindingKeysInBlocks } from './lists/finding-list-store.ts';

export interface FoundFinding {
  readonly row: FindingRow;
  readonly vulnerability: FoundVulnerability;
}

/** Enough for a statement to be cheap, few enough that memory stays flat. */
const BLOCK = 500;

/**
 * All findings that a filter means, by vulnerability, a block at a time. `db` must be a snapshot. While a block is
 * worked on the next one is being loaded; further ahead nothing is, however slow the reader is. A block must be read
 * before the next one is asked for.
 */
export async function* listAllFindings(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
): AsyncGenerator<Iterable<FoundFinding>> {
  const [rows, vulnerabilities] = [alternatePlaces(), alternatePlaces()];
  let next: Promise<Iterable<FoundFinding>> | undefined;
  for await (const keys of listFindingKeysInBlocks(db, principal, filter, BLOCK)) {
    const current = next;
    next = start(load(db, keys, rows(), vulnerabilities()));
    if (current) yield await current;
  }
  if (next) yield await next;
}

async function load(
  db: Db,
  keys: readonly FindingKey[],
  rows: RowTexts,
  vulnerabilities: RowTexts,
): Promise<Iterable<FoundFinding>> {
  const ids = keys.map((key) => key.vulnerabilityId);
  await Promise.all([readFindingRows(db, keys, rows), readFoundVulnerabilities(db, ids, vulnerabilities)]);
  return join(keys, rows, vulnerabilities);
}

/** Findings of one vulnerability follow each other, so that it is made once for all of them. */
function* join(
  keys: readonly FindingKey[],
  rows: RowTexts,
  vulnerabilities: RowTexts,
): Generator<FoundFinding> {
  let vulnerability: FoundVulnerability | undefined;
  for (const [index, { vulnerabilityId: id }] of keys.entries()) {
    const row = rows.find(index + 1);
    if (vulnerability?.id !== id) vulnerability = make(vulnerabilities.find(id), toFoundVulnerability);
    if (row !== undefined && vulnerability) yield { row: toFindingRow(row), vulnerability };
  }
}

function make<T>(text: string | undefined, toRow: (text: string) => T): T | undefined {
  return text === undefined ? undefined : toRow(text);
}

/** A failure is told to whoever waits for the block; when nobody does any more it is nobody's business. */
function start<T>(loading: Promise<T>): Promise<T> {
  loading.catch(() => {});
  return loading;
}
