import type { GroupedFinding, Severity, Source } from '@tallyman/contract';
import type { Db } from '../../../platform/db/database.ts';
import type { Page } from '../../../platform/http/paging.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { withoutNulls } from '../../vulnerabilities/without-nulls.ts';
import {
  countFindingGroups,
  type FindingGroupRow,
  type GroupFilter,
  type GroupOrder,
  listGroupRows,
} from './finding-groups-store.ts';
import { type Counting, totalOfGroups } from './finding-totals.ts';
import type { FindingPage } from './list-findings.ts';

export async function listGroupedFindings(
  db: Db,
  principal: Principal,
  filter: GroupFilter,
  page: Page,
  order: GroupOrder | undefined,
  counting: Counting,
): Promise<FindingPage<GroupedFinding>> {
  const rows = await listGroupRows(db, principal, filter, page, order);
  const total = await totalOfGroups(page, rows.length, counting, () =>
    countFindingGroups(db, principal, filter),
  );
  return { rows: rows.map(presentGroup), total };
}

function presentGroup(row: FindingGroupRow): GroupedFinding {
  return {
    vulnerability: {
      source: row.source as Source,
      vulnId: row.vuln_id,
      ...withoutNulls({ title: row.title }),
      severity: row.severity as Severity,
      ...withoutNulls({
        cvssV2BaseScore: row.cvss_v2_score,
        cvssV3BaseScore: row.cvss_v3_score,
        cvssV4Score: row.cvss_v4_score,
      }),
      isKev: row.is_kev,
      ...withoutNulls({ published: row.published_at?.getTime() ?? null }),
      ...(row.cwes.length > 0 ? { cwes: row.cwes } : {}),
      affectedProjectCount: row.projects,
    },
    attribution: withoutNulls({ analyzerIdentity: row.analyzer }),
  };
}
