import { type CloneInclude, type CloneRequest, cloneOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { newUuid } from '../../../platform/ids.ts';
import { type CopyDependents, cloneProject } from './clone-project.ts';

export function cloneRoutes(server: FastifyInstance, ctx: Context, copy: CopyDependents): void {
  serve(server, cloneOperations.cloneProject, async ({ params, body, principal }) => {
    const options = {
      original: params.uuid,
      version: body.version,
      isLatest: body.version_is_latest ?? false,
      includes: new Set(body.includes ?? []),
    };
    const uuid = await cloneProject(ctx, principal, options, copy);
    return { status: 201, body: { uuid }, headers: { Location: `/api/v1/project/${uuid}` } };
  });
  serve(server, cloneOperations.cloneProjectV1, async ({ body, principal }) => {
    const token = newUuid();
    const options = {
      original: body.project,
      version: body.version,
      isLatest: body.makeCloneLatest ?? false,
      includes: toIncludes(body),
      token,
    };
    await cloneProject(ctx, principal, options, copy);
    return { status: 202, body: { token } };
  });
}

function toIncludes(body: CloneRequest): ReadonlySet<CloneInclude> {
  const requested: [CloneInclude, boolean | null | undefined][] = [
    ['TAGS', body.includeTags],
    ['PROPERTIES', body.includeProperties],
    ['COMPONENTS', body.includeComponents || body.includeDependencies],
    ['SERVICES', body.includeServices],
    ['ACL', body.includeACL],
    ['FINDINGS', body.includeComponents || body.includeDependencies],
    ['FINDINGS_AUDIT_HISTORY', body.includeAuditHistory],
    ['POLICY_VIOLATIONS', body.includePolicyViolations],
    ['POLICY_VIOLATIONS_AUDIT_HISTORY', body.includeAuditHistory],
  ];
  return new Set(requested.filter(([, isRequested]) => isRequested).map(([include]) => include));
}
