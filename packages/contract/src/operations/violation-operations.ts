import Type, { type Static } from 'typebox';
import { anyOf } from '../access.ts';
import { operation } from '../operation.ts';
import { Violation, ViolationAnalysis, ViolationAnalysisRequest } from '../policies.ts';
import { Flag, Uuid, UuidParams } from '../values.ts';

const tag = 'violation';
const mayView = anyOf('VIEW_POLICY_VIOLATION');
const suppressed = Type.Optional({ ...Flag, description: 'Include suppressed ones' });
const list = (description: string) => Type.Optional(Type.String({ maxLength: 8192, description }));

export const ViolationQuery = Type.Object({
  suppressed,
  showInactive: Type.Optional({ ...Flag, description: 'Include inactive projects' }),
  violationState: list('INFO, WARN, FAIL; comma-separated'),
  riskType: list('LICENSE, SECURITY, OPERATIONAL; comma-separated'),
  policy: list('UUIDs of policies, comma-separated'),
  analysisState: list('APPROVED, REJECTED, NOT_SET; comma-separated'),
  occurredOnDateFrom: list('yyyy-MM-dd'),
  occurredOnDateTo: list('yyyy-MM-dd'),
  textSearchField: list('policy_name, component, license, project_name; comma-separated'),
  textSearchInput: list('Text to search in these'),
});
export type ViolationQuery = Static<typeof ViolationQuery>;

export const violationOperations = {
  listViolations: operation({
    id: 'listViolations',
    method: 'GET',
    path: '/api/v1/violation',
    access: mayView,
    tag,
    summary: 'List policy violations, newest first',
    paged: true,
    query: ViolationQuery,
    responses: { 200: Type.Array(Violation) },
  }),
  listProjectViolations: operation({
    id: 'listProjectViolations',
    method: 'GET',
    path: '/api/v1/violation/project/{uuid}',
    access: mayView,
    tag,
    summary: 'List the violations in a project',
    paged: true,
    params: UuidParams,
    query: Type.Object({ suppressed }),
    responses: { 200: Type.Array(Violation) },
    problems: [404],
  }),
  listComponentViolations: operation({
    id: 'listComponentViolations',
    method: 'GET',
    path: '/api/v1/violation/component/{uuid}',
    access: mayView,
    tag,
    summary: 'List the violations of a component',
    paged: true,
    params: UuidParams,
    query: Type.Object({ suppressed }),
    responses: { 200: Type.Array(Violation) },
    problems: [404],
  }),
  getViolationAnalysis: operation({
    id: 'getViolationAnalysis',
    method: 'GET',
    path: '/api/v1/violation/analysis',
    access: mayView,
    tag,
    summary: 'Get the analysis of a violation',
    description: 'Empty body if there is no decision yet.',
    query: Type.Object({ component: Uuid, policyViolation: Uuid }),
    responses: { 200: ViolationAnalysis },
    problems: [404],
  }),
  decideOnViolation: operation({
    id: 'decideOnViolation',
    method: 'PUT',
    path: '/api/v1/violation/analysis',
    access: anyOf('POLICY_VIOLATION_ANALYSIS'),
    tag,
    summary: 'Record a decision on a violation',
    body: ViolationAnalysisRequest,
    responses: { 200: ViolationAnalysis },
    problems: [404],
  }),
};
