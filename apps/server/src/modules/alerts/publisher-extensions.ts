import type { ExtensionPoint } from '../settings/extension-point.ts';
import { redactSecrets } from './delivery/clean-outcome.ts';
import { trackSecrets } from './delivery/track-secrets.ts';
import type { PublishDeps, PublisherKind } from './publishers/publisher-kind.ts';
import { publisherKinds } from './publishers/publisher-kinds.ts';
import { PUBLISHER_POINT } from './publishers/publisher-point.ts';

/** The settings that an administrator configures once for all alerts, such as the mail server. */
export function publisherExtensions(deps: PublishDeps): ExtensionPoint {
  return {
    name: PUBLISHER_POINT,
    extensions: publisherKinds.map(({ extension, displayName, settingsSchema, check }) => ({
      name: extension,
      displayName,
      schema: settingsSchema,
      check: check && ((settings) => checkRedacted(check, settings, deps)),
    })),
  };
}

/** Redacts secrets in the result: a server may answer with the secret that it was sent. */
async function checkRedacted(
  check: NonNullable<PublisherKind['check']>,
  settings: Readonly<Record<string, unknown>>,
  deps: PublishDeps,
): Promise<string | undefined> {
  const used = new Set<string>();
  try {
    const wrong = await check(settings, trackSecrets(deps, used));
    return wrong && redactSecrets(wrong, used);
  } catch (error) {
    throw new Error(redactSecrets(error instanceof Error ? error.message : String(error), used));
  }
}
