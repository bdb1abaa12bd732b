import type { PolicyComponent, PolicyVulnerability } from '../policy-messages.ts';
import type { PolicyGround } from '../policy-subject.ts';

/** A condition as it is stored. */
export interface Condition {
  readonly subject: string;
  readonly operator: string;
  readonly value: string;
}

/** A component and the vulnerabilities that count: those of active findings that nobody has suppressed. */
export interface ComponentSubject {
  readonly component: PolicyComponent;
  readonly vulns: readonly PolicyVulnerability[];
}

export type ConditionTest = (subject: ComponentSubject, ground: PolicyGround) => boolean;

/** Why a condition can never be violated: its operator does not fit, or its value cannot be read. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';
}

/** A test for each operator that a subject has. */
export function byOperator(
  { subject, operator }: Condition,
  tests: Readonly<Record<string, ConditionTest>>,
): ConditionTest {
  const test = Object.hasOwn(tests, operator) ? tests[operator] : undefined;
  if (!test) throw new ConditionError(`${subject} has no operator ${operator}.`);
  return test;
}

/** `IS` and its contrary. */
export function equality(condition: Condition, holds: ConditionTest): ConditionTest {
  return byOperator(condition, {
    IS: holds,
    IS_NOT: (subject, ground) => !holds(subject, ground),
  });
}

/** `MATCHES` and its contrary. */
export function matching(condition: Condition, holds: ConditionTest): ConditionTest {
  return byOperator(condition, {
    MATCHES: holds,
    NO_MATCH: (subject, ground) => !holds(subject, ground),
  });
}

/** The members of a JSON object, as text. */
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
