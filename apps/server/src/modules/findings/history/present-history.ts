import type {
  AnalysisJustification,
  AnalysisResponse,
  AnalysisState,
  FindingChange,
  FindingInterval,
  PortfolioChange,
  Severity,
  Source,
} from '@tallyman/contract';
import { withoutNulls } from '../../vulnerabilities/without-nulls.ts';
import type { FindingChangeRow } from './finding-changes-store.ts';
import type { FindingIntervalRow } from './finding-history-store.ts';
import type { PastFindingRow } from './finding-intervals-store.ts';
import type { PortfolioChangeRow } from './portfolio-changes-store.ts';

export function presentInterval(row: FindingIntervalRow): FindingInterval {
  return {
    ...presentFinding(row),
    validFrom: row.since.getTime(),
    ...withoutNulls({ validTo: row.until?.getTime() ?? null }),
    analysis: {
      ...withoutNulls({
        state: row.state as AnalysisState | null,
        justification: row.justification as AnalysisJustification | null,
        response: row.response as AnalysisResponse | null,
        detail: row.details,
      }),
      isSuppressed: row.is_suppressed ?? false,
      ...withoutNulls({
        decidedBy: row.decided_by as FindingInterval['analysis']['decidedBy'] | null,
        policy: row.policy,
        decidedAt: row.decided_at?.getTime() ?? null,
      }),
    },
  };
}

export function presentChange(row: FindingChangeRow): FindingChange {
  return {
    at: row.at.getTime(),
    kind: row.kind,
    ...withoutNulls({ cause: row.cause as FindingChange['cause'] | null, actor: row.actor }),
    ...presentFinding(row),
    ...(row.changes ? { changes: [...row.changes] } : {}),
  };
}

export function presentPortfolioChange(row: PortfolioChangeRow): PortfolioChange {
  const { vulnerability, ...change } = presentChange(row);
  const { vulnId, ...members } = vulnerability;
  return {
    ...change,
    project: {
      uuid: row.project_uuid,
      name: row.project_name,
      ...withoutNulls({ version: row.project_version }),
    },
    vulnerability: { ...members, vuln_id: vulnId },
  };
}

function presentFinding(row: PastFindingRow): Pick<FindingChange, 'component' | 'vulnerability'> {
  return {
    component: {
      uuid: row.component_uuid,
      name: row.name,
      ...withoutNulls({ group: row.group_name, version: row.version, purl: row.purl }),
    },
    vulnerability: {
      uuid: row.vulnerability_uuid,
      source: row.source as Source,
      vulnId: row.vuln_id,
      ...withoutNulls({ title: row.title }),
      severity: row.severity as Severity,
    },
  };
}
