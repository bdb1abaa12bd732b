import type { Db } from '../../platform/db/database.ts';
import { alternateRowTexts, type RowTexts } from '../../platform/db/row-texts.ts';
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

/** Large enough to make statements cheap, small enough to keep memory flat. */
const BLOCK_SIZE = 500;

/**
 * Yields blocks of all findings that match a filter, by vulnerability. `db` must be a snapshot. Loads one block ahead of
 * the reader. A block must be read before the next one is requested, because buffers are reused.
 */
export async function* listAllFindings(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
): AsyncGenerator<Iterable<FoundFinding>> {
  const [rows, vulnerabilities] = [alternateRowTexts(), alternateRowTexts()];
  let next: Promise<Iterable<FoundFinding>> | undefined;
  for await (const keys of listFindingKeysInBlocks(db, principal, filter, BLOCK_SIZE)) {
    const current = next;
    next = inBackground(load(db, keys, rows(), vulnerabilities(), filter.asOf));
    if (current) yield await current;
  }
  if (next) yield await next;
}

async function load(
  db: Db,
  keys: readonly FindingKey[],
  rows: RowTexts,
  vulnerabilities: RowTexts,
  asOf: Date | undefined,
): Promise<Iterable<FoundFinding>> {
  const ids = keys.map((key) => key.vulnerabilityId);
  await Promise.all([
    readFindingRows(db, keys, rows, asOf),
    readFoundVulnerabilities(db, ids, vulnerabilities, asOf),
  ]);
  return join(keys, rows, vulnerabilities);
}

/** Findings of one vulnerability are consecutive, so it is parsed once for all of them. */
function* join(
  keys: readonly FindingKey[],
  rows: RowTexts,
  vulnerabilities: RowTexts,
): Generator<FoundFinding> {
  let vulnerability: FoundVulnerability | undefined;
  for (const [index, { vulnerabilityId: id }] of keys.entries()) {
    const row = rows.find(index + 1);
    if (vulnerability?.id !== id) vulnerability = parse(vulnerabilities.find(id), toFoundVulnerability);
    if (row !== undefined && vulnerability) yield { row: toFindingRow(row), vulnerability };
  }
}

function parse<T>(text: string | undefined, toRow: (text: string) => T): T | undefined {
  return text === undefined ? undefined : toRow(text);
}

/** Prevents an unhandled rejection if the reader stops before it awaits the block. */
function inBackground<T>(loading: Promise<T>): Promise<T> {
  loading.catch(() => {});
  return loading;
}
