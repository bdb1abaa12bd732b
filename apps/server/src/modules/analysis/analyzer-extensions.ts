import type { Context } from '../../platform/context.ts';
import { createOutgoingClients } from '../../platform/outgoing-http/create-outgoing-clients.ts';
import type { Extension, ExtensionPoint } from '../settings/extension-point.ts';
import { toSettingsSchema } from '../settings/extension-settings.ts';
import { ANALYZER_POINT } from './analyzers/analyzer-kind.ts';
import { analyzerKinds } from './analyzers/analyzer-kinds.ts';
import { internalMembers } from './internal-analyzer.ts';
import { createAnalyzerDeps } from './load-analyzers.ts';

/** Somebody waits for the result of a test. */
const TEST_TIMEOUT_MS = 15_000;

const INTERNAL: Extension = {
  name: 'internal',
  displayName: 'Internal',
  schema: toSettingsSchema(internalMembers),
  members: internalMembers,
};

/** The extension point of analyzers. Close its clients with the server. */
export function analyzerExtensions(ctx: Context): ExtensionPoint & { close(): Promise<void> } {
  const clients = createOutgoingClients(ctx.config, 'Tallyman', {
    timeoutMs: TEST_TIMEOUT_MS,
    retries: { limit: 0, firstDelayMs: 0, maxDelayMs: 0 },
  });
  const extensions = analyzerKinds.map(
    (kind): Extension => ({
      name: kind.name,
      displayName: kind.displayName,
      schema: toSettingsSchema(kind.members, kind.rules),
      members: kind.members,
      check: (_config, resolved) => kind.check(createAnalyzerDeps(ctx, clients, kind, resolved)),
    }),
  );
  return {
    name: ANALYZER_POINT,
    extensions: [INTERNAL, ...extensions],
    close: async () => {
      await Promise.all([clients.trusted.close(), clients.guarded.close()]);
    },
  };
}
