import type { ImportStages } from '../../portfolio/import/merge-components.ts';
import type { BomHeader, BomRows } from './bom-task.ts';

/** The stages of an import, and after all of them were read the header of the document. */
export interface StagedBom extends ImportStages {
  header(): BomHeader;
  /** Ends the reading, whether all rows were read or not. */
  close(): Promise<void>;
}

/**
 * Groups rows by stage, as the database copies them. Resolves when the first rows are there, so that no transaction is
 * open while they are awaited.
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
      if (!next.done) throw new Error('The rows were not read to their end.');
      return next.value;
    },
    close: async () => {
      await rows.return(undefined as never);
    },
  };
}
