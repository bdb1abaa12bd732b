import type { ImportStages } from '../../portfolio/merge-components.ts';
import type { BomHeader, BomRows } from './bom-task.ts';

/** Stages of rows, and when all of them have been read the header of their document. */
export interface StagedBom extends ImportStages {
  header(): BomHeader;
  /** Lets go of the rows, whether they have been read or not. */
  close(): Promise<void>;
}

/**
 * Rows come one after the other; for the database those of one stage belong together. Opened when the first rows are
 * there, so that no transaction is open while they are waited for.
 */
export async function openStages(
  rows: AsyncGenerator<BomRows, BomHeader>,
  onRead: (components: number) => void,
): Promise<StagedBom> {
  let next = await rows.next();

  async function* chunksOf(stage: BomRows['stage']): AsyncGenerator<Uint8Array> {
    while (!next.done && next.value.stage === stage) {
      onRead(next.value.components);
      yield next.value.chunk;
      next = await rows.next();
    }
  }
  async function* stages() {
    while (!next.done) {
      const { stage } = next.value;
      yield { stage, chunks: chunksOf(stage) };
    }
  }
  return {
    [Symbol.asyncIterator]: stages,
    header: () => {
      if (!next.done) throw new Error('The rows have not been read to their end.');
      return next.value;
    },
    close: async () => {
      await rows.return(undefined as never);
    },
  };
}
