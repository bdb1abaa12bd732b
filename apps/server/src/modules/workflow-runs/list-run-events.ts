import type { WorkflowRunEvent } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import type { KeysetPage, KeysetRows } from '../../platform/http/keyset-page.ts';
import { findRetry, listAttempts } from '../../platform/jobs/run-event-store.ts';
import { findRunById } from '../../platform/jobs/runs-store.ts';
import { JOB_KINDS } from './job-kinds.ts';
import { runNotFound } from './run-errors.ts';
import { toRunEvents } from './to-run-events.ts';

/** A run has few events: two for each attempt. Throws if it does not exist. */
export async function listRunEvents(
  { db }: Context,
  id: string,
  page: KeysetPage<'sequence'>,
  lastSeen: number | undefined,
): Promise<KeysetRows<WorkflowRunEvent>> {
  if (page.after && lastSeen !== undefined) {
    const message = 'cannot be used together with page_token';
    throw new AppError('invalid', `from_sequence_number ${message}.`, {
      errors: [{ path: 'query/from_sequence_number', message }],
    });
  }
  // The run is read first: its end must not be listed without the attempts before it.
  const run = await findRunById(db, JOB_KINDS, id);
  if (!run) throw runNotFound();
  const attempts = await listAttempts(db, id);
  const retry = run.state === 'failed' ? await findRetry(db, id) : undefined;
  const all = toRunEvents(run, attempts, retry).filter(
    ({ sequence_number }) => lastSeen === undefined || sequence_number > lastSeen,
  );
  const after = page.after?.id;
  const isBehind = ({ sequence_number }: WorkflowRunEvent) =>
    after === undefined || (page.descending ? sequence_number < after : sequence_number > after);
  const rows = (page.descending ? all.toReversed() : all).filter(isBehind).slice(0, page.limit + 1);
  return { rows, total: { count: all.length, type: 'EXACT' } };
}
