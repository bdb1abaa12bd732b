import { migrateAlerts } from '../modules/alerts/migrate-alerts.ts';
import type { MigrationItem } from '../modules/migration-source/migration-item.ts';
import {
  type ReadConfiguration,
  readSourceConfiguration,
} from '../modules/migration-source/read-source-configuration.ts';
import type { SourceConfiguration } from '../modules/migration-source/source-records.ts';
import { migratePolicies } from '../modules/policies/migrate-policies.ts';
import { migrateVulnPolicies } from '../modules/vuln-policies/migrate-vuln-policies.ts';
import { loadConfig } from '../platform/config/load-config.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db/database.ts';
import { createLog } from '../platform/log/create-log.ts';
import { withContext } from './with-context.ts';

export interface MigrationOptions {
  /** Arguments of the service, which say where its own database is. */
  readonly argv: readonly string[];
  /** Address of the database of Dependency-Track. */
  readonly from: string;
  /** Does everything, then rolls back. */
  readonly dryRun: boolean;
}

export interface MigrationReport {
  readonly from: { readonly address: string; readonly release: string };
  readonly dryRun: boolean;
  readonly items: readonly MigrationItem[];
  readonly warnings: readonly string[];
}

/**
 * Migrates the configuration of a Dependency-Track database in one transaction. The source is read completely before
 * anything is written. Idempotent: a second run changes nothing.
 */
export async function migrateFromDependencyTrack({
  argv,
  from,
  dryRun,
}: MigrationOptions): Promise<MigrationReport> {
  const { config, warnings } = loadConfig({ argv: [...argv], env: process.env, cwd: process.cwd() });
  const log = createLog({ levels: { root: 'error' }, format: 'text', destination: process.stderr });
  const source = await readSourceConfiguration(from);
  const items = await withContext(config, log, (ctx) => migrate(ctx, source.configuration, dryRun));
  return {
    from: { address: source.address, release: source.configuration.release },
    dryRun,
    items,
    warnings: [...warnings, ...source.notes, ...listWarnings(source, items)],
  };
}

/** Thrown to roll back a dry run. */
class DryRun {
  readonly items: readonly MigrationItem[];

  constructor(items: readonly MigrationItem[]) {
    this.items = items;
  }
}

async function migrate(
  ctx: Context,
  source: SourceConfiguration,
  dryRun: boolean,
): Promise<readonly MigrationItem[]> {
  try {
    return await inTransaction(ctx.db, async (tx) => {
      const items = [
        ...(await migrateVulnPolicies(ctx, tx, source)),
        ...(await migratePolicies(ctx, tx, source)),
        ...(await migrateAlerts(ctx, tx, source)),
      ];
      if (dryRun) throw new DryRun(items);
      return items;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.items;
    throw error;
  }
}

function listWarnings({ configuration }: ReadConfiguration, items: readonly MigrationItem[]): string[] {
  const isBundleUnknown = configuration.vulnPolicies.some(({ isOfBundle }) => isOfBundle === undefined);
  const hasMigratedPolicies = items.some(
    ({ kind, outcome }) => kind === 'vulnerability policy' && outcome === 'migrated',
  );
  if (!configuration.hasVulnPolicyBundle || !isBundleUnknown || !hasMigratedPolicies) return [];
  return [
    'The source database has a policy bundle and does not record which policies belong to it, so all were migrated. ' +
      'Delete those of the bundle before you set svc.vulnerability.policy.bundle.url: a bundle is refused while one ' +
      'of its names is in use.',
  ];
}
