import { InvalidRequestError } from '../../../platform/outgoing-http/http-failure.ts';
import { AddressRefusedError } from '../../../platform/outgoing-http/ssrf-guard.ts';
import { SecretMissingError } from '../../../platform/secrets/secrets.ts';
import { decodeNotification } from '../../notifications/notification-json.ts';
import type { PublishOutcome } from '../publishers/publish-outcome.ts';
import { listConfigErrors } from '../publishers/publisher-config.ts';
import type { PublishDeps } from '../publishers/publisher-kind.ts';
import { findPublisherKind } from '../publishers/publisher-kinds.ts';
import { TemplateError } from '../templates/render-template.ts';
import type { TemplateThreads } from '../templates/template-threads.ts';
import { cleanOutcome } from './clean-outcome.ts';
import type { Attempt, ClaimedDelivery } from './delivery-store.ts';
import { toMessage } from './outgoing-message.ts';
import { planAttempt, type RetryRules } from './plan-attempt.ts';
import { trackSecrets } from './track-secrets.ts';

export interface DeliveryDeps extends PublishDeps {
  readonly templates: TemplateThreads;
  readonly retries: RetryRules;
}

/** The longest time that a delivery can take, over all its steps. */
export function maxDeliveryMs({ timeoutMs }: PublishDeps): number {
  return 2 * timeoutMs;
}

/** Makes one attempt. Never throws: failures are outcomes. */
export async function makeDelivery(delivery: ClaimedDelivery, deps: DeliveryDeps): Promise<Attempt> {
  const { id, isEnabled, isTest, notification } = delivery;
  const cancelled = (error: string): Attempt => ({ id, status: 'CANCELLED', error });
  if (!isEnabled && !isTest) return cancelled('The alert was disabled before it was sent.');
  if (!notification) return cancelled('The notification was deleted before it was sent.');
  const secrets = new Set<string>();
  const outcome = await publish(delivery, notification, trackSecrets(deps, secrets));
  return planAttempt(delivery, cleanOutcome(outcome, secrets), deps.retries);
}

async function publish(
  delivery: ClaimedDelivery,
  bytes: Uint8Array,
  deps: DeliveryDeps,
): Promise<PublishOutcome> {
  const kind = findPublisherKind(delivery.extension);
  if (!kind) return { result: 'permanent', error: `There is no publisher named ${delivery.extension}.` };
  try {
    const decoded = { notification: decodeNotification(bytes), bytes };
    const message = toMessage(delivery, kind, decoded, deps.templates);
    const [wrong] = listConfigErrors(kind.configSchema, message.config);
    if (wrong)
      return {
        result: 'permanent',
        error: `The configuration of the alert is not valid: ${wrong.path} ${wrong.message}.`,
      };
    return await withTimeout(maxDeliveryMs(deps), kind.publish(message, deps));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { result: isPermanent(error) ? 'permanent' : 'transient', error: text };
  }
}

/** Whether a retry cannot help: such errors last until somebody changes the alert. */
function isPermanent(error: unknown): boolean {
  return (
    error instanceof AddressRefusedError ||
    error instanceof InvalidRequestError ||
    error instanceof TemplateError ||
    error instanceof SecretMissingError ||
    error instanceof SyntaxError ||
    error instanceof TypeError
  );
}

async function withTimeout(timeoutMs: number, publishing: Promise<PublishOutcome>): Promise<PublishOutcome> {
  const timedOut = Promise.withResolvers<PublishOutcome>();
  const error = `It was not sent within ${timeoutMs} ms.`;
  const timer = setTimeout(() => timedOut.resolve({ result: 'transient', error }), timeoutMs);
  try {
    return await Promise.race([publishing, timedOut.promise]);
  } finally {
    clearTimeout(timer);
    publishing.catch(() => {});
  }
}
