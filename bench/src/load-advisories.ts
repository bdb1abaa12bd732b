import { recordVulnerabilities } from '../../apps/server/src/modules/vulnerabilities/record-vulnerabilities.ts';
import { mirrorAsserter } from '../../apps/server/src/modules/vulnerabilities/vulnerability-asserters.ts';
import type { VulnerabilityRecord } from '../../apps/server/src/modules/vulnerabilities/vulnerability-record.ts';
import { type Db, inTransaction } from '../../apps/server/src/platform/db/database.ts';

const AT_ONCE = 5_000;
const asserter = mirrorAsserter('nvd', 'NVD', 'NVD');

/** Records advisories as if they had been mirrored from the NVD. */
export async function loadAdvisories(db: Db, records: Iterable<VulnerabilityRecord>): Promise<void> {
  let part: VulnerabilityRecord[] = [];
  for (const record of records) {
    part.push(record);
    if (part.length < AT_ONCE) continue;
    await recordPart(db, part);
    part = [];
  }
  await recordPart(db, part);
}

async function recordPart(db: Db, records: readonly VulnerabilityRecord[]): Promise<void> {
  const recording = { asserter, mirrored: new Set<never>(), now: new Date() };
  await inTransaction(db, (tx) => recordVulnerabilities(tx, recording, records));
}
