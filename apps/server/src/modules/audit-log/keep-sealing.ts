import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import { sealAuditLog } from './seal-audit-log.ts';

const POLL_MS = 1_000;

/** Seals the audit log about once a second, until it is stopped. */
export function keepSealingAuditLog(ctx: Context): { stop(): Promise<void> } {
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
    await sealAuditLog(ctx).catch((error: unknown) => {
      if (!signal.aborted) ctx.log.warn({ err: error }, 'The audit log could not be sealed. Retrying');
    });
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
}
