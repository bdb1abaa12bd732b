import type { BomDocument, BomListName, BomLists } from '../model/bom.ts';

/** The content to write. Lists may be any iterable, such as rows from a database. */
export type BomContent = BomDocument & {
  readonly [Name in BomListName]?:
    | Iterable<BomLists[Name]>
    | AsyncIterable<BomLists[Name]>
    | DistinctItems<BomLists[Name]>;
};

/**
 * Items in blocks that the caller knows to be distinct: the writer neither awaits between the items of a block nor
 * stores their hashes.
 */
export class DistinctItems<Item> {
  readonly blocks: AsyncIterable<Iterable<Item>>;

  constructor(blocks: AsyncIterable<Iterable<Item>>) {
    this.blocks = blocks;
  }
}
