import { type SeededFinding, seedFindings } from './finding-fixtures.ts';
import type { TestService } from './test-service.ts';

type GivenFindings = Parameters<typeof seedFindings>[2];
type FindingOptions = Parameters<typeof seedFindings>[3];

/** Inserts components with manually assigned findings, which no analysis retracts. */
export function seedAssignedFindings(
  service: TestService,
  project: string,
  given: GivenFindings,
  options: FindingOptions = {},
): Promise<SeededFinding[]> {
  return seedFindings(service.db, project, given, { analyzer: 'none', ...options });
}

/** The stored decision of a finding and its history. */
export async function storedDecisionOn(
  service: TestService,
  component: string,
  vulnId: string,
  source?: string,
) {
  const row = await service.db
    .selectFrom('finding')
    .innerJoin('component', 'component.id', 'finding.component_id')
    .innerJoin('vulnerability', 'vulnerability.id', 'finding.vulnerability_id')
    .leftJoin('finding_analysis', (join) =>
      join
        .onRef('finding_analysis.component_id', '=', 'finding.component_id')
        .onRef('finding_analysis.vulnerability_id', '=', 'finding.vulnerability_id'),
    )
    .select([
      'finding.component_id',
      'finding.vulnerability_id',
      'state',
      'justification',
      'response',
      'details',
      'is_suppressed',
      'finding_analysis.owasp_vector',
      'owasp_score',
      'finding_analysis.severity',
      'decided_by',
    ])
    .where('component.uuid', '=', component)
    .where('vulnerability.vuln_id', '=', vulnId)
    .$if(source !== undefined, (query) => query.where('vulnerability.source', '=', source ?? ''))
    .executeTakeFirstOrThrow();
  const { component_id, vulnerability_id, ...decision } = row;
  const history = await service.db
    .selectFrom('finding_audit')
    .select(['commenter', 'comment'])
    .where('component_id', '=', component_id)
    .where('vulnerability_id', '=', vulnerability_id)
    .orderBy('id')
    .execute();
  return { ...decision, history };
}
