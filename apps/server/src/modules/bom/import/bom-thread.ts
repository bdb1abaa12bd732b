import { type BomDocument, type IgnoredViolations, readBom } from '@tallyman/cyclonedx';
import { type Send, serveThread } from '../../../platform/threads/serve-thread.ts';
import type { ThreadResult } from '../../documents/document-threads.ts';
import { type FormatObserver, readInThread, STORED_DOCUMENT } from '../../documents/read-in-thread.ts';
import { toInternalRule } from '../../portfolio/components/internal-rule.ts';
import type { BomResult, BomRows, BomTask, KindTask, RowsTask } from './bom-task.ts';
import { SlotWriter } from './row-slots.ts';
import { SectionCollector } from './section-collector.ts';
import { toHeader } from './to-header.ts';
import { toLines } from './to-lines.ts';

/** The script of the threads that read BOMs. */
serveThread<BomTask, BomRows, ThreadResult<BomResult>>((task, send) =>
  readInThread((observer) =>
    task.kind === 'rows' ? readRows(task, observer, send) : readKind(task, observer),
  ),
);

/** Without validation the first batch is enough. */
async function readKind(
  { path, maxBytes, validation }: KindTask,
  observer: FormatObserver,
): Promise<BomResult> {
  let ignored: IgnoredViolations | undefined;
  for await (const batch of readBom({ path }, { limits: { maxBytes }, validation })) {
    observer.observe(batch);
    if (batch.kind === 'document') ignored = batch.ignored;
    if (validation === 'off') break;
  }
  return { kind: { ...observer.getFormat(), ignored } };
}

const BATCH_SIZE = 200;

/** Sends the rows of a stored document as they are read. */
async function readRows(task: RowsTask, observer: FormatObserver, send: Send<BomRows>): Promise<BomResult> {
  const { licenses, internal, path, slots } = task;
  const isInternalComponent = toInternalRule(internal);
  const isInternal = (group: string | null, name: string) => isInternalComponent({ group, name });
  const counts = { component: 0, service: 0, edge: 0 };
  let isNested = false;
  const writer = new SlotWriter(slots);
  const sections = new SectionCollector();
  let document: BomDocument = {};
  for await (const batch of readBom({ path }, { ...STORED_DOCUMENT, batchSize: BATCH_SIZE })) {
    observer.observe(batch);
    if (batch.kind === 'document') document = batch.document;
    sections.add(batch);
    const rows = toLines(batch, { licenses, isInternal });
    if (!rows?.lines.length) continue;
    counts[rows.stage] += rows.lines.length;
    isNested ||= rows.isNested;
    const { chunk, transfer } = writer.write(rows.lines.join(''));
    await send({ stage: rows.stage, chunk, components: counts.component }, transfer);
  }
  const { component: components, service: services, edge: edges } = counts;
  const totals = { components, services, edges, isNested };
  return { header: toHeader(observer.getFormat(), document, totals, sections.sections(document)) };
}
