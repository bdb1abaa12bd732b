import { InvalidRequestError } from '../../platform/outgoing-http/http-failure.ts';
import { AddressRefusedError } from '../../platform/outgoing-http/ssrf-guard.ts';
import { SecretMissingError } from '../../platform/secrets/secrets.ts';
import { decodeNotification } from '../notifications/notification-json.ts';
import { cleanOutcome } from './clean-outcome.ts';
import type { Attempt, ClaimedDelivery } from './delivery-store.ts';
import { toMessage } from './outgoing-message.ts';
import { planAttempt, type RetryRules } from './plan-attempt.ts';
import type { PublishOutcome } from './publish-outcome.ts';
import { findConfigErrors } from './publisher-config.ts';
import type { PublishMeans } from './publisher-kind.ts';
import { findPublisherKind } from './publisher-kinds.ts';
import { rememberingSecrets } from './remembering-secrets.ts';
import { TemplateError } from './render-template.ts';
import type { TemplateThreads } from './template-threads.ts';

export interface DeliveryMeans extends PublishMeans {
  readonly templates: TemplateThreads;
  readonly retries: RetryRules;
}

/** However many steps it takes to send something, it is over after this many milliseconds. */
export function longestDelivery({ timeoutMs }: PublishMeans): number {
  return 2 * timeoutMs;
}

/** Tries a delivery once. Whatever goes wrong is an outcome. */
export async function makeDelivery(delivery: ClaimedDelivery, means: DeliveryMeans): Promise<Attempt> {
  const { id, isEnabled, isTest, notification } = delivery;
  const cancelled = (error: string): Attempt => ({ id, status: 'CANCELLED', error });
  if (!isEnabled && !isTest) return cancelled('The alert was disabled before it was sent.');
  if (!notification) return cancelled('The notification was deleted before it was sent.');
  const secrets = new Set<string>();
  const outcome = await publish(delivery, notification, rememberingSecrets(means, secrets));
  return planAttempt(delivery, cleanOutcome(outcome, secrets), means.retries);
}

async function publish(
  delivery: ClaimedDelivery,
  bytes: Uint8Array,
  means: DeliveryMeans,
): Promise<PublishOutcome> {
  const kind = findPublisherKind(delivery.extension);
  if (!kind) return { result: 'final', error: `There is no publisher named ${delivery.extension}.` };
  try {
    const said = { notification: decodeNotification(bytes), bytes };
    const message = toMessage(delivery, kind, said, means.templates);
    const [wrong] = findConfigErrors(kind.configSchema, message.config);
    if (wrong) return { result: 'final', error: `The alert is not set up: ${wrong.path} ${wrong.message}.` };
    return await within(longestDelivery(means), kind.publish(message, means));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { result: isFinal(error) ? 'final' : 'passing', error: text };
  }
}

/** A refused address, a header that cannot be sent or a broken template stays so until somebody changes the alert. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof AddressRefusedError ||
    error instanceof InvalidRequestError ||
    error instanceof TemplateError ||
    error instanceof SecretMissingError ||
    error instanceof SyntaxError ||
    error instanceof TypeError
  );
}

async function within(limitMs: number, publishing: Promise<PublishOutcome>): Promise<PublishOutcome> {
  const late = Promise.withResolvers<PublishOutcome>();
  const error = `It was not sent within ${limitMs} ms.`;
  const timer = setTimeout(() => late.resolve({ result: 'passing', error }), limitMs);
  try {
    return await Promise.race([publishing, late.promise]);
  } finally {
    clearTimeout(timer);
    publishing.catch(() => {});
  }
}
