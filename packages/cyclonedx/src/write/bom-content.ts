import type { BomDocument, BomListName, BomLists } from '../model/bom.ts';

/** What is written: lists may be anything that can be iterated, such as rows that come from a database. */
export type BomContent = BomDocument & {
  readonly [Name in BomListName]?: Iterable<BomLists[Name]> | AsyncIterable<BomLists[Name]>;
};
