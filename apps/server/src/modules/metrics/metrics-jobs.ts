import type { Context } from '../../platform/context.ts';
import type { JobHandlers } from '../../platform/jobs/catalog.ts';
import { checkMetrics } from './check/check-metrics.ts';
import { maintainPartitions } from './update/maintain-partitions.ts';
import { updateMetrics } from './update/update-metrics.ts';

export function metricsJobs(
  ctx: Context,
): Pick<JobHandlers, 'update-metrics' | 'metrics-maintenance' | 'check-metrics'> {
  return {
    'update-metrics': ({ signal }) => updateMetrics(ctx, signal),
    'metrics-maintenance': () => maintainPartitions(ctx),
    'check-metrics': () => checkMetrics(ctx),
  };
}
