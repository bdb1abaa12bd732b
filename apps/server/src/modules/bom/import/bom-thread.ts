import { type BomDocument, BomError, type IgnoredViolations, readBom } from '@tallyman/cyclonedx';
import { type Send, serveThread } from '../../../platform/threads/serve-thread.ts';
import { type DocumentRefusal, toRefusal } from '../../cyclonedx-mapping/refused-document.ts';
import { toInternalRule } from '../../portfolio/internal-rule.ts';
import type { BomKind, BomResult, BomRows, BomTask, KindTask, RowsTask } from './bom-task.ts';
import { SlotWriter } from './row-slots.ts';
import { SectionCollector } from './section-collector.ts';
import { toHeader } from './to-header.ts';
import { toLines } from './to-lines.ts';

/** The script of the threads that read documents: what is large and slow to read keeps no request waiting. */
serveThread<BomTask, BomRows, BomResult>(async (task, send) => {
  const found: Found = { kind: undefined };
  try {
    return task.kind === 'rows' ? await readRows(task, found, send) : await readKind(task, found);
  } catch (error) {
    return { refusal: refuse(error, found) };
  }
});

/** What the disk or the system is to blame for is no fault of the document, and may be over the next time. */
function refuse(error: unknown, { kind }: Found): DocumentRefusal {
  const specVersion = kind?.specVersion;
  if (error instanceof BomError) return toRefusal(error, specVersion);
  if (!(error instanceof Error) || 'syscall' in error) throw error;
  const message = `The document could not be understood (${error.name}: ${error.message}).`;
  return { kind: 'unmappable', message, violations: [], moreViolations: 0, specVersion };
}

/** What a document is, from the moment on at which that is known. */
interface Found {
  kind: BomKind | undefined;
}

/** Without validation the start of a document is enough. */
async function readKind({ path, maxBytes, validation }: KindTask, found: Found): Promise<BomResult> {
  let ignored: IgnoredViolations | undefined;
  for await (const batch of readBom({ path }, { limits: { maxBytes }, validation })) {
    if (batch.kind === 'start') found.kind = { format: batch.format, specVersion: batch.specVersion };
    if (batch.kind === 'document') ignored = batch.ignored;
    if (validation === 'off') break;
  }
  return { kind: { ...requireKind(found), ignored } };
}

function requireKind({ kind }: Found): BomKind {
  if (!kind) throw new Error('The document was read without a start.');
  return kind;
}

/** What was accepted has kept the limits, and we have compressed it ourselves since. */
const NO_LIMITS = { maxBytes: Number.MAX_SAFE_INTEGER, maxCompressionRatio: Number.MAX_SAFE_INTEGER };

/** What was accepted is not validated again: whatever can be understood is taken. */
async function readRows(task: RowsTask, found: Found, send: Send<BomRows>): Promise<BomResult> {
  const { licenses, internal, path, slots } = task;
  const isInternalComponent = toInternalRule(internal);
  const isInternal = (group: string | null, name: string) => isInternalComponent({ group, name });
  const counts = { component: 0, service: 0, edge: 0 };
  let isNested = false;
  const writer = new SlotWriter(slots);
  const sections = new SectionCollector();
  let document: BomDocument = {};
  for await (const batch of readBom({ path }, { validation: 'off', limits: NO_LIMITS, batchSize: 200 })) {
    if (batch.kind === 'start') found.kind = { format: batch.format, specVersion: batch.specVersion };
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
  const inAll = { components, services, edges, isNested };
  return { header: toHeader(requireKind(found), document, inAll, sections.sections(document)) };
}
