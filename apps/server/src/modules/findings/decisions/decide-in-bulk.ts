import {
  type BulkAnalysisRequest,
  type BulkAnalysisResult,
  type FindingFilter,
  findSource,
} from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { newRandomUuid } from '../../../platform/ids.ts';
import { parsePackageUrl, toPurl } from '../../portfolio/identifiers/package-url.ts';
import { inPortfolioTransaction } from '../../portfolio/in-portfolio-transaction.ts';
import { wakeConsumers } from '../../project-changes/wake-consumers.ts';
import type { Decision, DecisionOutcome } from '../decision.ts';
import type { ProjectFinding } from '../finding-key.ts';
import { previewDecisions } from '../preview-decisions.ts';
import { recordDecisions } from '../record-decisions.ts';
import { insertBatch } from './decision-batch-store.ts';
import {
  listDescribedTargets,
  listFilteredTargets,
  listNamedTargets,
  type TargetFilter,
  type WantedComponent,
} from './decision-target-store.ts';
import { outcomesByFinding, presentDecidedFindings, SAMPLE_SIZE } from './present-decided-findings.ts';
import { type DecisionTerms, toDecider, toPartialTerms } from './to-decision-terms.ts';

/** A filter that matches more than this is most likely a mistake. */
const MAX_FINDINGS = 100_000;

/** Applies one decision to many findings, atomically. */
export async function decideInBulk(
  ctx: Context,
  principal: Principal,
  body: BulkAnalysisRequest,
  dryRun: boolean,
): Promise<BulkAnalysisResult> {
  const [now, by] = [ctx.now(), toDecider(principal)];
  const terms = requireAnyTerm(toPartialTerms(body, now));
  const find = toSearch(principal, body);
  if (dryRun) {
    const targets = await find(ctx.db);
    const outcomes = await previewDecisions(ctx.db, by, toDecisions(targets, terms));
    return toResult(ctx.db, body, { dryRun, targets, outcomes });
  }
  const result = await inPortfolioTransaction(ctx.db, async (tx) => {
    const targets = await find(tx);
    const batch = newRandomUuid();
    const outcomes = await recordDecisions(tx, { by, now, batch }, toDecisions(targets, terms));
    const isUndoable = outcomes.some(({ fate }) => fate === 'applied');
    if (isUndoable) await insertBatch(tx, { uuid: batch, decidedBy: by.name, decidedAt: now });
    return toResult(tx, body, { dryRun, targets, outcomes, ...(isUndoable ? { batch } : {}) });
  });
  await wakeConsumers(ctx);
  return result;
}

function requireAnyTerm(terms: DecisionTerms): DecisionTerms {
  const { fields, comment, expiresAt } = terms;
  if (Object.keys(fields).length > 0 || comment !== undefined || expiresAt !== undefined) return terms;
  throw new AppError('invalid', 'The request changes nothing. Give a state, a suppression or another field.');
}

type Search = (db: Db) => Promise<ProjectFinding[]>;

function toSearch(principal: Principal, { findings, filter }: BulkAnalysisRequest): Search {
  if (findings && !filter) return (db) => listNamedTargets(db, principal, findings);
  if (!filter || findings) throw new AppError('invalid', 'Give either findings or a filter.');
  const wanted = toTargetFilter(filter);
  return async (db) => {
    const targets = await listFilteredTargets(db, principal, wanted, MAX_FINDINGS + 1);
    if (targets.length <= MAX_FINDINGS) return targets;
    throw new AppError('invalid', `The filter matches more than ${MAX_FINDINGS} findings. Narrow it.`);
  };
}

/** Deciding on every project must be explicit. */
function toTargetFilter(filter: FindingFilter): TargetFilter {
  const { projects, projectName, everyProject, vulnerabilities, component, ...rest } = filter;
  if (!projects && projectName === undefined && !everyProject) {
    throw new AppError(
      'invalid',
      'The filter must name projects: give projects, projectName or everyProject.',
    );
  }
  return {
    ...rest,
    projects,
    projectName,
    vulnerabilities: vulnerabilities?.map(({ vulnId, source }) => ({ vulnId, source: toSource(source) })),
    component: component && { ...component, purl: toWantedPurl(component.purl) },
  };
}

function toSource(name: string | undefined) {
  const source = name === undefined ? undefined : findSource(name);
  if (name !== undefined && !source) throw new AppError('invalid', `Unknown source "${name}".`);
  return source;
}

function toWantedPurl(text: string | undefined): WantedComponent['purl'] {
  if (text === undefined) return undefined;
  const [purl, parsed] = [toPurl(text), parsePackageUrl(text)];
  if (!purl || !parsed)
    throw new AppError('invalid', 'The purl must be a package URL, at least pkg:type/name.');
  if (purl.purl !== purl.coordinates) return { purl: purl.purl };
  return parsed.version === null ? { package: purl.coordinates } : { coordinates: purl.coordinates };
}

function toDecisions(targets: readonly ProjectFinding[], terms: DecisionTerms): Decision[] {
  return targets.map(({ componentId, vulnerabilityId }) => ({ componentId, vulnerabilityId, ...terms }));
}

interface Decided {
  readonly dryRun: boolean;
  readonly batch?: string;
  readonly targets: readonly ProjectFinding[];
  readonly outcomes: readonly DecisionOutcome[];
}

async function toResult(
  db: Db,
  { findings }: BulkAnalysisRequest,
  { dryRun, batch, targets, outcomes }: Decided,
): Promise<BulkAnalysisResult> {
  const count = (fate: DecisionOutcome['fate']) => outcomes.filter((outcome) => outcome.fate === fate).length;
  const described = await listDescribedTargets(db, targets.slice(0, SAMPLE_SIZE));
  return {
    dryRun,
    ...(batch === undefined ? {} : { batch }),
    matched: targets.length,
    projects: new Set(targets.map(({ projectId }) => projectId)).size,
    applied: count('applied'),
    unchanged: count('unchanged'),
    missing: findings ? countDistinct(findings) - targets.length : 0,
    sample: presentDecidedFindings(described, outcomesByFinding(targets, outcomes)),
  };
}

function countDistinct(findings: readonly { component: string; vulnerability: string }[]): number {
  return new Set(
    findings.map(({ component, vulnerability }) => `${component}:${vulnerability}`.toLowerCase()),
  ).size;
}
