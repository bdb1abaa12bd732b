/** The outcome of sending a message. */
export interface PublishOutcome {
  /** `transient`: a retry may help. `permanent`: it cannot. */
  readonly result: 'delivered' | 'transient' | 'permanent';
  /** For the log, without secrets. */
  readonly destination?: string | undefined;
  readonly responseStatus?: number | undefined;
  readonly responseExcerpt?: string | undefined;
  readonly error?: string | undefined;
  /** The delay that the receiver requests. */
  readonly retryAfterMs?: number | undefined;
}
