import type { Notification } from '@tallyman/contract/notification';
import type { HttpClient } from '../../../platform/outgoing-http/create-http-client.ts';
import type { SsrfGuard } from '../../../platform/outgoing-http/ssrf-guard.ts';
import type { JsonSchema } from '../../settings/extension-point.ts';
import type { PublishOutcome } from './publish-outcome.ts';

/** A way to send notifications, such as a webhook or mail. */
export interface PublisherKind {
  readonly extension: string;
  readonly displayName: string;
  readonly description: string;
  /** Absent for kinds that send the protobuf message. */
  readonly template?: { readonly text: string; readonly mimeType: string };
  /** The configuration of an alert: where to send. */
  readonly configSchema?: JsonSchema;
  /** The settings that an administrator configures once for all alerts. */
  readonly settingsSchema?: JsonSchema;
  publish(message: OutgoingMessage, deps: PublishDeps): Promise<PublishOutcome>;
  /** Tests the settings. Returns what is wrong, or undefined. May also throw. */
  check?(settings: Readonly<Record<string, unknown>>, deps: PublishDeps): Promise<string | undefined>;
}

export interface OutgoingMessage {
  readonly notification: Notification;
  readonly bytes: Uint8Array;
  readonly alertName: string;
  /** Valid by `configSchema`. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Valid by `settingsSchema`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Mail addresses of the teams of the alert. */
  readonly teamAddresses: readonly string[];
  readonly projectUuid: string | undefined;
  /** Renders the template. Returns the text and its media type. */
  render(variables?: Readonly<Record<string, unknown>>): Promise<RenderedMessage>;
}

interface RenderedMessage {
  readonly content: string;
  readonly mimeType: string;
}

/** The dependencies of publishers. */
export interface PublishDeps {
  readonly http: HttpClient;
  readonly guard: SsrfGuard;
  readonly timeoutMs: number;
  readonly now: () => Date;
  /** Throws if no such secret exists. */
  resolveSecret(name: string): Promise<string>;
  writeLine(text: string): void;
}
