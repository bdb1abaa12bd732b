import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { checkMetrics } from './check/check-metrics.ts';
import { maintainPartitions } from './update/maintain-partitions.ts';
import { updateMetrics } from './update/update-metrics.ts';

/** `onDifferences` is called if the nightly check found any, with the number of projects. */
export function metricsJobs(
  ctx: Context,
  onDifferences: (projects: number) => void,
): Pick<JobHandlers, 'update-metrics' | 'metrics-maintenance' | 'check-metrics'> {
  return {
    'update-metrics': ({ signal }) => updateMetrics(ctx, signal),
    'metrics-maintenance': () => maintainPartitions(ctx),
    'check-metrics': async () => {
      const { projects, vulnerabilities, isPortfolioDifferent } = await checkMetrics(ctx);
      if (projects > 0 || vulnerabilities > 0 || isPortfolioDifferent) onDifferences(Math.max(1, projects));
    },
  };
}
