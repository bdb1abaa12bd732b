import type { Context } from '../../platform/context.ts';
import {
  createOutgoingClients,
  type OutgoingClients,
} from '../../platform/outgoing-http/create-outgoing-clients.ts';
import type { Extension, ExtensionPoint } from '../settings/extension-point.ts';
import { toSettingsSchema } from '../settings/extension-settings.ts';
import { checkSource } from './check-source.ts';
import { KEV_POINT, SOURCE_POINT, sourceExtensions } from './source-extensions.ts';
import { toRunSettings } from './source-settings.ts';
import { sources } from './sources.ts';

/** Somebody waits for the result of a test. */
const TEST_TIMEOUT_MS = 15_000;

interface DataSourcePoints {
  readonly points: readonly ExtensionPoint[];
  close(): Promise<void>;
}

/** The extension points of data sources. Close their clients with the server. */
export function createDataSourcePoints(ctx: Context): DataSourcePoints {
  const clients = createOutgoingClients(ctx.config, 'Tallyman', {
    timeoutMs: TEST_TIMEOUT_MS,
    retries: { limit: 0, firstDelayMs: 0, maxDelayMs: 0 },
  });
  const points = [KEV_POINT, SOURCE_POINT].map((point) => ({
    name: point,
    extensions: sources
      .filter(({ name }) => sourceExtensions[name].point === point)
      .map((source) => toExtension(ctx, clients, source)),
  }));
  return {
    points,
    close: async () => {
      await Promise.all([clients.trusted.close(), clients.guarded.close()]);
    },
  };
}

function toExtension(
  ctx: Context,
  { trusted, guarded }: OutgoingClients,
  { name, displayName }: (typeof sources)[number],
): Extension {
  const { extension, members } = sourceExtensions[name];
  return {
    name: extension,
    displayName,
    schema: toSettingsSchema(members),
    members,
    check: async (_config, resolved) => {
      const settings = await toRunSettings(ctx, name, resolved);
      return checkSource(settings.isUserAddress ? guarded : trusted, name, settings);
    },
  };
}
