import Type from 'typebox';
import { wholeOrPart } from '../access.ts';
import { operation } from '../operation.ts';
import { pagingMembers } from '../paging-v2.ts';
import { Uuid, UuidParams } from '../values.ts';
import {
  VulnPolicy,
  VulnPolicyBody,
  VulnPolicyBundleList,
  VulnPolicyEvaluation,
  VulnPolicyEvaluationRequest,
  VulnPolicyList,
  VulnPolicySyncRun,
} from '../vuln-policies.ts';

const tag = 'vuln-policies';
const mayRead = wholeOrPart('POLICY_MANAGEMENT', 'READ');
const mayUpdate = wholeOrPart('POLICY_MANAGEMENT', 'UPDATE');
const mayDelete = wholeOrPart('POLICY_MANAGEMENT', 'DELETE');
const { limit, page_token } = pagingMembers;

export const vulnPolicyOperations = {
  listVulnPolicies: operation({
    id: 'listVulnPolicies',
    method: 'GET',
    path: '/api/v2/vuln-policies',
    access: mayRead,
    tag,
    summary: 'List vulnerability policies',
    description: 'By priority, then by name. Beyond 500 the total is AT_LEAST.',
    query: Type.Object({
      name: Type.Optional(Type.String({ maxLength: 255, description: 'Part of the name, case-insensitive' })),
      limit,
      page_token,
    }),
    responses: { 200: VulnPolicyList },
  }),
  createVulnPolicy: operation({
    id: 'createVulnPolicy',
    method: 'POST',
    path: '/api/v2/vuln-policies',
    access: wholeOrPart('POLICY_MANAGEMENT', 'CREATE'),
    tag,
    summary: 'Create a vulnerability policy',
    description: 'The policy is applied to the whole portfolio at once.',
    body: VulnPolicyBody,
    responses: { 201: Type.Object({ uuid: Uuid }) },
    problems: [409],
  }),
  evaluateVulnPolicy: operation({
    id: 'evaluateVulnPolicy',
    method: 'POST',
    path: '/api/v2/vuln-policies/evaluate',
    access: mayRead,
    tag,
    summary: 'Evaluate a draft without applying it',
    description: 'Returns the matching findings, the changes, and other policies that match them too.',
    body: VulnPolicyEvaluationRequest,
    responses: { 200: VulnPolicyEvaluation },
    problems: [404],
  }),
  getVulnPolicy: operation({
    id: 'getVulnPolicy',
    method: 'GET',
    path: '/api/v2/vuln-policies/{uuid}',
    access: mayRead,
    tag,
    summary: 'Get a vulnerability policy',
    params: UuidParams,
    responses: { 200: VulnPolicy },
    problems: [404],
  }),
  updateVulnPolicy: operation({
    id: 'updateVulnPolicy',
    method: 'PUT',
    path: '/api/v2/vuln-policies/{uuid}',
    access: mayUpdate,
    tag,
    summary: 'Replace a vulnerability policy',
    description: 'Policies of a bundle are read-only: 403.',
    params: UuidParams,
    body: VulnPolicyBody,
    responses: { 204: null },
    problems: [404, 409],
  }),
  deleteVulnPolicy: operation({
    id: 'deleteVulnPolicy',
    method: 'DELETE',
    path: '/api/v2/vuln-policies/{uuid}',
    access: mayDelete,
    tag,
    summary: 'Delete a vulnerability policy',
    description: 'Its decisions are reset. Policies of a bundle are read-only: 403.',
    params: UuidParams,
    responses: { 204: null },
    problems: [404],
  }),
};

export const vulnPolicyBundleOperations = {
  listVulnPolicyBundles: operation({
    id: 'listVulnPolicyBundles',
    method: 'GET',
    path: '/api/v2/vuln-policy-bundles',
    access: mayRead,
    tag,
    summary: 'List vulnerability policy bundles: none or one',
    responses: { 200: VulnPolicyBundleList },
  }),
  deleteVulnPolicyBundle: operation({
    id: 'deleteVulnPolicyBundle',
    method: 'DELETE',
    path: '/api/v2/vuln-policy-bundles/{uuid}',
    access: mayDelete,
    tag,
    summary: 'Delete a bundle and its policies',
    description:
      'Their decisions are reset. While its address is configured, the next sync creates it again.',
    params: UuidParams,
    responses: { 204: null },
    problems: [404],
  }),
  startVulnPolicyBundleSync: operation({
    id: 'startVulnPolicyBundleSync',
    method: 'POST',
    path: '/api/v2/vuln-policy-bundles/{uuid}/sync-runs',
    access: mayUpdate,
    tag,
    summary: 'Start a sync of a bundle',
    params: UuidParams,
    responses: { 202: null },
    problems: [404, 409],
  }),
  getLatestVulnPolicyBundleSync: operation({
    id: 'getLatestVulnPolicyBundleSync',
    method: 'GET',
    path: '/api/v2/vuln-policy-bundles/{uuid}/sync-runs/latest',
    access: mayRead,
    tag,
    summary: 'Get the latest sync of a bundle',
    params: UuidParams,
    responses: { 200: VulnPolicySyncRun },
    problems: [404],
  }),
};
