import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { matchExisting } from '../migration-source/match-existing.ts';
import type { MigrationItem } from '../migration-source/migration-item.ts';
import type { SourceConfiguration, SourceVulnPolicy } from '../migration-source/source-records.ts';
import { planMigratedVulnPolicy } from './plan-migrated-vuln-policy.ts';
import { requestApplication } from './request-application.ts';
import { insertPolicies, listByRank, type NewPolicy } from './vuln-policy-store.ts';

const KIND = 'vulnerability policy';

/** Migrates the policies of the source database in their order, so that the oldest stays the oldest. */
export async function migrateVulnPolicies(
  ctx: Context,
  tx: Tx,
  source: Pick<SourceConfiguration, 'vulnPolicies' | 'hasVulnPolicyBundle'>,
): Promise<MigrationItem[]> {
  const fresh: NewPolicy[] = [];
  const items = matchExisting(KIND, source.vulnPolicies, await listByRank(tx)).map(
    ({ source: policy, item }) => {
      if (item) return item;
      if (isOfBundle(ctx, source.hasVulnPolicyBundle, policy)) return leftToBundle(policy);
      const { draft, notes } = planMigratedVulnPolicy(policy);
      if (!draft) return { kind: KIND, name: policy.name, outcome: 'left out', notes } as const;
      fresh.push({ ...draft, uuid: policy.uuid ?? newUuid() });
      return { kind: KIND, name: policy.name, outcome: 'migrated', notes } as const;
    },
  );
  if (fresh.length === 0) return items;
  await insertPolicies(tx, fresh, null, ctx.now());
  const inForce = fresh.filter(({ operationMode }) => operationMode !== 'DISABLED');
  if (inForce.length > 0)
    await requestApplication(
      ctx,
      tx,
      inForce.map(({ condition }) => condition),
    );
  return items;
}

/** Before 0.7.0 policies do not record their bundle. If a bundle is configured, its next sync imports them again. */
function isOfBundle({ config }: Context, hasBundle: boolean, { isOfBundle }: SourceVulnPolicy): boolean {
  return isOfBundle ?? (hasBundle && config['svc.vulnerability.policy.bundle.url'] !== undefined);
}

function leftToBundle({ name }: SourceVulnPolicy): MigrationItem {
  const notes = ['It belongs to a bundle: the next sync of svc.vulnerability.policy.bundle.url brings it.'];
  return { kind: KIND, name, outcome: 'left out', notes };
}
