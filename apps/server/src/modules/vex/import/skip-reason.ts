/** Why an entry, or a part of it, has no effect, in the words of the import rules. */
export interface SkipReason {
  readonly text: string;
  /** Whether the contract demands a log message. */
  readonly isWarning: boolean;
}

export function skip(text: string): SkipReason {
  return { text, isWarning: false };
}

export function skipWithWarning(text: string): SkipReason {
  return { text, isWarning: true };
}
