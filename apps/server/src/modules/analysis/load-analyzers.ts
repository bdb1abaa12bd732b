import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import {
  createOutgoingClients,
  type OutgoingClients,
} from '../../platform/outgoing-http/create-outgoing-clients.ts';
import type { ResolvedSettings } from '../settings/extension-point.ts';
import { findSecretValue, resolveSettings } from '../settings/extension-settings.ts';
import { loadStoredConfigs } from '../settings/resolve-extension.ts';
import { listAnswers, upsertAnswers } from './analyzer-store.ts';
import type { Analyzer } from './analyzers/analyzer.ts';
import { ANALYZER_POINT, type AnalyzerDeps, type AnalyzerKind } from './analyzers/analyzer-kind.ts';
import { analyzerKinds } from './analyzers/analyzer-kinds.ts';
import type { AnswerCache } from './analyzers/answer-cache.ts';

/** Returns a function that creates the external analyzers that are enabled at that time. */
export function createAnalyzerLoader(ctx: Context): () => Promise<readonly Analyzer[]> {
  const clients = createOutgoingClients(ctx.config, 'Tallyman');
  return async () => {
    const stored = await loadStoredConfigs(ctx.db, ANALYZER_POINT);
    return analyzerKinds.flatMap((kind) => {
      const settings = resolveSettings(ctx.config, kind.members, stored.get(kind.name));
      return settings.config.enabled === true
        ? [kind.create(createAnalyzerDeps(ctx, clients, kind, settings))]
        : [];
    });
  };
}

export function createAnalyzerDeps(
  ctx: Context,
  clients: OutgoingClients,
  { members, addressMember }: AnalyzerKind,
  settings: ResolvedSettings,
): AnalyzerDeps {
  return {
    settings: settings.config,
    http: settings.setByUser.has(addressMember) ? clients.guarded : clients.trusted,
    cache: createAnswerCache(ctx),
    findSecret: (member) => findSecretValue(ctx, members, settings, member),
  };
}

function createAnswerCache({ db, now }: Context): AnswerCache {
  return {
    find: async (analyzer, keys, maxAgeMs) => {
      const since = new Date(now().getTime() - maxAgeMs);
      const rows = await listAnswers(db, analyzer, keys, since);
      return new Map(rows.map(({ purl, answer }) => [purl, answer]));
    },
    store: (analyzer, answers) => inTransaction(db, (tx) => upsertAnswers(tx, analyzer, answers, now())),
  };
}
