import Type, { type Static } from 'typebox';
import {
  ANALYSIS_JUSTIFICATIONS,
  ANALYSIS_RESPONSES,
  ANALYSIS_STATES,
  type AnalysisJustification,
  type AnalysisResponse,
  type AnalysisState,
} from './analysis-values.ts';
import { oneOf } from './one-of.ts';
import { choice, optional, text } from './optional.ts';
import { toListSchema } from './paging-v2.ts';
import { LINES, PrintableName, Timestamp, Uuid } from './values.ts';

const OPERATION_MODES = ['APPLY', 'LOG', 'DISABLED'] as const;
export type OperationMode = (typeof OPERATION_MODES)[number];

const RATING_METHODS = ['CVSSV2', 'CVSSV3', 'CVSSV4', 'OWASP'] as const;
export type RatingMethod = (typeof RATING_METHODS)[number];

export const RATING_SEVERITIES = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO', 'UNASSIGNED'] as const;
export type RatingSeverity = (typeof RATING_SEVERITIES)[number];

export type PolicyState = Exclude<AnalysisState, 'NOT_SET'>;
const POLICY_STATES = ANALYSIS_STATES.filter((state): state is PolicyState => state !== 'NOT_SET');

const PolicyAnalysis = Type.Object(
  {
    state: oneOf(POLICY_STATES),
    justification: choice<AnalysisJustification>(ANALYSIS_JUSTIFICATIONS),
    vendor_response: choice<AnalysisResponse>(ANALYSIS_RESPONSES),
    details: text(65_535, LINES),
    suppress: optional(Type.Boolean()),
  },
  { title: 'VulnPolicyAnalysis', additionalProperties: false },
);

const PolicyRating = Type.Object(
  {
    method: oneOf(RATING_METHODS),
    severity: oneOf(RATING_SEVERITIES),
    vector: text(255),
    score: optional(Type.Number({ minimum: 0, maximum: 10 })),
  },
  { title: 'VulnPolicyRating', additionalProperties: false },
);
export type PolicyRating = Static<typeof PolicyRating>;

const policyMembers = {
  name: PrintableName,
  description: text(512, LINES),
  author: text(255),
  condition: Type.String({
    minLength: 1,
    maxLength: 4096,
    pattern: LINES,
    description: 'One CEL expression over vuln, component, project and now',
    examples: ['vuln.id == "CVE-2024-1234" && component.name == "acme-lib"'],
  }),
  analysis: PolicyAnalysis,
  ratings: optional(Type.Array(PolicyRating, { maxItems: 3, description: 'At most one per method' })),
  operation_mode: choice<OperationMode>(OPERATION_MODES, { default: 'APPLY' }),
  priority: optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      default: 0,
      description: 'The policy with the highest priority applies',
    }),
  ),
  valid_from: optional(Timestamp),
  valid_until: optional(Timestamp),
};

/** Read-only members, accepted so that clients can send back what they received. */
const readOnlyMembers = {
  uuid: Type.Optional(Uuid),
  source: Type.Optional(oneOf(['USER', 'BUNDLE'])),
  created: Type.Optional(Timestamp),
  updated: Type.Optional(Timestamp),
  evaluation_error: Type.Optional(
    Type.String({ description: 'Why the last evaluation of a finding failed' }),
  ),
};

export const VulnPolicyBody = Type.Object(
  { ...policyMembers, ...readOnlyMembers },
  { title: 'VulnPolicyBody', additionalProperties: false },
);
export type VulnPolicyBody = Static<typeof VulnPolicyBody>;

export const VulnPolicy = Type.Object(
  { ...policyMembers, ...readOnlyMembers, uuid: Uuid, source: oneOf(['USER', 'BUNDLE']) },
  { title: 'VulnPolicy' },
);
export type VulnPolicy = Static<typeof VulnPolicy>;

export const VulnPolicyListItem = Type.Object(
  {
    uuid: Uuid,
    name: Type.String(),
    description: Type.Optional(Type.String()),
    author: Type.Optional(Type.String()),
    priority: Type.Integer(),
    operation_mode: oneOf(OPERATION_MODES),
    source: oneOf(['USER', 'BUNDLE']),
  },
  { title: 'VulnPolicyListItem' },
);
export type VulnPolicyListItem = Static<typeof VulnPolicyListItem>;
export const VulnPolicyList = toListSchema(VulnPolicyListItem, 'VulnPolicyList');

