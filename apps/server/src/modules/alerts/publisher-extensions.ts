import type { ExtensionPoint } from '../settings/extension-point.ts';
import type { PublishMeans } from './publisher-kind.ts';
import { publisherKinds } from './publisher-kinds.ts';
import { PUBLISHER_POINT } from './publisher-point.ts';

/** What an administrator sets up once for all alerts, such as the mail server. */
export function publisherExtensions(means: PublishMeans): ExtensionPoint {
  return {
    name: PUBLISHER_POINT,
    extensions: publisherKinds.map(({ extension, displayName, settingsSchema, check }) => ({
      name: extension,
      displayName,
      schema: settingsSchema,
      check: check && ((settings) => check(settings, means)),
    })),
  };
}
