import type { Analysis, AnalysisRequest } from '@tallyman/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { inPortfolioTransaction } from '../../portfolio/in-portfolio-transaction.ts';
import { wakeConsumers } from '../../project-changes/wake-consumers.ts';
import type { FindingKey } from '../finding-key.ts';
import { recordDecisions } from '../record-decisions.ts';
import { lookUpNames } from './analysis-store.ts';
import { loadAnalysis, requireNamed } from './get-analysis.ts';
import { toDecider, toTerms } from './to-decision-terms.ts';

/** Decides on one finding. Returns the resulting analysis. */
export async function decideOnFinding(
  ctx: Context,
  principal: Principal,
  body: AnalysisRequest,
): Promise<Analysis> {
  const now = ctx.now();
  const terms = toTerms(body, now);
  const analysis = await inPortfolioTransaction(ctx.db, async (tx) => {
    const finding = await getFinding(tx, principal, body);
    const round = { by: toDecider(principal), now };
    const [outcome] = await recordDecisions(tx, round, [{ ...finding, ...terms }]);
    if (outcome?.result === 'no-finding') throw noFinding();
    return (await loadAnalysis(tx, finding)).analysis;
  });
  await wakeConsumers(ctx);
  return analysis;
}

/** Ignores the project in the body: the component determines it. */
async function getFinding(
  db: Db,
  principal: Principal,
  { component, vulnerability }: AnalysisRequest,
): Promise<FindingKey> {
  const found = await lookUpNames(db, principal, { component, vulnerability });
  const finding = requireNamed(found);
  if (!found.is_finding) throw noFinding();
  return finding;
}

function noFinding(): AppError {
  return new AppError(
    'not-found',
    'The component is not known to be affected by the vulnerability, so there is no finding to decide on.',
  );
}
