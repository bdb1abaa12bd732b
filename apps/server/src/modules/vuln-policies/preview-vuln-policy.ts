import { isDeepStrictEqual } from 'node:util';
import type { EvaluatedFinding, VulnPolicyEvaluation, VulnPolicyEvaluationRequest } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { Decider, DecisionOutcome } from '../findings/decision.ts';
import { previewDecisions } from '../findings/preview-decisions.ts';
import { loadProjectContext, type ProjectContext } from '../policies/load-project-contexts.ts';
import { isProjectVisible, listPreviewProjects } from './concerned-projects-store.ts';
import { evaluateVulnPolicies } from './evaluate-vuln-policies.ts';
import { FindingIndex, type FindingSubject } from './finding-index.ts';
import { listActiveFindings } from './policy-finding-store.ts';
import { allNeeds, type PreparedPolicy, preparePolicy } from './prepare-policy.ts';
import { toDecisionFields } from './to-decision-fields.ts';
import { toPolicyDraft } from './to-policy-draft.ts';
import { isInForce, type PolicyDraft, type VulnPolicyRow } from './vuln-policy.ts';
import { listByRank } from './vuln-policy-store.ts';

const DAY_MS = 86_400_000;
const DEFAULT_SAMPLE = 20;

interface Preview {
  readonly draft: PreparedPolicy<PolicyDraft>;
  /** Policies with mode APPLY, by rank, each with whether it ranks higher than the draft. */
  readonly others: readonly (PreparedPolicy<VulnPolicyRow> & { readonly wins: boolean })[];
  readonly since: Date | undefined;
  readonly sampleSize: number;
  isTimedOut(): boolean;
}

/** What a draft would do to the findings that the principal may see. Writes nothing. */
export async function previewVulnPolicy(
  ctx: Context,
  principal: Principal,
  request: VulnPolicyEvaluationRequest,
): Promise<VulnPolicyEvaluation> {
  const { project, days, sample_size = DEFAULT_SAMPLE } = request;
  if (project !== undefined && !(await isProjectVisible(ctx.db, principal, project))) {
    throw new AppError('not-found', 'The project could not be found.');
  }
  const preview = await preparePreview(ctx, request, days, sample_size);
  const concerned = await listPreviewProjects(ctx.db, principal, preview.draft.narrowing, project);
  const result = new Tally(preview.others);
  let evaluated = 0;
  for (const projectId of concerned) {
    if (!(await previewProject(ctx, preview, projectId, result))) break;
    evaluated += 1;
    if (preview.isTimedOut()) break;
  }
  return {
    ...result.present(),
    complete: evaluated === concerned.length,
    projects_evaluated: evaluated,
    projects_concerned: concerned.length,
  };
}

/** The caller waits for the response, so a preview of some projects is better than none. */
function startTimeout(timeoutMs: number): () => boolean {
  const start = performance.now();
  return () => performance.now() - start >= timeoutMs;
}

async function preparePreview(
  ctx: Context,
  { policy, uuid }: VulnPolicyEvaluationRequest,
  days: number | undefined,
  sampleSize: number,
): Promise<Preview> {
  const now = ctx.now();
  const draft = toPolicyDraft(policy);
  const all = await listByRank(ctx.db);
  // At equal priority the oldest wins. A new policy would be the youngest.
  const age = all.find((each) => each.uuid === uuid)?.id ?? Number.POSITIVE_INFINITY;
  const others = all.filter(
    (each) => each.uuid !== uuid && each.operationMode === 'APPLY' && isInForce(each, now),
  );
  return {
    draft: preparePolicy(draft),
    others: others.map((each) => ({
      ...preparePolicy(each),
      wins: each.priority > draft.priority || (each.priority === draft.priority && each.id < age),
    })),
    since: days === undefined ? undefined : new Date(now.getTime() - days * DAY_MS),
    sampleSize,
    isTimedOut: startTimeout(ctx.config['svc.vulnerability.policy.evaluation.timeout-ms']),
  };
}

/** Returns false if the timeout was reached. Then nothing of the project is counted. */
async function previewProject(
  ctx: Context,
  preview: Preview,
  projectId: number,
  tally: Tally,
): Promise<boolean> {
  const rows = await listActiveFindings(ctx.db, projectId, preview.since);
  if (rows.length === 0) return true;
  const context = await loadProjectContext(
    ctx.db,
    projectId,
    ctx.now(),
    allNeeds([preview.draft, ...preview.others]),
  );
  if (!context) return true;
  const index = new FindingIndex(context, rows);
  const [verdict] = await evaluateVulnPolicies([preview.draft], context, index);
  if (!verdict) return true;
  const rivals = await findRivals(preview, context, verdict.matched);
  if (!rivals) return false;
  tally.count(rows.length, verdict.failed.length, verdict.error);
  if (verdict.matched.length === 0) return true;
  const outcomes = await previewOutcomes(ctx, preview.draft.policy, verdict.matched);
  verdict.matched.forEach((subject, at) => {
    const outcome = outcomes[at];
    if (outcome) tally.add(context, subject, outcome, rivals.get(subject) ?? [], preview);
  });
  tally.projects += 1;
  return true;
}

