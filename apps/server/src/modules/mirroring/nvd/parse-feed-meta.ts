import { UnreadableDataError } from '../unreadable-data-error.ts';

export interface FeedMeta {
  /** Of the unpacked feed, in lower-case hexadecimal. */
  readonly sha256: string;
}

/** Lines of `name:value`. */
export function parseFeedMeta(text: string): FeedMeta {
  const sha256 = /^sha256:\s*([0-9a-f]{64})\s*$/im.exec(text)?.[1];
  if (sha256 === undefined)
    throw new UnreadableDataError('The description of a feed (.meta) has no check sum.');
  return { sha256: sha256.toLowerCase() };
}
