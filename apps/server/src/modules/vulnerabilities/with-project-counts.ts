import type { Vulnerability } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { presentVulnerability } from './present-vulnerability.ts';
import type { VulnerabilityFindings } from './vulnerability-findings.ts';
import type { VulnerabilityRow } from './vulnerability-store.ts';

/** The caller, and the access to findings. */
export interface FindingsReader {
  readonly principal: Principal;
  readonly findings: VulnerabilityFindings;
}

/** Presents vulnerabilities with the number of affected projects, but without affected packages. */
export async function withProjectCounts(
  ctx: Context,
  { principal, findings }: FindingsReader,
  rows: readonly VulnerabilityRow[],
): Promise<Vulnerability[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const counts = await findings.countProjects(ctx.db, principal, ids);
  return rows.map((row) => presentVulnerability(row, counts.get(row.id)));
}
