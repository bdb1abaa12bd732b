import type { Json } from '../support/sample-of.ts';

/** Sends one request as the administrator of the run; answers the JSON of the answer. */
export type Call = (id: string, said?: Said) => Promise<StoryAnswer>;

interface Said {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Json;
  /** Instead of the administrator's. */
  readonly headers?: Readonly<Record<string, string>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a black-box caller reads answers of every shape
export type StoryAnswer = any;

/** Of every user that a run creates, so that generated requests know it too. */
export const STORY_PASSWORD = 'a long enough passphrase 42';

export interface StoryPlace {
  readonly call: Call;
  /** Different in every round: names must not be taken. */
  readonly round: string;
  /** Takes webhooks and serves an empty feed. */
  readonly receiver: string;
}
