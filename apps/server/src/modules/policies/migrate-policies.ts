import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { matchLicenses, migrateLicenseGroups } from '../licenses/migrate-license-groups.ts';
import { matchExisting } from '../migration-source/match-existing.ts';
import type { MigrationItem } from '../migration-source/migration-item.ts';
import type { SourceConfiguration, SourcePolicy } from '../migration-source/source-records.ts';
import { matchProjects } from '../portfolio/projects/match-projects.ts';
import { recordTags } from '../portfolio/tags/record-tags.ts';
import { insertMigratedPolicies, listPolicyNames, type MigratedPolicy } from './migrated-policy-store.ts';
import { type KnownHere, planMigratedPolicy } from './plan-migrated-policy.ts';
import { requestEvaluation } from './request-evaluation.ts';

const KIND = 'policy';

/** Migrates the component policies of the source database, and the licence groups that they need. */
export async function migratePolicies(
  ctx: Context,
  tx: Tx,
  source: Pick<SourceConfiguration, 'policies' | 'licenseGroups' | 'licenses'>,
): Promise<MigrationItem[]> {
  const matches = matchExisting(KIND, source.policies, await listPolicyNames(tx));
  const fresh = matches.flatMap(({ source: policy, item }) => (item ? [] : [policy]));
  const groups = await migrateLicenseGroups(tx, listNeededGroups(source.licenseGroups, fresh));
  const here: KnownHere = {
    findProject: await matchProjects(
      tx,
      fresh.flatMap(({ projects }) => projects),
    ),
    licenses: await matchLicenses(tx, source.licenses),
    groups: groups.uuids,
  };
  const plans = matches.map(({ source: policy, item }) => ({
    policy,
    item,
    plan: item ? { notes: [] } : planMigratedPolicy(policy, here),
  }));
  const tagIds = await recordTags(tx, [...new Set(plans.flatMap(({ plan }) => plan.policy?.tags ?? []))]);
  const migrated = plans.flatMap(({ policy, plan }) => toMigrated(policy, plan, tagIds));
  await insertMigratedPolicies(tx, migrated);
  // "Re-evaluated at once when a policy changes": all of them, because all of these are new.
  if (migrated.length > 0) await requestEvaluation(ctx, tx, null);
  return [
    ...groups.items,
    ...plans.map(({ policy, item, plan }) => item ?? toMigrationItem(policy.name, plan)),
  ];
}

function toMigrationItem(
  name: string,
  { policy, notes }: ReturnType<typeof planMigratedPolicy>,
): MigrationItem {
  return { kind: KIND, name, outcome: policy ? 'migrated' : 'left out', notes };
}

function toMigrated(
  source: SourcePolicy,
  { policy }: ReturnType<typeof planMigratedPolicy>,
  tagIds: ReadonlyMap<string, number>,
): MigratedPolicy[] {
  if (!policy) return [];
  const { name, operator, violationState, includeChildren, onlyLatestProjectVersion } = source;
  return [
    {
      ...{ name, operator, violationState, includeChildren, onlyLatestProjectVersion },
      uuid: source.uuid ?? newUuid(),
      conditions: policy.conditions.map((condition) => ({ ...condition, uuid: condition.uuid ?? newUuid() })),
      projectIds: policy.projectIds,
      tagIds: policy.tags.flatMap((tag) => tagIds.get(tag) ?? []),
    },
  ];
}

function listNeededGroups(
  groups: SourceConfiguration['licenseGroups'],
  policies: readonly SourcePolicy[],
): SourceConfiguration['licenseGroups'] {
  const named = new Set(
    policies.flatMap(({ conditions }) =>
      conditions.flatMap(({ subject, value }) =>
        subject === 'LICENSE_GROUP' ? [value.trim().toLowerCase()] : [],
      ),
    ),
  );
  return groups.filter(({ uuid }) => uuid !== undefined && named.has(uuid));
}
