/** What a source gave cannot be read; the message says what is wrong with it. */
export class UnreadableDataError extends Error {
  override readonly name = 'UnreadableDataError';
}
