/** Thrown if published data cannot be read. The message says why. */
export class UnreadableDataError extends Error {
  override readonly name = 'UnreadableDataError';
}
