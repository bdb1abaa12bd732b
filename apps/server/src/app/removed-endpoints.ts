import type { Method } from '@tallyman/contract';

interface RemovedEndpoint {
  readonly method: Method;
  readonly path: string;
  /** What to call instead. */
  readonly replacement: string;
}

function removed(method: Method, path: string, replacement: string): RemovedEndpoint {
  return { method, path, replacement };
}

/** The endpoints that the contract's upgrade tables remove: v0.6.0 first, then v0.7.0. */
export const removedEndpoints: readonly RemovedEndpoint[] = [
  removed('POST', '/api/v1/policy/{policyUuid}/tag/{tagName}', 'POST /api/v1/tag/{name}/policy'),
  removed('DELETE', '/api/v1/policy/{policyUuid}/tag/{tagName}', 'DELETE /api/v1/tag/{name}/policy'),
  removed('GET', '/api/v1/tag/{policyUuid}', 'GET /api/v1/tag/policy/{uuid}'),
  removed('GET', '/api/v1/bom/token/{uuid}', 'GET /api/v1/event/token/{uuid}'),
  removed('GET', '/api/v1/policy/vulnerability', 'GET /api/v2/vuln-policies'),
  removed('GET', '/api/v1/policy/vulnerability/{uuid}', 'GET /api/v2/vuln-policies/{uuid}'),
  removed('PUT', '/api/v1/policy/vulnerability', 'POST /api/v2/vuln-policies'),
  removed('POST', '/api/v1/policy/vulnerability', 'PUT /api/v2/vuln-policies/{uuid}'),
  removed('DELETE', '/api/v1/policy/vulnerability/{uuid}', 'DELETE /api/v2/vuln-policies/{uuid}'),
  removed('GET', '/api/v1/policy/vulnerability/bundle', 'GET /api/v2/vuln-policy-bundles'),
];
