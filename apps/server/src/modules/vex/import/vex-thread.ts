import { type BomBatch, type BomDocument, BomError, readBom } from '@tallyman/cyclonedx';
import { type Send, serveThread } from '../../../platform/threads/serve-thread.ts';
import { toRefusal } from '../../cyclonedx-mapping/refused-document.ts';
import { ReferenceIndexer } from './index-references.ts';
import { toStatement } from './to-statement.ts';
import type { VexKind, VexResult, VexStatements, VexTask } from './vex-task.ts';

/** The script of the threads that read VEX documents. */
serveThread<VexTask, VexStatements, VexResult>(async (task, send) => {
  const reading = new Reading();
  try {
    for await (const batch of readBom({ path: task.path }, optionsOf(task))) {
      reading.take(batch);
      if (task.kind === 'inspect') break;
      if (task.kind === 'statements') await reading.send(batch, send);
    }
    return { header: reading.header() };
  } catch (error) {
    if (!(error instanceof BomError)) throw error;
    return { refusal: toRefusal(error, reading.kind?.specVersion) };
  }
});

/** "Problem details with all violations": as many as anybody could look through. */
const MAX_VIOLATIONS = 10_000;

/** What was accepted has kept the limits, is not validated again, and was compressed by ourselves since. */
function optionsOf({ kind, maxBytes }: VexTask) {
  if (kind !== 'statements') return { limits: { maxBytes, maxViolations: MAX_VIOLATIONS } };
  const noLimits = { maxBytes: Number.MAX_SAFE_INTEGER, maxCompressionRatio: Number.MAX_SAFE_INTEGER };
  return { validation: 'off', limits: noLimits } as const;
}

class Reading {
  kind: VexKind | undefined;
  readonly #indexer = new ReferenceIndexer();
  readonly #refs = new Set<string>();
  #document: BomDocument = {};

  take(batch: BomBatch): void {
    if (batch.kind === 'start') this.kind = { format: batch.format, specVersion: batch.specVersion };
    if (batch.kind === 'document') this.#document = batch.document;
    if (batch.kind === 'components') for (const entry of batch.entries) this.#indexer.add(entry);
  }

  async send(batch: BomBatch, send: Send<VexStatements>): Promise<void> {
    if (batch.kind !== 'vulnerabilities') return;
    const statements = batch.entries.map(toStatement);
    for (const { refs } of statements) for (const ref of refs) this.#refs.add(ref);
    await send(statements);
  }

  header() {
    if (!this.kind) throw new Error('The document was read without a start.');
    const { serialNumber, metadata } = this.#document;
    const references = this.#indexer.finish(metadata?.component, (ref) => this.#refs.has(ref));
    return { ...this.kind, serialNumber, ...references };
  }
}
