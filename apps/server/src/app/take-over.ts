import { adoptAlerts } from '../modules/alerts/adopt-alerts.ts';
import { adoptPolicies } from '../modules/policies/adopt-policies.ts';
import type { Adoption } from '../modules/upgrade/adoption.ts';
import type { OldConfiguration } from '../modules/upgrade/old-records.ts';
import { type ReadConfiguration, readOldConfiguration } from '../modules/upgrade/read-old-configuration.ts';
import { adoptVulnPolicies } from '../modules/vuln-policies/adopt-vuln-policies.ts';
import { loadConfig } from '../platform/config/load-config.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db/database.ts';
import { createLog } from '../platform/log/create-log.ts';
import { withContext } from './with-context.ts';

export interface TakeOverOptions {
  /** Arguments of the service: where its own database is. */
  readonly argv: readonly string[];
  /** Address of the database of Dependency-Track. */
  readonly from: string;
  /** Does everything and takes it back. */
  readonly dryRun: boolean;
}

export interface TakeOver {
  readonly from: { readonly address: string; readonly release: string };
  readonly dryRun: boolean;
  readonly items: readonly Adoption[];
  readonly warnings: readonly string[];
}

/**
 * Takes over what another database holds, all of it or nothing. It is read before anything is written; a second time
 * changes nothing.
 */
export async function takeOver({ argv, from, dryRun }: TakeOverOptions): Promise<TakeOver> {
  const { config, warnings } = loadConfig({ argv: [...argv], env: process.env, cwd: process.cwd() });
  const log = createLog({ levels: { root: 'error' }, format: 'text', destination: process.stderr });
  const old = await readOldConfiguration(from);
  const items = await withContext(config, log, (ctx) => adopt(ctx, old.configuration, dryRun));
  return {
    from: { address: old.address, release: old.configuration.release },
    dryRun,
    items,
    warnings: [...warnings, ...old.notes, ...listWarnings(old, items)],
  };
}

/** Thrown to take back what was done. */
class DryRun {
  readonly items: readonly Adoption[];

  constructor(items: readonly Adoption[]) {
    this.items = items;
  }
}

async function adopt(ctx: Context, old: OldConfiguration, dryRun: boolean): Promise<readonly Adoption[]> {
  try {
    return await inTransaction(ctx.db, async (tx) => {
      const items = [
        ...(await adoptVulnPolicies(ctx, tx, old)),
        ...(await adoptPolicies(ctx, tx, old)),
        ...(await adoptAlerts(ctx, tx, old)),
      ];
      if (dryRun) throw new DryRun(items);
      return items;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.items;
    throw error;
  }
}

function listWarnings({ configuration }: ReadConfiguration, items: readonly Adoption[]): string[] {
  const cannotTell = configuration.vulnPolicies.some(({ isOfBundle }) => isOfBundle === undefined);
  const tookPolicies = items.some(
    ({ kind, outcome }) => kind === 'vulnerability policy' && outcome === 'taken over',
  );
  if (!configuration.hasVulnPolicyBundle || !cannotTell || !tookPolicies) return [];
  return [
    'The old database has a policy bundle and does not tell which policies came with it, so all were taken over. ' +
      'Delete those of the bundle here before svc.vulnerability.policy.bundle.url is set: a bundle is refused ' +
      'while one of its names is taken.',
  ];
}
