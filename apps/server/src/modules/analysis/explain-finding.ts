import type { Explanation } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { getComponent } from '../portfolio/components/get-component.ts';
import { getVulnerabilityRow } from '../vulnerabilities/get-vulnerability.ts';
import { explainMatch } from './match/explain-match.ts';
import { listCpeStatements, listPackageStatements, listReporters } from './statement-store.ts';

/** UUIDs. */
interface ExplainedFinding {
  readonly component: string;
  readonly vulnerability: string;
}

/** Some vulnerabilities have thousands of statements. */
const MAX_STATEMENTS = 100;

/** Explains why a component is or is not affected by a vulnerability, whether or not a finding exists. */
export async function explainFinding(
  { db }: Context,
  principal: Principal,
  pair: ExplainedFinding,
): Promise<Explanation> {
  const component = await getComponent(db, principal, pair.component);
  const vulnerability = await getVulnerabilityRow(db, pair.vulnerability);
  const [packages, cpes, reportedBy] = await Promise.all([
    listPackageStatements(db, vulnerability.id),
    listCpeStatements(db, vulnerability.id),
    listReporters(db, component.id, vulnerability.id),
  ]);
  const isRejected = vulnerability.rejected_at !== null;
  const verdict = explainMatch(component, { isRejected, packages, cpes });
  return {
    component: {
      uuid: component.uuid,
      name: component.name,
      version: component.version ?? undefined,
      purl: component.purl ?? undefined,
      cpe: component.cpe ?? undefined,
    },
    vulnerability: {
      uuid: vulnerability.uuid,
      source: vulnerability.source,
      vulnId: vulnerability.vuln_id,
    },
    ...verdict,
    statements: verdict.statements.slice(0, MAX_STATEMENTS),
    statementCount: verdict.statements.length,
    reportedBy,
  };
}
