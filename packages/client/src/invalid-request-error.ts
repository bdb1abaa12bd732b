/** Thrown if a request cannot be sent because the input of the caller is invalid. The server never saw it. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';
}
