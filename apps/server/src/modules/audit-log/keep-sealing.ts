import type { Context } from '../../platform/context.ts';
import { type Repetition, repeatUntilStopped } from '../../platform/repeat-until-stopped.ts';
import { sealAuditLog } from './seal-audit-log.ts';

const POLL_MS = 1_000;

/** Seals the audit log about once a second, until it is stopped. */
export function keepSealingAuditLog(ctx: Context): Repetition {
  return repeatUntilStopped({
    pauseMs: POLL_MS,
    work: () => sealAuditLog(ctx),
    onError: (error) => ctx.log.warn({ err: error }, 'The audit log could not be sealed. Retrying'),
  });
}
