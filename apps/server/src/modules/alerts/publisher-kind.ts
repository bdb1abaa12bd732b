import type { Notification } from '@tallyman/contract/notification';
import type { GuardedClient } from '../../platform/outgoing-http/create-guarded-client.ts';
import type { SsrfGuard } from '../../platform/outgoing-http/ssrf-guard.ts';
import type { JsonSchema } from '../settings/extension-point.ts';
import type { PublishOutcome } from './publish-outcome.ts';

/** One way to send, such as a webhook or mail. */
export interface PublisherKind {
  readonly extension: string;
  readonly displayName: string;
  readonly description: string;
  /** Nothing for those that send the message itself. */
  readonly template?: { readonly text: string; readonly mimeType: string };
  /** What an alert says about where to send. */
  readonly configSchema?: JsonSchema;
  /** What the administrator sets once for all alerts. */
  readonly settingsSchema?: JsonSchema;
  publish(message: OutgoingMessage, means: PublishMeans): Promise<PublishOutcome>;
  /** Tries the settings out; what is wrong, if anything. It may also throw. */
  check?(settings: Readonly<Record<string, unknown>>, means: PublishMeans): Promise<string | undefined>;
}

export interface OutgoingMessage {
  readonly notification: Notification;
  readonly bytes: Uint8Array;
  readonly alertName: string;
  /** Of the alert, as its schema says. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Of the kind, as its schema says. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Mail addresses of the teams of the alert. */
  readonly teamAddresses: readonly string[];
  readonly projectUuid: string | undefined;
  /** The template filled in, with its media type. */
  render(variables?: Readonly<Record<string, unknown>>): Promise<RenderedMessage>;
}

interface RenderedMessage {
  readonly content: string;
  readonly mimeType: string;
}

/** What publishers work with. */
export interface PublishMeans {
  readonly http: GuardedClient;
  readonly guard: SsrfGuard;
  readonly timeoutMs: number;
  readonly now: () => Date;
  /** Throws if no such secret exists. */
  resolveSecret(name: string): Promise<string>;
  writeLine(text: string): void;
}
