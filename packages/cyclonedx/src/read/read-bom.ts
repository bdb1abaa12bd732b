import { setImmediate } from 'node:timers/promises';
import { BomError } from '../bom-error.ts';
import { JsonBomReader } from '../json/json-bom-reader.ts';
import type { ReadLimits } from '../read-limits.ts';
import type { BomSource } from '../source/bom-source.ts';
import { type DetectedBom, detectBom } from '../source/detect-bom.ts';
import { openDocument } from '../source/open-document.ts';
import { ViolationLog, type ViolationLogs } from '../violation-log.ts';
import { decodeXml } from '../xml/decode-xml.ts';
import { XmlBomReader } from '../xml/xml-bom-reader.ts';
import { BatchCollector } from './batch-collector.ts';
import type { BomBatch } from './bom-batch.ts';
import { DEFAULT_BATCH_SIZE, type ReadOptions, toLimits } from './read-options.ts';
import { withPlace } from './with-place.ts';

/** The longest time without yielding to the event loop, for documents that are read on the main thread. */
const MAX_STRETCH_MS = 10;

interface Reading {
  readonly source: BomSource;
  readonly limits: ReadLimits;
  readonly collector: BatchCollector;
  readonly violations: ViolationLogs | undefined;
}

type DocumentBatch = Extract<BomBatch, { kind: 'document' }>;

/** The interface of both readers: it takes pieces of the document and fills the collector with batches. */
interface PieceReader<Piece> {
  write(piece: Piece): void;
  end(): void;
}

async function* pump<Piece>(
  pieces: AsyncIterable<Piece>,
  reader: PieceReader<Piece>,
  collector: BatchCollector,
  signal: AbortSignal | undefined,
): AsyncGenerator<BomBatch> {
  let stretchStart = performance.now();
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    reader.write(piece);
    yield* collector.take();
    if (performance.now() - stretchStart > MAX_STRETCH_MS) {
      await setImmediate();
      stretchStart = performance.now();
    }
  }
  reader.end();
  yield* collector.take();
}

async function openPump(
  detected: DetectedBom,
  reading: Reading,
  signal: AbortSignal | undefined,
): Promise<AsyncGenerator<BomBatch>> {
  const { source, limits, collector, violations } = reading;
  const bytes = openDocument(source, limits);
  if (detected.format === 'json') {
    const reader = new JsonBomReader({ specVersion: detected.specVersion, limits, collector, violations });
    return pump(bytes, reader, collector, signal);
  }
  const reader = await XmlBomReader.create({
    specVersion: detected.specVersion,
    limits,
    collector,
    violations,
  });
  return pump(decodeXml(bytes), reader, collector, signal);
}

function toInvalidError(detected: DetectedBom, violations: ViolationLog): BomError {
  const total = violations.listed.length + violations.more;
  const first = violations.listed[0];
  const message = `The document is not valid CycloneDX ${detected.specVersion}: ${first?.place} ${first?.message}${
    total > 1 ? ` (and ${total - 1} more)` : ''
  }`;
  return new BomError('invalid', message, { violations: violations.listed, moreViolations: violations.more });
}

/**
 * Reads a document of any version, in JSON or XML, compressed or not, in constant memory. Throws a `BomError` if the
 * document is refused, possibly after some batches: use nothing before the last batch, `document`, has arrived.
 */
export async function* readBom(source: BomSource, options: ReadOptions = {}): AsyncGenerator<BomBatch, void> {
  const limits = toLimits(options);
  try {
    yield* readBatches(source, options, limits);
  } catch (error) {
    throw await withPlace(error, source, limits);
  }
}

async function* readBatches(
  source: BomSource,
  options: ReadOptions,
  limits: ReadLimits,
): AsyncGenerator<BomBatch, void> {
  const detected = await detectBom(source, limits);
  const collector = new BatchCollector(options.batchSize ?? DEFAULT_BATCH_SIZE);
  const violations = openLogs(options.validation, limits);
  yield { kind: 'start', ...detected };
  let last: DocumentBatch | undefined;
  for await (const batch of await openPump(
    detected,
    { source, limits, collector, violations },
    options.signal,
  )) {
    if (batch.kind === 'document') last = batch;
    else yield batch;
  }
  if (violations !== undefined && !violations.refusing.isEmpty) {
    throw toInvalidError(detected, violations.refusing);
  }
  if (last !== undefined) yield withIgnored(last, violations?.ignored);
}

function openLogs(
  validation: ReadOptions['validation'],
  { maxViolations }: ReadLimits,
): ViolationLogs | undefined {
  if (validation === 'off') return undefined;
  const ignored = validation === 'lenient' ? new ViolationLog(maxViolations) : undefined;
  return { refusing: new ViolationLog(maxViolations), ignored };
}

function withIgnored(batch: DocumentBatch, ignored: ViolationLog | undefined): DocumentBatch {
  if (ignored === undefined) return batch;
  return { ...batch, ignored: { violations: ignored.listed, moreViolations: ignored.more } };
}
