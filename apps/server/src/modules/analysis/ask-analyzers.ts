import type { Source } from '@tallyman/contract';
import { Group } from '@tallyman/contract/notification';
import { inTransaction, type Tx } from '../../platform/db/database.ts';
import { emitEvents } from '../notifications/emit-events.ts';
import { resolveSettings } from '../settings/extension-settings.ts';
import { loadStoredConfigs } from '../settings/resolve-extension.ts';
import { recordVulnerabilities } from '../vulnerabilities/record-vulnerabilities.ts';
import type { AnalysisContext } from './analysis-context.ts';
import { listComponentsToSend, stageReports } from './analyzer-store.ts';
import { ANALYZER_NAMES, type Analyzer, type Report } from './analyzers/analyzer.ts';

/** The reports of external analyzers, or why they failed. */
export interface Answers {
  readonly reports: ReadonlyMap<string, readonly Report[]>;
  readonly failures: ReadonlyMap<string, Error>;
}

/**
 * Asks the external analyzers. Must run before the transaction of the analysis, because answers may take long. The failure
 * of one analyzer does not affect the others.
 */
export async function askAnalyzers(
  ctx: AnalysisContext,
  projectIds: readonly number[],
  signal: AbortSignal | undefined,
): Promise<Answers> {
  const [reports, failures] = [new Map<string, readonly Report[]>(), new Map<string, Error>()];
  const analyzers = (await ctx.loadAnalyzers?.()) ?? [];
  const components = analyzers.length > 0 ? await listComponentsToSend(ctx.db, projectIds) : [];
  for (const analyzer of analyzers) {
    try {
      const reported = await analyzer.analyze(components, signal);
      await recordReported(ctx, analyzer, reported);
      reports.set(analyzer.name, reported);
    } catch (error) {
      signal?.throwIfAborted();
      ctx.log.warn({ err: error, analyzer: analyzer.name }, 'Analyzer failed');
      failures.set(analyzer.name, error instanceof Error ? error : new Error(String(error)));
    }
  }
  return { reports, failures };
}

async function recordReported(ctx: AnalysisContext, { asserter }: Analyzer, reports: readonly Report[]) {
  const records = new Map(reports.map(({ record }) => [`${record.source} ${record.vulnId}`, record]));
  if (records.size === 0) return;
  const recording = { asserter, mirrored: await listMirroredSources(ctx), now: ctx.now() };
  await inTransaction(ctx.db, (tx) => recordVulnerabilities(tx, recording, [...records.values()]));
}

/** "Updated only if the authoritative data source for it is not enabled." */
async function listMirroredSources({ db, config }: AnalysisContext): Promise<ReadonlySet<Source>> {
  const sources = { NVD: 'nvd', GITHUB: 'github', OSV: 'osv' } as const;
  const names = Object.keys(sources) as (keyof typeof sources)[];
  const stored = await loadStoredConfigs(db, 'vuln-data-source');
  return new Set(
    names.filter((source) => {
      const enabled = { property: `svc.vuln-data-source.${sources[source]}.enabled`, schema: {} } as const;
      return resolveSettings(config, { enabled }, stored.get(sources[source])).config.enabled === true;
    }),
  );
}

export async function reportAnswers(tx: Tx, { reports }: Answers): Promise<void> {
  for (const [analyzer, reported] of reports)
    if (reported.length > 0) await stageReports(tx, analyzer, reported);
}

/** Attributions of an analyzer that failed are kept. Those of a disabled analyzer end, so it is in the list. */
export function listAnsweringAnalyzers({ failures }: Answers): string[] {
  return ANALYZER_NAMES.filter((name) => !failures.has(name));
}

/** "An ANALYZER error notification is emitted naming analyzer and project." */
export async function emitFailures(
  tx: Tx,
  now: Date,
  { failures }: Answers,
  projects: readonly string[],
): Promise<void> {
  const events = Array.from(failures, ([analyzer, error]) => ({
    group: Group.ANALYZER,
    title: 'Analyzer Error',
    content: `The analyzer ${analyzer} failed for ${projects.join(', ')}: ${error.message}`,
  }));
  await emitEvents(tx, now, events);
}
