import type { ImportStages } from '../../portfolio/merge-components.ts';
import type { BomHeader, BomRows } from './bom-task.ts';

/** Stages of rows, and when all of them have been read the header of their document. */
type StagedBom = ImportStages & { header(): BomHeader };

/** Rows come one after the other; for the database those of one stage belong together. */
export function toStages(
  rows: AsyncGenerator<BomRows, BomHeader>,
  onRead: (components: number) => void,
): StagedBom {
  let header: BomHeader | undefined;
  let next: IteratorResult<BomRows, BomHeader> | undefined;

  const advance = async () => {
    next = await rows.next();
    if (next.done) header = next.value;
    else onRead(next.value.components);
    return next;
  };
  async function* chunksOf(stage: BomRows['stage']): AsyncGenerator<Uint8Array> {
    while (next && !next.done && next.value.stage === stage) {
      yield next.value.chunk;
      await advance();
    }
  }
  async function* stages(): AsyncGenerator<{ stage: BomRows['stage']; chunks: AsyncIterable<Uint8Array> }> {
    try {
      for (let first = await advance(); !first.done; first = next ?? (await advance())) {
        const { stage } = first.value;
        yield { stage, chunks: chunksOf(stage) };
      }
    } finally {
      await rows.return(undefined as never);
    }
  }
  return {
    [Symbol.asyncIterator]: stages,
    header: () => {
      if (!header) throw new Error('The rows have not been read to their end.');
      return header;
    },
  };
}
