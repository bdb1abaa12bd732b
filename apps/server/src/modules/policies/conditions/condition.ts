import type { PolicyContext } from '../policy-context.ts';
import type { PolicyComponent, PolicyVulnerability } from '../policy-messages.ts';

/** A condition as it is stored. */
export interface Condition {
  readonly subject: string;
  readonly operator: string;
  readonly value: string;
}

/** A component and the vulnerabilities of its active, unsuppressed findings. */
export interface ComponentSubject {
  readonly component: PolicyComponent;
  readonly vulns: readonly PolicyVulnerability[];
}

export type ConditionTest = (subject: ComponentSubject, context: PolicyContext) => boolean;

/** A condition that can never be violated: its operator does not exist, or its value is not valid. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
}

/** Selects the test of the operator. Throws if the subject does not have it. */
export function byOperator(
  { subject, operator }: Condition,
  tests: Readonly<Record<string, ConditionTest>>,
): ConditionTest {
  const test = Object.hasOwn(tests, operator) ? tests[operator] : undefined;
  if (!test) throw new ConditionError(`${subject} has no operator ${operator}.`);
  return test;
}

/** `IS` and its negation. */
export function equality(condition: Condition, holds: ConditionTest): ConditionTest {
  return byOperator(condition, {
    IS: holds,
    IS_NOT: (subject, context) => !holds(subject, context),
  });
}

/** `MATCHES` and its negation. */
export function matching(condition: Condition, holds: ConditionTest): ConditionTest {
  return byOperator(condition, {
    MATCHES: holds,
    NO_MATCH: (subject, context) => !holds(subject, context),
  });
}

/** The members of the JSON object in the value, as text. Throws if it is none. */
export function readMembers({ value, subject }: Condition): Readonly<Record<string, string>> {
  const document = tryParse(value);
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new ConditionError(`The value of ${subject} must be a JSON object.`);
  }
  const members = Object.entries(document).filter(([, member]) => member !== null && member !== '');
  return Object.fromEntries(members.map(([name, member]) => [name, String(member)]));
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
