/** What a receiver, or the way there, made of a message. */
export interface PublishOutcome {
  /** `passing`: it may go well another time. */
  readonly result: 'delivered' | 'passing' | 'final';
  /** For the log: without what may be secret. */
  readonly destination?: string | undefined;
  readonly responseStatus?: number | undefined;
  readonly responseExcerpt?: string | undefined;
  readonly error?: string | undefined;
  /** What the receiver asks for. */
  readonly retryAfterMs?: number | undefined;
}
