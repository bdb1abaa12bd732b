import type { Finding } from '@tallyman/contract';
import type { Db } from '../../../platform/db/database.ts';
import type { Page } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { countMatchingFindings } from '../counts/count-matching-findings.ts';
import type { FindingKey } from '../finding-key.ts';
import { presentFinding } from '../present-finding.ts';
import {
  type AffectedStatement,
  type FindingRow,
  listAffectedStatements,
  listFindingRows,
  listFoundVulnerabilities,
} from './finding-columns-store.ts';
import type { FindingFilter } from './finding-filter.ts';
import type { FindingOrder } from './finding-list-order-store.ts';
import { listFindingKeys } from './finding-list-store.ts';
import { type Counting, type Total, totalOfPage } from './finding-totals.ts';
import { presentMatch, toEvidence } from './present-finding-match.ts';

export interface FindingPage<T> {
  readonly rows: readonly T[];
  readonly total: Total;
}

export async function listFindings(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
  page: Page,
  order: FindingOrder | undefined,
  counting: Counting,
): Promise<FindingPage<Finding>> {
  const keys = await listFindingKeys(db, principal, filter, page, order);
  const [rows, total] = await Promise.all([
    loadFindings(db, keys, filter.asOf),
    totalOfPage(page, keys.length, counting, (max) => countMatchingFindings(db, principal, filter, max)),
  ]);
  return { rows, total };
}

/** Returns findings in the order of the keys, each with the statement that matched. */
export async function loadFindings(db: Db, keys: readonly FindingKey[], asOf?: Date): Promise<Finding[]> {
  if (keys.length === 0) return [];
  const [rows, vulnerabilities] = await Promise.all([
    listFindingRows(db, keys, asOf),
    listFoundVulnerabilities(
      db,
      keys.map((key) => key.vulnerabilityId),
      asOf,
    ),
  ]);
  const statements = await loadStatements(db, rows);
  return rows.flatMap((row) => {
    const vulnerability = vulnerabilities.get(row.vulnerabilityId);
    return vulnerability ? [presentFinding(row, vulnerability, matchOf(row, statements))] : [];
  });
}

type Statements = ReadonlyMap<string, AffectedStatement>;

async function loadStatements(db: Db, rows: readonly FindingRow[]): Promise<Statements> {
  const keys = rows.flatMap(({ vulnerabilityId, evidence }) => {
    const { affected: uuid, asserter = '' } = toEvidence(evidence) ?? {};
    return uuid === undefined ? [] : [{ vulnerabilityId, uuid, asserter }];
  });
  const found = await listAffectedStatements(db, keys);
  return new Map(found.map((statement) => [`${statement.vulnerability_id} ${statement.uuid}`, statement]));
}

function matchOf(row: FindingRow, statements: Statements) {
  const evidence = toEvidence(row.evidence);
  return evidence && presentMatch(evidence, statements.get(`${row.vulnerabilityId} ${evidence.affected}`));
}
