import type { ExtensionPoint } from '../settings/extension-point.ts';
import { hideSecrets } from './clean-outcome.ts';
import type { PublisherKind, PublishMeans } from './publisher-kind.ts';
import { publisherKinds } from './publisher-kinds.ts';
import { PUBLISHER_POINT } from './publisher-point.ts';
import { rememberingSecrets } from './remembering-secrets.ts';

/** What an administrator sets up once for all alerts, such as the mail server. */
export function publisherExtensions(means: PublishMeans): ExtensionPoint {
  return {
    name: PUBLISHER_POINT,
    extensions: publisherKinds.map(({ extension, displayName, settingsSchema, check }) => ({
      name: extension,
      displayName,
      schema: settingsSchema,
      check: check && ((settings) => checkWithoutEcho(check, settings, means)),
    })),
  };
}

/** A server may answer with the secret that it was sent. */
async function checkWithoutEcho(
  check: NonNullable<PublisherKind['check']>,
  settings: Readonly<Record<string, unknown>>,
  means: PublishMeans,
): Promise<string | undefined> {
  const used = new Set<string>();
  try {
    const wrong = await check(settings, rememberingSecrets(means, used));
    return wrong && hideSecrets(wrong, used);
  } catch (error) {
    throw new Error(hideSecrets(error instanceof Error ? error.message : String(error), used));
  }
}
