import { licenseExpressionAllows, licenseExpressionRequiresAny } from '../license-rules.ts';
import type { PolicyComponent } from '../policy-messages.ts';
import { byOperator, type Condition, ConditionError, type ConditionTest, equality } from './condition.ts';

interface NamedLicense {
  readonly uuid: string;
  readonly id: string;
  readonly name: string;
}

/** The licences and groups that conditions refer to, by UUID. */
export interface KnownLicenses {
  readonly licenses: ReadonlyMap<string, NamedLicense>;
  readonly groups: ReadonlyMap<string, readonly NamedLicense[]>;
}

/** "Licence uuid or `unresolved`." */
export function licenseCondition(condition: Condition, { licenses }: KnownLicenses): ConditionTest {
  if (condition.value.trim().toLowerCase() === 'unresolved') {
    return equality(condition, ({ component }) => isUnresolved(component));
  }
  const license = licenses.get(condition.value.trim().toLowerCase());
  if (!license) throw new ConditionError('The license could not be found.');
  return membershipCondition(condition, [license]);
}

export function licenseGroupCondition(condition: Condition, { groups }: KnownLicenses): ConditionTest {
  const members = groups.get(condition.value.trim().toLowerCase());
  if (!members) throw new ConditionError('The license group could not be found.');
  return membershipCondition(condition, members);
}

/** "IS: same id/name or expression requires it; IS_NOT: not same and expression does not allow it." */
function membershipCondition(condition: Condition, members: readonly NamedLicense[]): ConditionTest {
  const ids = members.map(({ id }) => id);
  const names = new Set(members.flatMap(({ id, name }) => [id.toLowerCase(), name.toLowerCase()]));
  const uuids = new Set(members.map(({ uuid }) => uuid));
  const test =
    (testExpression: (expression: string) => boolean): ConditionTest =>
    ({ component: { resolved_license, license_expression, license_name } }) => {
      if (resolved_license) return uuids.has(resolved_license.uuid);
      if (license_expression) return testExpression(license_expression);
      return Boolean(license_name) && names.has(license_name?.toLowerCase() ?? '');
    };
  const isAllowed = test((expression) => licenseExpressionAllows(expression, ids));
  return byOperator(condition, {
    IS: test((expression) => licenseExpressionRequiresAny(expression, ids)),
    IS_NOT: (subject, context) => !isAllowed(subject, context),
  });
}

/** "Effective licence order: resolved id → resolved name → expression → free name → `unresolved`." */
function isUnresolved({ resolved_license, license_expression, license_name }: PolicyComponent): boolean {
  return !resolved_license && !license_expression && !license_name;
}
