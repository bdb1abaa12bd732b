import { findSource } from '@tallyman/contract';
import type { Db } from '../../platform/db/database.ts';
import { type KevRow, listKevAssertions as listRows } from './exploitation-store.ts';
import { vulnerabilityNotFound } from './get-vulnerability.ts';
import { findVulnerabilityId } from './vulnerability-store.ts';

/** Of the vulnerability and its aliases. One that is neither known nor known to be exploited does not exist. */
export async function listKevAssertions(db: Db, sourceName: string, vulnId: string): Promise<KevRow[]> {
  const source = findSource(sourceName);
  if (!source) throw vulnerabilityNotFound();
  const rows = await listRows(db, { source, vulnId });
  if (rows.length > 0 || (await findVulnerabilityId(db, { source, vulnId })) !== undefined) return rows;
  throw vulnerabilityNotFound();
}
