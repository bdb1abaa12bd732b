/** A request that cannot be sent as asked: the caller's input is at fault, the server never saw it. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';
}
