import type { Context } from '../../../platform/context.ts';
import { type Repetition, repeatUntilStopped } from '../../../platform/repeat-until-stopped.ts';
import { updateMetrics } from './update-metrics.ts';
import { hasChanges } from './update-store.ts';

const POLL_MS = 1_000;

/** Updates the metrics of changed projects about once a second, until it is stopped. */
export function keepUpdatingMetrics(ctx: Context): Repetition {
  return repeatUntilStopped({
    pauseMs: POLL_MS,
    work: async (signal) => {
      if (await hasChanges(ctx.db)) await updateMetrics(ctx, signal);
    },
    onError: (error) => ctx.log.warn({ err: error }, 'Metrics could not be updated. Retrying'),
  });
}
