import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import { adoptLicenseGroups, matchLicenses } from '../licenses/adopt-license-groups.ts';
import { matchProjects } from '../portfolio/match-projects.ts';
import { recordTags } from '../portfolio/record-tags.ts';
import type { Adoption } from '../upgrade/adoption.ts';
import { matchHere } from '../upgrade/match-here.ts';
import type { OldConfiguration, OldPolicy } from '../upgrade/old-records.ts';
import { type AdoptedPolicy, insertAdopted, listPolicyNames } from './adopted-policy-store.ts';
import { type KnownHere, planPolicy } from './plan-policy.ts';
import { requestEvaluation } from './request-evaluation.ts';

const KIND = 'policy';

/** Takes over the component policies of an older database, and the licence groups that they need. */
export async function adoptPolicies(
  ctx: Context,
  tx: Tx,
  old: Pick<OldConfiguration, 'policies' | 'licenseGroups' | 'licenses'>,
): Promise<Adoption[]> {
  const matches = matchHere(KIND, old.policies, await listPolicyNames(tx));
  const fresh = matches.flatMap(({ old: policy, adoption }) => (adoption ? [] : [policy]));
  const groups = await adoptLicenseGroups(tx, listNeededGroups(old.licenseGroups, fresh));
  const here: KnownHere = {
    findProject: await matchProjects(
      tx,
      fresh.flatMap(({ projects }) => projects),
    ),
    licenses: await matchLicenses(tx, old.licenses),
    groups: groups.uuids,
  };
  const plans = matches.map(({ old: policy, adoption }) => ({
    policy,
    adoption,
    plan: adoption ? { notes: [] } : planPolicy(policy, here),
  }));
  const tagIds = await recordTags(tx, [...new Set(plans.flatMap(({ plan }) => plan.policy?.tags ?? []))]);
  const adopted = plans.flatMap(({ policy, plan }) => toAdopted(policy, plan, tagIds));
  await insertAdopted(tx, adopted);
  // "Re-evaluated at once when a policy changes": all of them, because all of these are new.
  if (adopted.length > 0) await requestEvaluation(ctx, tx, null);
  return [
    ...groups.adoptions,
    ...plans.map(({ policy, adoption, plan }) => adoption ?? toAdoption(policy.name, plan)),
  ];
}

function toAdoption(name: string, { policy, notes }: ReturnType<typeof planPolicy>): Adoption {
  return { kind: KIND, name, outcome: policy ? 'taken over' : 'left out', notes };
}

function toAdopted(
  old: OldPolicy,
  { policy }: ReturnType<typeof planPolicy>,
  tagIds: ReadonlyMap<string, number>,
): AdoptedPolicy[] {
  if (!policy) return [];
  const { name, operator, violationState, includeChildren, onlyLatestProjectVersion } = old;
  return [
    {
      ...{ name, operator, violationState, includeChildren, onlyLatestProjectVersion },
      uuid: old.uuid ?? newUuid(),
      conditions: policy.conditions.map((condition) => ({ ...condition, uuid: condition.uuid ?? newUuid() })),
      projectIds: policy.projectIds,
      tagIds: policy.tags.flatMap((tag) => tagIds.get(tag) ?? []),
    },
  ];
}

function listNeededGroups(
  groups: OldConfiguration['licenseGroups'],
  policies: readonly OldPolicy[],
): OldConfiguration['licenseGroups'] {
  const named = new Set(
    policies.flatMap(({ conditions }) =>
      conditions.flatMap(({ subject, value }) =>
        subject === 'LICENSE_GROUP' ? [value.trim().toLowerCase()] : [],
      ),
    ),
  );
  return groups.filter(({ uuid }) => uuid !== undefined && named.has(uuid));
}
