import { type Method, operation, PUBLIC } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../platform/errors.ts';
import { serve } from '../platform/http/serve-operation.ts';

/** Endpoints that the contract's upgrade tables remove, with their replacement. */
export const REMOVED: readonly (readonly [method: Method, path: string, replacement: string])[] = [
  // v0.6.0
  ['POST', '/api/v1/policy/{policyUuid}/tag/{tagName}', 'POST /api/v1/tag/{name}/policy'],
  ['DELETE', '/api/v1/policy/{policyUuid}/tag/{tagName}', 'DELETE /api/v1/tag/{name}/policy'],
  ['GET', '/api/v1/tag/{policyUuid}', 'GET /api/v1/tag/policy/{uuid}'],
  ['GET', '/api/v1/bom/token/{uuid}', 'GET /api/v1/event/token/{uuid}'],
  // v0.7.0
  ['GET', '/api/v1/policy/vulnerability', 'GET /api/v2/vuln-policies'],
  ['GET', '/api/v1/policy/vulnerability/{uuid}', 'GET /api/v2/vuln-policies/{uuid}'],
  ['PUT', '/api/v1/policy/vulnerability', 'POST /api/v2/vuln-policies'],
  ['POST', '/api/v1/policy/vulnerability', 'PUT /api/v2/vuln-policies/{uuid}'],
  ['DELETE', '/api/v1/policy/vulnerability/{uuid}', 'DELETE /api/v2/vuln-policies/{uuid}'],
  ['GET', '/api/v1/policy/vulnerability/bundle', 'GET /api/v2/vuln-policy-bundles'],
];

/** "A removed endpoint is called: removed; callers must use the replacement." */
export function removedEndpointRoutes(server: FastifyInstance): void {
  for (const [method, path, replacement] of REMOVED) {
    const refuse = async (): Promise<never> => {
      const detail = `This endpoint was removed. Use ${replacement} instead.`;
      throw new AppError('gone', detail, { members: { replacement } });
    };
    serve(server, removedOperation(method, path), refuse, { beforeBody: refuse });
  }
}

/** Not part of OpenAPI. Public, because there is nothing to protect. */
function removedOperation(method: Method, path: string) {
  return operation({
    id: `removed ${method} ${path}`,
    method,
    path,
    access: PUBLIC,
    tag: 'removed',
    summary: 'Removed',
    responses: {},
    problems: [410],
  });
}
