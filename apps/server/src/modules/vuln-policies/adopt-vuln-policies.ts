import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Adoption } from '../upgrade/adoption.ts';
import { matchHere } from '../upgrade/match-here.ts';
import type { OldConfiguration, OldVulnPolicy } from '../upgrade/old-records.ts';
import { planVulnPolicy } from './plan-vuln-policy.ts';
import { requestApplication } from './request-application.ts';
import { insertPolicies, listByRank, type NewPolicy } from './vuln-policy-store.ts';

const KIND = 'vulnerability policy';

/** Takes over the policies of an older database in their order, so that the oldest stays the oldest. */
export async function adoptVulnPolicies(
  ctx: Context,
  tx: Tx,
  old: Pick<OldConfiguration, 'vulnPolicies' | 'hasVulnPolicyBundle'>,
): Promise<Adoption[]> {
  const fresh: NewPolicy[] = [];
  const adoptions = matchHere(KIND, old.vulnPolicies, await listByRank(tx)).map(
    ({ old: policy, adoption }) => {
      if (adoption) return adoption;
      if (isOfBundle(ctx, old.hasVulnPolicyBundle, policy)) return leftToBundle(policy);
      const { draft, notes } = planVulnPolicy(policy);
      if (!draft) return { kind: KIND, name: policy.name, outcome: 'left out', notes } as const;
      fresh.push({ ...draft, uuid: policy.uuid ?? newUuid() });
      return { kind: KIND, name: policy.name, outcome: 'taken over', notes } as const;
    },
  );
  if (fresh.length === 0) return adoptions;
  await insertPolicies(tx, fresh, null, ctx.now());
  const inForce = fresh.filter(({ operationMode }) => operationMode !== 'DISABLED');
  if (inForce.length > 0)
    await requestApplication(
      ctx,
      tx,
      inForce.map(({ condition }) => condition),
    );
  return adoptions;
}

/** Before 0.7.0 policies do not tell. There they came with the bundle, and do so again where one is configured. */
function isOfBundle({ config }: Context, hasBundle: boolean, { isOfBundle: said }: OldVulnPolicy): boolean {
  return said ?? (hasBundle && config['svc.vulnerability.policy.bundle.url'] !== undefined);
}

function leftToBundle({ name }: OldVulnPolicy): Adoption {
  const notes = ['It belongs to a bundle: the next sync of svc.vulnerability.policy.bundle.url brings it.'];
  return { kind: KIND, name, outcome: 'left out', notes };
}
