import { setTimeout } from 'node:timers/promises';
import type { Client } from '@tallyman/client';
import type { MirrorRun } from '@tallyman/contract';
import { EXIT } from '../exit-codes.ts';
import type { Failure } from '../failure.ts';
import { renderFacts } from '../output.ts';
import type { ProgressLine } from '../progress-line.ts';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;

/** Waits until a run has ended, with increasing intervals. */
export async function followRun(client: Client, run: MirrorRun, progress: ProgressLine): Promise<MirrorRun> {
  const { vulnDataSourceOperations } = await import('@tallyman/contract');
  const params = { name: run.source, uuid: run.uuid };
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    const { body } = await client.call(vulnDataSourceOperations.getMirrorRun, { params });
    if (body.status === 'COMPLETED' || body.status === 'FAILED') return body;
    progress.show(`${run.file_name ?? run.source}: ${describeProgress(body)}`);
    await setTimeout(pause);
  }
}

function describeProgress({ status, progress }: MirrorRun): string {
  if (status === 'PENDING') return 'queued';
  if (!progress) return 'reading';
  const { phase, done, total } = progress;
  return `${phase} ${done}${total === undefined ? '' : ` of ${total}`}`;
}

const STATES: Readonly<Record<MirrorRun['status'], string>> = {
  PENDING: 'accepted, queued',
  RUNNING: 'runs',
  COMPLETED: 'completed',
  FAILED: 'failed',
};

export function describeRun(run: MirrorRun): string {
  const { seen, new: added, changed, unchanged, unreadable } = run.records;
  const passedOver = unreadable > 0 ? `, ${unreadable} unreadable` : '';
  return renderFacts([
    ['Source', run.source],
    ['File', run.file_name],
    ['State', STATES[run.status]],
    ['Records', `${seen} (${added} new, ${changed} changed, ${unchanged} unchanged${passedOver})`],
    ['Unreadable', describeUnreadable(run)],
    ['Run', run.uuid],
  ]);
}

function describeUnreadable({ unreadable = [] }: MirrorRun): string | undefined {
  if (unreadable.length === 0) return undefined;
  return unreadable.map(({ record, reason }) => `${record}: ${reason}`).join('; ');
}

export function failureOf(run: MirrorRun): Failure | undefined {
  if (run.status !== 'FAILED') return undefined;
  const what = run.file_name ?? run.source;
  return { exitCode: EXIT.failed, message: `${what}: ${run.failure_reason ?? 'see the log of the service'}` };
}