type Rival = Preview['others'][number];

/** For each finding the other policies that match it, by rank. Returns undefined if the timeout was reached. */
async function findRivals(
  { others, isTimedOut }: Preview,
  context: ProjectContext,
  matched: readonly FindingSubject[],
): Promise<Map<FindingSubject, Rival[]> | undefined> {
  const index = new FindingIndex(
    context,
    matched.map(({ row }) => row),
  );
  const subjectOf = new Map(matched.map((subject) => [subject.row, subject]));
  const rivals = new Map<FindingSubject, Rival[]>();
  for (const rival of matched.length > 0 ? others : []) {
    if (isTimedOut()) return undefined;
    const [verdict] = await evaluateVulnPolicies([rival], context, index);
    for (const { row } of verdict?.matched ?? []) {
      const subject = subjectOf.get(row);
      if (subject) rivals.set(subject, [...(rivals.get(subject) ?? []), rival]);
    }
  }
  return rivals;
}

function previewOutcomes(
  ctx: Context,
  draft: PolicyDraft,
  matched: readonly FindingSubject[],
): Promise<readonly DecisionOutcome[]> {
  const by: Decider = { kind: 'POLICY', name: draft.name, policy: draft.name };
  const fields = toDecisionFields(draft);
  const decisions = matched.map(({ row: { componentId, vulnerabilityId } }) => ({
    componentId,
    vulnerabilityId,
    fields,
  }));
  return previewDecisions(ctx.db, by, decisions);
}

const OUTCOMES = { applied: 'APPLIED', unchanged: 'UNCHANGED', outranked: 'OUTRANKED' } as const;

/** Counts the outcomes of a draft. */
class Tally {
  projects = 0;
  private evaluated = 0;
  private failed = 0;
  private error: string | undefined;
  private readonly counts = { APPLIED: 0, UNCHANGED: 0, OUTRANKED: 0, SHADOWED: 0 };
  private readonly conflicts = new Map<Rival, number>();
  private readonly sample: EvaluatedFinding[] = [];

  constructor(others: Preview['others']) {
    for (const rival of others) this.conflicts.set(rival, 0);
  }

  count(evaluated: number, failed: number, error: string | undefined): void {
    this.evaluated += evaluated;
    this.failed += failed;
    this.error ??= error;
  }

  add(
    context: ProjectContext,
    subject: FindingSubject,
    { result, changes }: DecisionOutcome,
    rivals: readonly Rival[],
    { draft, sampleSize }: Preview,
  ): void {
    if (result === 'no-finding') return;
    const winner = result === 'outranked' ? undefined : rivals.find(({ wins }) => wins);
    const outcome = winner ? 'SHADOWED' : OUTCOMES[result];
    this.counts[outcome] += 1;
    for (const rival of rivals) {
      if (differs(rival.policy, draft.policy))
        this.conflicts.set(rival, (this.conflicts.get(rival) ?? 0) + 1);
    }
    if (this.sample.length >= sampleSize) return;
    this.sample.push({
      ...describeSubject(context, subject),
      outcome,
      ...presentDecider(subject.row),
      ...(winner && { shadowed_by: winner.policy.name }),
      changes: outcome === 'APPLIED' ? changes.map((change) => ({ ...change })) : [],
    });
  }

  present(): Omit<VulnPolicyEvaluation, 'complete' | 'projects_evaluated' | 'projects_concerned'> {
    const { APPLIED, UNCHANGED, OUTRANKED, SHADOWED } = this.counts;
    const conflicts = [...this.conflicts].filter(([, findings]) => findings > 0);
    return {
      evaluated: this.evaluated,
      matched: APPLIED + UNCHANGED + OUTRANKED + SHADOWED,
      projects: this.projects,
      applied: APPLIED,
      unchanged: UNCHANGED,
      outranked: OUTRANKED,
      shadowed: SHADOWED,
      failed: this.failed,
      ...(this.error !== undefined && { error: this.error }),
      conflicts: conflicts.map(([{ policy, wins }, findings]) => ({
        name: policy.name,
        priority: policy.priority,
        findings,
        wins,
      })),
      sample: this.sample,
    };
  }
}

function presentDecider({ decidedBy, policy }: FindingSubject['row']): { decided_by?: string } {
  const name = decidedBy === 'POLICY' ? policy : decidedBy;
  return name === null ? {} : { decided_by: name };
}

function differs(a: PolicyDraft, b: PolicyDraft): boolean {
  return !isDeepStrictEqual(toDecisionFields(a), toDecisionFields(b));
}

function describeSubject({ project }: ProjectContext, { row, component, vuln }: FindingSubject) {
  const named = ({ uuid, name, version }: { uuid: string; name: string; version?: string | null }) => ({
    uuid,
    name,
    ...(version && { version }),
  });
  return {
    project: named(project),
    component: named(component),
    vulnerability: { uuid: vuln.uuid, source: vuln.source, vuln_id: vuln.id },
    first_seen: row.firstSeen.getTime(),
  };
}
