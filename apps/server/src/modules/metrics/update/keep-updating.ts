import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../../platform/context.ts';
import { updateMetrics } from './update-metrics.ts';
import { hasChanges } from './update-store.ts';

const POLL_MS = 1_000;

/** Updates the metrics of changed projects about once a second, until it is stopped. */
export function keepUpdatingMetrics(ctx: Context): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = run(ctx, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function run(ctx: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await updateOnce(ctx, signal);
    await pause(signal);
  }
}

async function updateOnce(ctx: Context, signal: AbortSignal): Promise<void> {
  try {
    if (await hasChanges(ctx.db)) await updateMetrics(ctx, signal);
  } catch (error) {
    if (!signal.aborted) ctx.log.warn({ err: error }, 'Metrics could not be updated. Retrying');
  }
}

/** Ends early when it is stopped. */
async function pause(signal: AbortSignal): Promise<void> {
  await sleep(POLL_MS, undefined, { signal }).catch(() => {});
}
