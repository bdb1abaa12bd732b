import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { createHttpClient, type HttpClient } from '../../platform/outgoing-http/create-http-client.ts';
import { toHttpClientOptions } from '../../platform/outgoing-http/to-http-client-options.ts';
import { listAnswers, upsertAnswers } from './analyzer-store.ts';
import type { Analyzer } from './analyzers/analyzer.ts';
import type { AnswerCache } from './analyzers/answer-cache.ts';
import { createOssIndexAnalyzer } from './analyzers/oss-index/oss-index-analyzer.ts';

/** Cached answers expire after this time. */
export const ANSWER_MAX_AGE_MS = 86_400_000;

/** Creates the enabled external analyzers. */
export function createAnalyzers(ctx: Context): readonly Analyzer[] {
  if (!ctx.config['svc.vuln-analyzer.oss-index.enabled']) return [];
  const http = createHttpClient(toHttpClientOptions(ctx.config, 'Tallyman'));
  return [createOssIndex(ctx, http, createAnswerCache(ctx))];
}

function createOssIndex({ config, secrets }: Context, http: HttpClient, known: AnswerCache): Analyzer {
  const secret = config['svc.vuln-analyzer.oss-index.token-secret'];
  return createOssIndexAnalyzer(http, known, {
    url: config['svc.vuln-analyzer.oss-index.url'],
    username: config['svc.vuln-analyzer.oss-index.username'],
    findToken: async () =>
      secret === undefined ? config['svc.vuln-analyzer.oss-index.token'] : secrets.resolve(secret),
    syncsAliases: config['svc.vuln-analyzer.oss-index.alias-sync'],
  });
}

function createAnswerCache({ db, now }: Context): AnswerCache {
  return {
    find: async (analyzer, purls) => {
      const since = new Date(now().getTime() - ANSWER_MAX_AGE_MS);
      const rows = await listAnswers(db, analyzer, purls, since);
      return new Map(rows.map(({ purl, answer }) => [purl, answer]));
    },
    store: (analyzer, answers) => inTransaction(db, (tx) => upsertAnswers(tx, analyzer, answers, now())),
  };
}
