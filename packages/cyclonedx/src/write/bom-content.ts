import type { BomDocument, BomListName, BomLists } from '../model/bom.ts';

/** What is written: lists may be anything that can be iterated, such as rows that come from a database. */
export type BomContent = BomDocument & {
  readonly [Name in BomListName]?:
    | Iterable<BomLists[Name]>
    | AsyncIterable<BomLists[Name]>
    | DistinctItems<BomLists[Name]>;
};

/**
 * Items that come in blocks and of which the caller knows that no two are the same: nothing is waited for between
 * those of a block, and nothing is remembered of them.
 */
export class DistinctItems<Item> {
  readonly blocks: AsyncIterable<Iterable<Item>>;

  constructor(blocks: AsyncIterable<Iterable<Item>>) {
    this.blocks = blocks;
  }
}
