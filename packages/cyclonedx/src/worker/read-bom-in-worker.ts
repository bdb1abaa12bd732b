import type { BomBatch } from '../read/bom-batch.ts';
import type { ReadOptions } from '../read/read-options.ts';
import type { BomVerdict } from '../read/validate-bom.ts';
import type { BomSource } from '../source/bom-source.ts';
import { BomWorkers } from './bom-workers.ts';

let shared: BomWorkers | undefined;

function sharedWorkers(): BomWorkers {
  shared ??= new BomWorkers();
  return shared;
}

/** Like `readBom`, in a thread that all callers share; see BomWorkers for threads of one's own. */
export function readBomInWorker(source: BomSource, options?: ReadOptions): AsyncGenerator<BomBatch, void> {
  return sharedWorkers().read(source, options);
}

/** Like `validateBom`, in a thread that all callers share. */
export function validateBomInWorker(
  source: BomSource,
  options?: Omit<ReadOptions, 'validation'>,
): Promise<BomVerdict> {
  return sharedWorkers().validate(source, options);
}
