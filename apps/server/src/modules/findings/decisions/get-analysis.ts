import type { Analysis } from '@tallyman/contract';
import type { Db } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { requireComponent } from '../../portfolio/components/component-errors.ts';
import { projectNotFound } from '../../portfolio/projects/project-errors.ts';
import { vulnerabilityNotFound } from '../../vulnerabilities/get-vulnerability.ts';
import { UNDECIDED } from '../decision.ts';
import type { FindingKey } from '../finding-key.ts';
import { listHistory, lookUpNames } from './analysis-store.ts';
import { listStandingDecisions } from './decision-store.ts';
import { presentAnalysis } from './present-analysis.ts';

interface NamedFinding {
  readonly component: string;
  readonly vulnerability: string;
  /** "Only existence is checked." */
  readonly project?: string | undefined;
}

export async function getAnalysis(db: Db, principal: Principal, named: NamedFinding): Promise<Analysis> {
  const found = await lookUpNames(db, principal, named);
  if (!found.project_exists) throw projectNotFound();
  const { analysis, exists } = await loadAnalysis(db, requireNamed(found));
  if (!exists) throw new AppError('not-found', 'No analysis exists.');
  return analysis;
}

type FoundNames = Awaited<ReturnType<typeof lookUpNames>>;

/** Throws if the component or the vulnerability does not exist, or the component is not accessible. */
export function requireNamed({ component_id, accessible, vulnerability_id }: FoundNames): FindingKey {
  const component = component_id === null ? undefined : { id: component_id, accessible };
  const componentId = requireComponent(component).id;
  if (vulnerability_id === null) throw vulnerabilityNotFound();
  return { componentId, vulnerabilityId: vulnerability_id };
}

interface LoadedAnalysis {
  readonly analysis: Analysis;
  /** Whether anybody has decided or commented on the finding. */
  readonly exists: boolean;
}

export async function loadAnalysis(db: Db, finding: FindingKey): Promise<LoadedAnalysis> {
  const [standing] = await listStandingDecisions(db, [finding]);
  const history = await listHistory(db, finding);
  const nobody = { decidedBy: null, policy: null, policyFields: [], expiresAt: null, beforeExpiry: null };
  const decision = standing ?? { ...finding, projectId: 0, fields: UNDECIDED, ...nobody };
  return {
    analysis: presentAnalysis(decision, history),
    exists: decision.decidedBy !== null || history.length > 0,
  };
}
