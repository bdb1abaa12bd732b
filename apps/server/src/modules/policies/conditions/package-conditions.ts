import { findComparison } from '../comparison.ts';
import { compareAge, findPeriod } from '../period.ts';
import { compareDistance, findDistance } from '../version-distance.ts';
import { type Condition, ConditionError, type ConditionTest, readMembers } from './condition.ts';

function comparisonOf({ subject, operator }: Condition) {
  const holds = operator.startsWith('NUMERIC_') ? findComparison(operator) : undefined;
  if (!holds) throw new ConditionError(`${subject} has no operator ${operator}.`);
  return holds;
}

/** "ISO 8601 period; age of the published version." */
export function ageCondition(condition: Condition): ConditionTest {
  const holds = comparisonOf(condition);
  const period = findPeriod(condition.value);
  if (!period) throw new ConditionError('AGE needs an ISO 8601 period such as P30D.');
  return ({ component: { published_at } }, { now }) =>
    Boolean(published_at) && holds(compareAge(published_at ?? now, period, now));
}

/** "JSON {epoch, major, minor, patch}"; "only direct dependencies can be true". */
export function distanceCondition(condition: Condition): ConditionTest {
  const holds = comparisonOf(condition);
  const expected = readMembers(condition);
  if (compareDistance([0, 0, 0, 0], expected) === undefined) {
    throw new ConditionError('VERSION_DISTANCE needs an epoch, a major, a minor or a patch.');
  }
  return ({ component }, { graph }) => {
    const { version, latest_version } = component;
    if (!version || !latest_version || !graph.isDirect(component)) return false;
    const distance = findDistance(version, latest_version);
    const order = distance && compareDistance(distance, expected);
    return order !== undefined && holds(order);
  };
}
