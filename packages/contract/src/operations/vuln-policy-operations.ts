import Type from 'typebox';
import { mayManage } from '../access.ts';
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
const mayRead = mayManage('POLICY_MANAGEMENT', 'READ');
const mayUpdate = mayManage('POLICY_MANAGEMENT', 'UPDATE');
const mayDelete = mayManage('POLICY_MANAGEMENT', 'DELETE');
const { limit, page_token } = pagingMembers;

export const vulnPolicyOperations = {
  listVulnPolicies: operation({
    id: 'listVulnPolicies',
    method: 'GET',
    path: '/api/v2/vuln-policies',
    access: mayRead,
    tag,
    summary: 'Lists vulnerability policies',
    description: 'By priority, then by name. Beyond 500 the total is AT_LEAST.',
    query: Type.Object({
      name: Type.Optional(Type.String({ maxLength: 255, description: 'Part of the name, in any case' })),
      limit,
      page_token,
    }),
    responses: { 200: VulnPolicyList },
  }),
  createVulnPolicy: operation({
    id: 'createVulnPolicy',
    method: 'POST',
    path: '/api/v2/vuln-policies',
    access: mayManage('POLICY_MANAGEMENT', 'CREATE'),
    tag,
    summary: 'Creates a vulnerability policy',
    description: 'It is applied to the whole portfolio at once.',
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
    summary: 'Tries a draft without applying it',
    description:
      'Which findings it matches, what would change on them, and which other policies match them too.',
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
    summary: 'One vulnerability policy',
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
    summary: 'Replaces a vulnerability policy',
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
    summary: 'Deletes a vulnerability policy',
    description: 'What it had decided is reset. Policies of a bundle are read-only: 403.',
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
    summary: 'Lists bundles of vulnerability policies: none or one',
    responses: { 200: VulnPolicyBundleList },
  }),
  deleteVulnPolicyBundle: operation({
    id: 'deleteVulnPolicyBundle',
    method: 'DELETE',
    path: '/api/v2/vuln-policy-bundles/{uuid}',
    access: mayDelete,
    tag,
    summary: 'Deletes a bundle and its policies',
    description:
      'What they had decided is reset. While its address is configured, the next sync brings it back.',
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
    summary: 'Starts a sync of a bundle',
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
    summary: 'The latest sync of a bundle',
    params: UuidParams,
    responses: { 200: VulnPolicySyncRun },
    problems: [404],
  }),
};
