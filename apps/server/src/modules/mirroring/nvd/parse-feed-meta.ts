import { UnreadableDataError } from '../unreadable-data-error.ts';

export interface FeedMeta {
  /** Checksum of the unpacked feed, in lower-case hexadecimal. */
  readonly sha256: string;
}

/** Parses lines of `name:value`. */
export function parseFeedMeta(text: string): FeedMeta {
  const sha256 = /^sha256:\s*([0-9a-f]{64})\s*$/im.exec(text)?.[1];
  if (sha256 === undefined) throw new UnreadableDataError('The .meta file of a feed has no checksum.');
  return { sha256: sha256.toLowerCase() };
}
