import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { FindingScope } from '../findings/record-findings.ts';
import type { SettingsMembers } from '../settings/extension-point.ts';
import { resolveSettings } from '../settings/extension-settings.ts';
import { loadStoredConfigs } from '../settings/resolve-extension.ts';
import { ANALYZER_POINT } from './analyzers/analyzer-kind.ts';
import { matchComponents } from './match-components.ts';

export const internalMembers: SettingsMembers = {
  enabled: {
    schema: { type: 'boolean', title: 'Enabled' },
    property: 'svc.vuln-analyzer.internal.enabled',
  },
};

export async function isInternalEnabled({ db, config }: Pick<Context, 'db' | 'config'>): Promise<boolean> {
  const stored = await loadStoredConfigs(db, ANALYZER_POINT);
  return resolveSettings(config, internalMembers, stored.get('internal')).config.enabled === true;
}

/** Reports the matches of mirrored vulnerabilities. Reports nothing if the internal analyzer is disabled. */
export async function reportMatches(
  { config }: Pick<Context, 'config'>,
  tx: Tx,
  scope: FindingScope,
): Promise<void> {
  if (await isInternalEnabled({ db: tx, config })) await matchComponents(tx, scope);
}
