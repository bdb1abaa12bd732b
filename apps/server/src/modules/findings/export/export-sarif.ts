import type { Db } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { PRODUCT_VERSION } from '../../../platform/product-version.ts';
import { findSetting } from '../../settings/find-setting.ts';
import { type FoundFinding, listAllFindings } from '../list-all-findings.ts';
import type { FindingFilter } from '../lists/finding-filter.ts';
import { listDescribedInBlocks } from '../lists/finding-list-store.ts';
import { presentFinding } from '../present-finding.ts';
import { presentResult, presentRule, writeSarif } from './present-finding-sarif.ts';

/** Streams all findings that match a filter as SARIF, by vulnerability. `db` must be a snapshot. */
export async function exportSarif(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
): Promise<AsyncIterable<string>> {
  const informationUri = await findSetting(db, 'general', 'base.url');
  const tool = {
    name: 'Tallyman',
    fullName: `Tallyman ${PRODUCT_VERSION}`,
    version: PRODUCT_VERSION,
    ...(informationUri ? { informationUri } : {}),
  };
  return writeSarif(tool, listRules(db, principal, filter), listResults(db, principal, filter));
}

const BLOCK_SIZE = 500;

/** Several sources may publish the same id. They share one rule. */
async function* listRules(db: Db, principal: Principal, filter: FindingFilter): AsyncGenerator<object[]> {
  const known = new Set<string>();
  for await (const block of listDescribedInBlocks(db, principal, filter, BLOCK_SIZE)) {
    const added = block.filter(({ vuln_id }) => known.size < known.add(vuln_id).size);
    yield added.map(presentRule);
  }
}

async function* listResults(
  db: Db,
  principal: Principal,
  filter: FindingFilter,
): AsyncGenerator<Iterable<object>> {
  for await (const block of listAllFindings(db, principal, filter)) yield presentAll(block);
}

function* presentAll(found: Iterable<FoundFinding>): Generator<object> {
  for (const { row, vulnerability } of found) yield presentResult(presentFinding(row, vulnerability));
}
