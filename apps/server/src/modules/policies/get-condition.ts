import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { getPolicy } from './get-policy.ts';
import type { ConditionRow } from './policy.ts';
import { conditionNotFound } from './policy-errors.ts';

export async function getCondition(
  db: Db,
  principal: Principal,
  policyUuid: string,
  uuid: string,
): Promise<ConditionRow> {
  const { conditions } = await getPolicy(db, principal, policyUuid);
  const condition = conditions.find((each) => each.uuid === uuid);
  if (!condition) throw conditionNotFound();
  return condition;
}
