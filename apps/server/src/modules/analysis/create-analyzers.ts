import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { createHttpClient, type HttpClient } from '../../platform/outgoing-http/create-http-client.ts';
import { outgoingHttpSettings } from '../../platform/outgoing-http/outgoing-http-settings.ts';
import { listAnswers, upsertAnswers } from './analyzer-store.ts';
import type { Analyzer } from './analyzers/analyzer.ts';
import type { KnownAnswers } from './analyzers/known-answers.ts';
import { createOssIndexAnalyzer } from './analyzers/oss-index/oss-index-analyzer.ts';

/** How long an answer counts. */
export const ANSWERS_KEPT_MS = 86_400_000;

/** The analyzers that are switched on, beside the internal one. */
export function createAnalyzers(ctx: Context): readonly Analyzer[] {
  if (!ctx.config['svc.vuln-analyzer.oss-index.enabled']) return [];
  const http = createHttpClient(outgoingHttpSettings(ctx.config, 'Tallyman'));
  return [createOssIndex(ctx, http, keepAnswers(ctx))];
}

function createOssIndex({ config, secrets }: Context, http: HttpClient, known: KnownAnswers): Analyzer {
  const secret = config['svc.vuln-analyzer.oss-index.token-secret'];
  return createOssIndexAnalyzer(http, known, {
    url: config['svc.vuln-analyzer.oss-index.url'],
    username: config['svc.vuln-analyzer.oss-index.username'],
    findToken: async () =>
      secret === undefined ? config['svc.vuln-analyzer.oss-index.token'] : secrets.resolve(secret),
    syncsAliases: config['svc.vuln-analyzer.oss-index.alias-sync'],
  });
}

function keepAnswers({ db, now }: Context): KnownAnswers {
  return {
    find: async (analyzer, purls) => {
      const since = new Date(now().getTime() - ANSWERS_KEPT_MS);
      const rows = await listAnswers(db, analyzer, purls, since);
      return new Map(rows.map(({ purl, answer }) => [purl, answer]));
    },
    keep: (analyzer, answers) => inTransaction(db, (tx) => upsertAnswers(tx, analyzer, answers, now())),
  };
}
