/**
 * The content hash of a component or service that somebody made or changed by hand. No document has it, so that
 * the next upload that mentions the thing writes what the document says.
 */
export const CHANGED_BY_HAND = 0n;