export const VulnPolicyBundle = Type.Object(
  {
    uuid: Uuid,
    url: Type.String(),
    hash: Type.Optional(Type.String({ description: 'SHA-256 of the bundle that was applied last' })),
    last_successful_sync: Type.Optional(Timestamp),
    last_failure: Type.Optional(Type.String({ description: 'Why the latest sync failed' })),
    created: Type.Optional(Timestamp),
    updated: Type.Optional(Timestamp),
  },
  { title: 'VulnPolicyBundle' },
);
export type VulnPolicyBundle = Static<typeof VulnPolicyBundle>;
export const VulnPolicyBundleList = toListSchema(VulnPolicyBundle, 'VulnPolicyBundleList');

const SYNC_STATUSES = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED'] as const;

export const VulnPolicySyncRun = Type.Object(
  {
    status: oneOf(SYNC_STATUSES),
    started_at: Type.Optional(Timestamp),
    completed_at: Type.Optional(Timestamp),
    failure_reason: Type.Optional(Type.String()),
  },
  { title: 'VulnPolicySyncRun' },
);
export type VulnPolicySyncRun = Static<typeof VulnPolicySyncRun>;

const Change = Type.Object({
  field: Type.String(),
  from: Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] }),
  to: Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] }),
});

export const VulnPolicyEvaluationRequest = Type.Object(
  {
    policy: VulnPolicyBody,
    uuid: Type.Optional({ ...Uuid, description: 'The policy that the draft replaces' }),
    project: Type.Optional({ ...Uuid, description: 'Only this project' }),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3650,
        description: 'Only findings of the last days',
      }),
    ),
    sample_size: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, default: 20 })),
  },
  { title: 'VulnPolicyEvaluationRequest', additionalProperties: false },
);
export type VulnPolicyEvaluationRequest = Static<typeof VulnPolicyEvaluationRequest>;

const EvaluatedFinding = Type.Object(
  {
    project: Type.Object({ uuid: Uuid, name: Type.String(), version: Type.Optional(Type.String()) }),
    component: Type.Object({ uuid: Uuid, name: Type.String(), version: Type.Optional(Type.String()) }),
    vulnerability: Type.Object({ uuid: Uuid, source: Type.String(), vuln_id: Type.String() }),
    first_seen: Timestamp,
    outcome: oneOf(['APPLIED', 'UNCHANGED', 'OUTRANKED', 'SHADOWED']),
    decided_by: Type.Optional(Type.String({ description: 'Owner of the current decision' })),
    shadowed_by: Type.Optional(Type.String({ description: 'A policy of higher rank that also matches' })),
    changes: Type.Array(Change),
  },
  { title: 'VulnPolicyEvaluatedFinding' },
);
export type EvaluatedFinding = Static<typeof EvaluatedFinding>;

export const VulnPolicyEvaluation = Type.Object(
  {
    evaluated: Type.Integer({ description: 'Active findings that were evaluated' }),
    matched: Type.Integer(),
    projects: Type.Integer({ description: 'Number of their projects' }),
    applied: Type.Integer({ description: 'Would change' }),
    unchanged: Type.Integer({ description: 'Already as decided' }),
    outranked: Type.Integer({ description: 'Decided by a person or a VEX document' }),
    shadowed: Type.Integer({ description: 'Decided by a policy of higher rank' }),
    failed: Type.Integer({ description: 'Findings on which the condition cannot be evaluated' }),
    error: Type.Optional(Type.String({ description: 'The first reason' })),
    conflicts: Type.Array(
      Type.Object({
        name: Type.String(),
        priority: Type.Integer(),
        findings: Type.Integer({ description: 'Findings on which both match and decide differently' }),
        wins: Type.Boolean({ description: 'Whether the other policy decides' }),
      }),
    ),
    sample: Type.Array(EvaluatedFinding),
    complete: Type.Boolean({
      description: 'False if the time limit was reached before all projects were evaluated',
    }),
    projects_evaluated: Type.Integer({ description: 'Projects that were evaluated' }),
    projects_concerned: Type.Integer({ description: 'Projects in which the condition may be true' }),
  },
  { title: 'VulnPolicyEvaluation' },
);
export type VulnPolicyEvaluation = Static<typeof VulnPolicyEvaluation>;
