import { type BomBatch, type BomDocument, readBom } from '@tallyman/cyclonedx';
import { type Send, serveThread } from '../../../platform/threads/serve-thread.ts';
import type { ThreadResult } from '../../documents/document-threads.ts';
import { type FormatObserver, readInThread, STORED_DOCUMENT } from '../../documents/read-in-thread.ts';
import { ReferenceIndexer } from './reference-indexer.ts';
import { toStatement } from './to-statement.ts';
import type { VexHeader, VexStatements, VexTask } from './vex-task.ts';

/** The script of the threads that read VEX documents. */
serveThread<VexTask, VexStatements, ThreadResult<VexHeader>>((task, send) =>
  readInThread((observer) => readVex(task, observer, send)),
);

async function readVex(
  task: VexTask,
  observer: FormatObserver,
  send: Send<VexStatements>,
): Promise<VexHeader> {
  const collector = new VexCollector();
  for await (const batch of readBom({ path: task.path }, toOptions(task))) {
    observer.observe(batch);
    collector.add(batch);
    if (task.kind === 'inspect') break;
    if (task.kind === 'statements') await collector.send(batch, send);
  }
  return { ...observer.getFormat(), ...collector.finish() };
}

/** "Problem details with all violations", up to this number. */
const MAX_VIOLATIONS = 10_000;

function toOptions({ kind, maxBytes }: VexTask) {
  if (kind === 'statements') return STORED_DOCUMENT;
  return { limits: { maxBytes, maxViolations: MAX_VIOLATIONS } };
}

/** Collects what the statements of a document refer to, while they are sent. */
class VexCollector {
  readonly #indexer = new ReferenceIndexer();
  readonly #refs = new Set<string>();
  #document: BomDocument = {};

  add(batch: BomBatch): void {
    if (batch.kind === 'document') this.#document = batch.document;
    if (batch.kind === 'components') for (const entry of batch.entries) this.#indexer.add(entry);
  }

  async send(batch: BomBatch, send: Send<VexStatements>): Promise<void> {
    if (batch.kind !== 'vulnerabilities') return;
    const statements = batch.entries.map(toStatement);
    for (const { refs } of statements) for (const ref of refs) this.#refs.add(ref);
    await send(statements);
  }

  finish(): Omit<VexHeader, 'format' | 'specVersion'> {
    const { serialNumber, metadata } = this.#document;
    const references = this.#indexer.finish(metadata?.component, (ref) => this.#refs.has(ref));
    return { serialNumber, ...references };
  }
}
