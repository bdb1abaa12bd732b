import type { WorkflowRunEvent } from '@tallyman/contract';
import type { AttemptRow, RetryRow } from '../../platform/jobs/run-event-store.ts';
import type { RunRow } from '../../platform/jobs/runs-store.ts';
import { hideSecrets } from '../../platform/log/hide-secrets.ts';

type Event = WorkflowRunEvent['event'];

/**
 * The events of a run in their order. A later event never comes before an earlier one, so that sequence numbers do not
 * change. Attempts of earlier releases were not recorded.
 */
export function toRunEvents(
  run: RunRow,
  attempts: readonly AttemptRow[],
  retry: RetryRow | undefined,
): WorkflowRunEvent[] {
  const events: Event[] = [
    { type: 'RUN_CREATED', timestamp: run.created_on.getTime() },
    ...attempts.flatMap(toAttemptEvents),
    ...toLatestStart(run, attempts),
    ...toEnd(run),
    ...(retry ? [toRetried(retry)] : []),
  ];
  return events.map((event, sequence_number) => ({ sequence_number, event }));
}

function toAttemptEvents(row: AttemptRow): Event[] {
  const attempt = row.attempt + 1;
  const ended = row.ended_at.getTime();
  const delay = row.retry_delay_seconds;
  return [
    { type: 'ATTEMPT_STARTED', timestamp: row.started_at.getTime(), attempt },
    {
      type: row.is_error ? 'ATTEMPT_FAILED' : 'ATTEMPT_INTERRUPTED',
      timestamp: ended,
      attempt,
      reason: hideSecrets(row.reason),
      ...(delay === null ? {} : { next_attempt_at: ended + Math.round(delay * 1_000) }),
    },
  ];
}

/** The attempt that completed the run, or that runs. */
function toLatestStart({ attempt, started_on }: RunRow, attempts: readonly AttemptRow[]): Event[] {
  if (!started_on || attempts.some((row) => row.attempt === attempt)) return [];
  return [{ type: 'ATTEMPT_STARTED', timestamp: started_on.getTime(), attempt: attempt + 1 }];
}

function toEnd({ state, completed_on, created_on, error }: RunRow): Event[] {
  const timestamp = (completed_on ?? created_on).getTime();
  if (state === 'completed') return [{ type: 'RUN_COMPLETED', timestamp }];
  if (state === 'cancelled') return [{ type: 'RUN_CANCELLED', timestamp }];
  return state === 'failed' ? [{ type: 'RUN_FAILED', timestamp, reason: hideSecrets(error ?? '') }] : [];
}

function toRetried({ retry_id, requested_by, requested_at }: RetryRow): Event {
  return { type: 'RUN_RETRIED', timestamp: requested_at.getTime(), run_id: retry_id, requested_by };
}
