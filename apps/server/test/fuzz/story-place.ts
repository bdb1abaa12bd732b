import type { Json } from '../support/sample-of.ts';

/** Sends one request as the administrator of the run and returns the JSON of the response. */
export type Call = (id: string, said?: Said) => Promise<StoryAnswer>;

interface Said {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** Replaces the credentials of the administrator. */
  readonly headers?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a black-box caller reads answers of every shape
export type StoryAnswer = any;

/** Password of every user that a run creates, so that generated requests can use it too. */
export const STORY_PASSWORD = 'a long enough passphrase 42';

export interface StoryPlace {
  readonly call: Call;
  /** Different in every round, because names must be free. */
  readonly round: string;
  /** Accepts webhooks and serves an empty feed. */
  readonly receiver: string;
}
