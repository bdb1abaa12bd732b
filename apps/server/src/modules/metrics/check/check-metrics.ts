import type { Context } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/db/database.ts';
import {
  hasDifferentPortfolio,
  replacePortfolioChanges,
} from '../../metric-values/check-portfolio-access.ts';
import { emitEvents } from '../../notifications/emit-events.ts';
import { metricsDiffered } from '../../notifications/system-events.ts';
import { recordFindingChanges } from '../../project-changes/record-finding-changes.ts';
import { loadRetentionDays } from '../load-retention-days.ts';
import type { ProjectRange } from '../update/count-store.ts';
import { recordWrongFacts } from '../update/fact-store.ts';
import { loadRiskWeights } from '../update/load-risk-weights.ts';
import { listPartitionDays } from '../update/partition-store.ts';
import { updateMetrics } from '../update/update-metrics.ts';
import { listCollectionLevels, lockMetrics } from '../update/update-store.ts';
import { addDays, toUtcDay } from '../utc-day.ts';
import {
  listDifferences,
  listDifferentCollections,
  listProjectIds,
  prepareRecount,
} from './metrics-check-store.ts';

/** How many projects a log line names. */
const MAX_NAMED = 20;
/** Projects per transaction: few enough for the memory. */
const CHUNK_SIZE = 1_000;
/** Connections that count at the same time. */
const CONNECTIONS = 2;

type CheckDeps = Pick<Context, 'db' | 'now' | 'log' | 'config'>;

export interface MetricsCheck {
  /** Projects whose stored numbers differed. */
  readonly projects: number;
  /** Vulnerabilities whose stored facts differed. */
  readonly vulnerabilities: number;
  readonly isPortfolioDifferent: boolean;
}

/**
 * Compares stored metrics with a recount of all projects. Differences are defects of the service: they are logged as an
 * error, a notification reports them, and the numbers are replaced.
 */
export async function checkMetrics(ctx: CheckDeps): Promise<MetricsCheck> {
  await updateMetrics(ctx);
  const vulnerabilities = await inTransaction(ctx.db, recordWrongFacts);
  if (vulnerabilities > 0) await updateMetrics(ctx);
  const differing = await recordDifferingProjects(ctx);
  if (differing.length > 0) await updateMetrics(ctx);
  const isPortfolioDifferent = await repairPortfolio(ctx);
  const found = { projects: differing.length, vulnerabilities, isPortfolioDifferent };
  if (differing.length > 0 || vulnerabilities > 0 || isPortfolioDifferent) {
    ctx.log.error(
      { ...found, projectIds: differing.slice(0, MAX_NAMED) },
      'Stored metrics differ from a recount. They are replaced',
    );
    await inTransaction(ctx.db, (tx) => emitEvents(tx, ctx.now(), [metricsDiffered(differing.length)]));
  }
  return found;
}

/** Differing projects are recorded as changed, so that the next update counts them. */
async function recordDifferingProjects({ db }: Pick<Context, 'db'>): Promise<number[]> {
  const ranges = toRanges(await listProjectIds(db)).values();
  const differing: number[] = [];
  const compareRanges = async () => {
    for (const range of ranges) {
      differing.push(...(await recordDifferences(db, (tx) => compareProjects(tx, range))));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, compareRanges));
  differing.push(...(await recordDifferences(db, compareCollections)));
  return differing;
}

/** `projectIds` are in ascending order. */
function toRanges(projectIds: readonly number[]): ProjectRange[] {
  const ranges: ProjectRange[] = [];
  for (let start = 0; start < projectIds.length; start += CHUNK_SIZE) {
    const chunk = projectIds.slice(start, start + CHUNK_SIZE);
    ranges.push({ first: Number(chunk[0]), last: Number(chunk.at(-1)) });
  }
  return ranges;
}

function recordDifferences(db: Context['db'], find: (tx: Tx) => Promise<number[]>): Promise<number[]> {
  return inTransaction(db, async (tx) => {
    const found = await find(tx);
    if (found.length > 0) await recordFindingChanges(tx, 'metrics', found);
    return found;
  });
}

async function compareProjects(tx: Tx, range: ProjectRange): Promise<number[]> {
  await prepareRecount(tx);
  return listDifferences(tx, range, await loadRiskWeights(tx));
}

async function compareCollections(tx: Tx): Promise<number[]> {
  const collections = (await listCollectionLevels(tx, 'all')).flat();
  return listDifferentCollections(tx, collections, await loadRiskWeights(tx));
}

/** Returns whether the changes of the portfolio differed from the days of the projects. */
async function repairPortfolio(ctx: CheckDeps): Promise<boolean> {
  const firstKept = addDays(toUtcDay(ctx.now()), -(await loadRetentionDays(ctx)));
  return inTransaction(ctx.db, async (tx) => {
    await lockMetrics(tx);
    const [oldest = firstKept] = await listPartitionDays(tx);
    if (!(await hasDifferentPortfolio(tx, oldest > firstKept ? oldest : firstKept))) return false;
    await replacePortfolioChanges(tx);
    return true;
  });
}
