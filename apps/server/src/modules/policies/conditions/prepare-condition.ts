import { Timestamp } from '@tallyman/cel';
import type { PolicyConditionSubject, ViolationType } from '@tallyman/contract';
import { compileExpression } from '../compile-expression.ts';
import type { ProjectContext } from '../load-project-contexts.ts';
import { componentEnvironment } from '../policy-environment.ts';
import { type Condition, ConditionError, type ConditionTest } from './condition.ts';
import {
  coordinatesCondition,
  cpeCondition,
  hashCondition,
  internalCondition,
  patternCondition,
  versionCondition,
} from './identity-conditions.ts';
import { type KnownLicenses, licenseCondition, licenseGroupCondition } from './license-conditions.ts';
import { ageCondition, distanceCondition } from './package-conditions.ts';
import {
  cweCondition,
  epssCondition,
  severityCondition,
  vulnerabilityIdCondition,
} from './vulnerability-conditions.ts';

type Prepare = (condition: Condition, known: KnownLicenses) => ConditionTest;

interface SubjectRule {
  /** Undefined if each condition has its own violation type. */
  readonly violates: ViolationType | undefined;
  readonly prepare: Prepare;
}

/** Every subject, with its violation type and how its conditions are prepared. */
const SUBJECTS: Readonly<Record<PolicyConditionSubject, SubjectRule>> = {
  AGE: { violates: 'OPERATIONAL', prepare: ageCondition },
  COORDINATES: { violates: 'OPERATIONAL', prepare: coordinatesCondition },
  CPE: { violates: 'OPERATIONAL', prepare: cpeCondition },
  EXPRESSION: { violates: undefined, prepare: expressionCondition },
  LICENSE: { violates: 'LICENSE', prepare: licenseCondition },
  LICENSE_GROUP: { violates: 'LICENSE', prepare: licenseGroupCondition },
  PACKAGE_URL: { violates: 'OPERATIONAL', prepare: patternCondition('purl') },
  SEVERITY: { violates: 'SECURITY', prepare: severityCondition },
  SWID_TAGID: { violates: 'OPERATIONAL', prepare: patternCondition('swid_tag_id') },
  VERSION: { violates: 'OPERATIONAL', prepare: versionCondition },
  COMPONENT_HASH: { violates: 'OPERATIONAL', prepare: hashCondition },
  IS_INTERNAL: { violates: 'OPERATIONAL', prepare: internalCondition },
  CWE: { violates: 'SECURITY', prepare: cweCondition },
  VULNERABILITY_ID: { violates: 'SECURITY', prepare: vulnerabilityIdCondition },
  VERSION_DISTANCE: { violates: 'OPERATIONAL', prepare: distanceCondition },
  EPSS: { violates: 'SECURITY', prepare: epssCondition },
};

export type PreparedCondition = { readonly test: ConditionTest } | { readonly error: string };

/** Returns an error if the condition can never be violated. */
export function prepareCondition(condition: Condition, known: KnownLicenses): PreparedCondition {
  const rule = ruleOf(condition.subject);
  if (!rule) return { error: `There is no subject ${condition.subject}.` };
  try {
    return { test: rule.prepare(condition, known) };
  } catch (error) {
    if (error instanceof ConditionError) return { error: error.message };
    throw error;
  }
}

export function violationTypeOf(subject: string, explicit: ViolationType | null): ViolationType {
  return ruleOf(subject)?.violates ?? explicit ?? 'OPERATIONAL';
}

function ruleOf(subject: string): SubjectRule | undefined {
  return Object.hasOwn(SUBJECTS, subject) ? SUBJECTS[subject as PolicyConditionSubject] : undefined;
}

function expressionCondition({ value }: Condition): ConditionTest {
  const { program, issues } = compileExpression(componentEnvironment, value);
  if (!program) {
    throw new ConditionError(
      issues.map(({ line, column, message }) => `${line}:${column}: ${message}`).join('; '),
    );
  }
  return ({ component, vulns }, context) => {
    const { project, now } = context as ProjectContext;
    return program.evaluate({ component, vulns, project, now: Timestamp.ofDate(now) }, context) === true;
  };
}
