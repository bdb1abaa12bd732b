import { BomError, readBom } from '@tallyman/cyclonedx';
import { type Send, serveThread } from '../../../platform/threads/serve-thread.ts';
import { toRefusal } from '../../documents/refused-document.ts';
import type { CheckedHeader, CheckedLines, CheckResult, CheckTask } from './check-task.ts';
import { CheckedRows } from './checked-rows.ts';

/** Runs in threads that read checked documents. */
serveThread<CheckTask, CheckedLines, CheckResult>(async (task, send) => {
  const found: Found = { kind: undefined, serialNumber: undefined, ignored: undefined };
  try {
    await read(task, found, send);
    return { header: toHeader(found) };
  } catch (error) {
    if (!(error instanceof BomError)) throw error;
    return { refusal: toRefusal(error, found.kind?.specVersion) };
  }
});

interface Found {
  kind: Pick<CheckedHeader, 'format' | 'specVersion'> | undefined;
  serialNumber: string | undefined;
  ignored: CheckedHeader['ignored'];
}

/** Components per message. */
const BATCH = 1_000;

/** "Problem details with all violations", up to this number. */
const MAX_VIOLATIONS = 10_000;

async function read(task: CheckTask, found: Found, send: Send<CheckedLines>): Promise<void> {
  const { path, maxBytes, validation } = task;
  const limits = { maxBytes, maxViolations: MAX_VIOLATIONS };
  const rows = new CheckedRows();
  for await (const batch of readBom({ path }, { limits, batchSize: BATCH, validation })) {
    if (batch.kind === 'start') found.kind = { format: batch.format, specVersion: batch.specVersion };
    if (batch.kind === 'document') {
      found.serialNumber = batch.document.serialNumber;
      found.ignored = batch.ignored;
    }
    if (batch.kind !== 'components') continue;
    for (const { component } of batch.entries) rows.add(component);
    await send({ ...rows.take(), count: rows.count });
  }
}

function toHeader({ kind, ...rest }: Found): CheckedHeader {
  if (!kind) throw new Error('The document was read without a start.');
  return { ...kind, ...rest };
}
