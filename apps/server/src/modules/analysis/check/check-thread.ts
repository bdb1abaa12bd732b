import { readBom } from '@tallyman/cyclonedx';
import { type Send, serveThread } from '../../../platform/threads/serve-thread.ts';
import type { ThreadResult } from '../../documents/document-threads.ts';
import { type FormatObserver, readInThread } from '../../documents/read-in-thread.ts';
import type { CheckedHeader, CheckedLines, CheckTask } from './check-task.ts';
import { CheckedRows } from './checked-rows.ts';

/** Runs in threads that read checked documents. */
serveThread<CheckTask, CheckedLines, ThreadResult<CheckedHeader>>((task, send) =>
  readInThread((observer) => read(task, observer, send)),
);

/** Components per message. */
const BATCH = 1_000;

/** "Problem details with all violations", up to this number. */
const MAX_VIOLATIONS = 10_000;

async function read(
  { path, maxBytes, validation }: CheckTask,
  observer: FormatObserver,
  send: Send<CheckedLines>,
): Promise<CheckedHeader> {
  const limits = { maxBytes, maxViolations: MAX_VIOLATIONS };
  const rows = new CheckedRows();
  let last: Pick<CheckedHeader, 'serialNumber' | 'ignored'> = { serialNumber: undefined, ignored: undefined };
  for await (const batch of readBom({ path }, { limits, batchSize: BATCH, validation })) {
    observer.observe(batch);
    if (batch.kind === 'document') {
      last = { serialNumber: batch.document.serialNumber, ignored: batch.ignored };
    }
    if (batch.kind !== 'components') continue;
    for (const { component } of batch.entries) rows.add(component);
    await send({ ...rows.take(), count: rows.count });
  }
  return { ...observer.getFormat(), ...last };
}
