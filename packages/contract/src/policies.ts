import Type, { type Static } from 'typebox';
import { ConciseLicense } from './licenses.ts';
import { oneOf } from './one-of.ts';
import { choice, optional } from './optional.ts';
import { LINES, PrintableName, Timestamp, Uuid } from './values.ts';

export const POLICY_OPERATORS = ['ALL', 'ANY'] as const;
export type PolicyOperator = (typeof POLICY_OPERATORS)[number];

export const VIOLATION_STATES = ['INFO', 'WARN', 'FAIL'] as const;
export type ViolationState = (typeof VIOLATION_STATES)[number];

export const VIOLATION_TYPES = ['LICENSE', 'SECURITY', 'OPERATIONAL'] as const;
export type ViolationType = (typeof VIOLATION_TYPES)[number];

export const POLICY_CONDITION_SUBJECTS = [
  'AGE',
  'COORDINATES',
  'CPE',
  'EXPRESSION',
  'LICENSE',
  'LICENSE_GROUP',
  'PACKAGE_URL',
  'SEVERITY',
  'SWID_TAGID',
  'VERSION',
  'COMPONENT_HASH',
  'IS_INTERNAL',
  'CWE',
  'VULNERABILITY_ID',
  'VERSION_DISTANCE',
  'EPSS',
] as const;
export type PolicyConditionSubject = (typeof POLICY_CONDITION_SUBJECTS)[number];

export const POLICY_CONDITION_OPERATORS = [
  'IS',
  'IS_NOT',
  'MATCHES',
  'NO_MATCH',
  'NUMERIC_GREATER_THAN',
  'NUMERIC_LESS_THAN',
  'NUMERIC_EQUAL',
  'NUMERIC_NOT_EQUAL',
  'NUMERIC_GREATER_THAN_OR_EQUAL',
  'NUMERIC_LESSER_THAN_OR_EQUAL',
  'CONTAINS_ALL',
  'CONTAINS_ANY',
] as const;
export type PolicyConditionOperator = (typeof POLICY_CONDITION_OPERATORS)[number];

const VIOLATION_ANALYSIS_STATES = ['APPROVED', 'REJECTED', 'NOT_SET'] as const;
export type ViolationAnalysisState = (typeof VIOLATION_ANALYSIS_STATES)[number];

export const PolicyCondition = Type.Object(
  {
    uuid: Uuid,
    subject: oneOf(POLICY_CONDITION_SUBJECTS),
    operator: oneOf(POLICY_CONDITION_OPERATORS),
    value: Type.String(),
    violationType: Type.Optional(oneOf(VIOLATION_TYPES)),
    evaluationError: Type.Optional(Type.String({ description: 'Why the last evaluation failed' })),
  },
  { title: 'PolicyCondition' },
);
export type PolicyCondition = Static<typeof PolicyCondition>;

const conditionMembers = {
  subject: oneOf(POLICY_CONDITION_SUBJECTS),
  operator: choice<PolicyConditionOperator>(POLICY_CONDITION_OPERATORS, {
    description: 'Required, except for expressions',
  }),
  value: Type.String({ minLength: 1, maxLength: 65_535, pattern: LINES }),
  violationType: choice<ViolationType>(VIOLATION_TYPES, { description: 'Required for expressions' }),
};

export const NewPolicyCondition = Type.Object(conditionMembers, { title: 'NewPolicyCondition' });
export type NewPolicyCondition = Static<typeof NewPolicyCondition>;

export const PolicyConditionChange = Type.Object(
  { uuid: Uuid, ...conditionMembers },
  { title: 'PolicyConditionChange' },
);
export type PolicyConditionChange = Static<typeof PolicyConditionChange>;

const policyMembers = {
  uuid: Uuid,
  name: Type.String(),
  operator: oneOf(POLICY_OPERATORS),
  violationState: oneOf(VIOLATION_STATES),
  includeChildren: Type.Boolean(),
  onlyLatestProjectVersion: Type.Boolean(),
};

const NamedProject = Type.Object({ uuid: Uuid, name: Type.String(), version: Type.Optional(Type.String()) });
export const PolicyTag = Type.Object({ name: Type.String() });

export const Policy = Type.Object(
  {
    ...policyMembers,
    policyConditions: Type.Array(PolicyCondition),
    projects: Type.Array(NamedProject),
    tags: Type.Array(PolicyTag),
    global: Type.Boolean({ description: 'Whether the policy has neither projects nor tags' }),
  },
  { title: 'Policy' },
);
export type Policy = Static<typeof Policy>;

const givenMembers = {
  operator: choice<PolicyOperator>(POLICY_OPERATORS),
  violationState: choice<ViolationState>(VIOLATION_STATES),
  includeChildren: optional(Type.Boolean()),
  onlyLatestProjectVersion: optional(Type.Boolean()),
};

export const NewPolicy = Type.Object({ name: PrintableName, ...givenMembers }, { title: 'NewPolicy' });
export type NewPolicy = Static<typeof NewPolicy>;

export const PolicyChange = Type.Object(
  { uuid: Uuid, name: PrintableName, ...givenMembers },
  { title: 'PolicyChange' },
);
export type PolicyChange = Static<typeof PolicyChange>;

export const NamedPolicy = Type.Object({ uuid: Uuid, name: Type.String() }, { title: 'NamedPolicy' });
export type NamedPolicy = Static<typeof NamedPolicy>;

export const ViolationAnalysis = Type.Object(
  {
    analysisState: oneOf(VIOLATION_ANALYSIS_STATES),
    analysisComments: Type.Optional(
      Type.Array(
        Type.Object({
          timestamp: Timestamp,
          comment: Type.String(),
          commenter: Type.Optional(Type.String()),
        }),
      ),
    ),
    isSuppressed: Type.Boolean(),
  },
  { title: 'ViolationAnalysis' },
);
export type ViolationAnalysis = Static<typeof ViolationAnalysis>;

export const ViolationAnalysisRequest = Type.Object(
  {
    component: Uuid,
    policyViolation: Uuid,
    analysisState: choice<ViolationAnalysisState>(VIOLATION_ANALYSIS_STATES),
    comment: optional(Type.String({ maxLength: 65_535, pattern: LINES })),
    isSuppressed: optional(Type.Boolean()),
    suppressed: optional(Type.Boolean({ description: 'Another name of isSuppressed' })),
  },
  { title: 'ViolationAnalysisRequest' },
);
export type ViolationAnalysisRequest = Static<typeof ViolationAnalysisRequest>;

export const Violation = Type.Object(
  {
    uuid: Uuid,
    type: oneOf(VIOLATION_TYPES),
    timestamp: Timestamp,
    text: Type.Optional(Type.String()),
    project: NamedProject,
    component: Type.Object({
      uuid: Uuid,
      name: Type.String(),
      version: Type.Optional(Type.String()),
      group: Type.Optional(Type.String()),
      purl: Type.Optional(Type.String()),
      classifier: Type.Optional(Type.String()),
      license: Type.Optional(Type.String()),
      licenseExpression: Type.Optional(Type.String()),
      resolvedLicense: Type.Optional(ConciseLicense),
    }),
    policyCondition: Type.Object({
      uuid: Uuid,
      subject: oneOf(POLICY_CONDITION_SUBJECTS),
      operator: oneOf(POLICY_CONDITION_OPERATORS),
      value: Type.String(),
      violationType: Type.Optional(oneOf(VIOLATION_TYPES)),
      policy: Type.Object(policyMembers),
    }),
    analysis: Type.Optional(ViolationAnalysis),
  },
  { title: 'PolicyViolation' },
);
export type Violation = Static<typeof Violation>;
