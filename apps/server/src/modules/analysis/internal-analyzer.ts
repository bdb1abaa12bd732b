import type { Config } from '../../platform/config/load-config.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { FindingScope } from '../findings/record-findings.ts';
import type { SettingsMembers } from '../settings/extension-point.ts';
import { resolveSettings } from '../settings/extension-settings.ts';
import { loadStoredConfigs } from '../settings/resolve-extension.ts';
import type { AnalysisContext } from './analysis-context.ts';
import { ANALYZER_POINT } from './analyzers/analyzer-kind.ts';
import { matchComponents } from './match-components.ts';

export const internalMembers: SettingsMembers = {
  enabled: {
    schema: { type: 'boolean', title: 'Enabled' },
    property: 'svc.vuln-analyzer.internal.enabled',
  },
};

export async function isInternalEnabled(config: Config, db: Db): Promise<boolean> {
  const stored = await loadStoredConfigs(db, ANALYZER_POINT);
  return resolveSettings(config, internalMembers, stored.get('internal')).config.enabled === true;
}

/** Reports the matches of mirrored vulnerabilities. Reports nothing if the internal analyzer is disabled. */
export async function reportMatches(ctx: AnalysisContext, tx: Tx, scope: FindingScope): Promise<void> {
  if ((await ctx.isInternalEnabled?.(tx)) ?? true) await matchComponents(tx, scope);
}
