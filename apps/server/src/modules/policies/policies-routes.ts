import { policyOperations, policyTagOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { pageHeaders } from '../../platform/http/paging.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { toTagName } from '../portfolio/tags/tag-names.ts';
import { changePolicyProject } from './change-policy-project.ts';
import { changePolicyTags } from './change-policy-tags.ts';
import { createCondition } from './create-condition.ts';
import { createPolicy } from './create-policy.ts';
import { deleteCondition } from './delete-condition.ts';
import { deletePolicy } from './delete-policy.ts';
import { getPolicy } from './get-policy.ts';
import { listPolicyTags } from './list-policy-tags.ts';
import type { DescribedPolicyRow } from './policy.ts';
import { listPolicies, listPoliciesOfTag } from './policy-store.ts';
import { presentCondition, presentPolicy } from './present-policy.ts';
import { updateCondition } from './update-condition.ts';
import { updatePolicy } from './update-policy.ts';
import { violationRoutes } from './violation-routes.ts';

export function policiesRoutes(server: FastifyInstance, ctx: Context): void {
  servePolicies(server, ctx);
  serveConditions(server, ctx);
  serveProjects(server, ctx);
  serveTags(server, ctx);
  violationRoutes(server, ctx);
}

function servePolicies(server: FastifyInstance, ctx: Context): void {
  serve(server, policyOperations.listPolicies, async ({ url, page, principal }) => {
    const { rows, total } = await listPolicies(ctx.db, principal, page);
    return { status: 200, body: rows.map(presentPolicy), headers: pageHeaders(url, page, total) };
  });
  serve(server, policyOperations.getPolicy, async ({ params, principal }) => ({
    status: 200,
    body: presentPolicy(await getPolicy(ctx.db, principal, params.uuid)),
  }));
  serve(server, policyOperations.createPolicy, async ({ body, principal }) => ({
    status: 201,
    body: presentPolicy(await createPolicy(ctx, principal, body)),
  }));
  serve(server, policyOperations.updatePolicy, async ({ body, principal }) => ({
    status: 200,
    body: presentPolicy(await updatePolicy(ctx, principal, body)),
  }));
  serve(server, policyOperations.deletePolicy, async ({ params }) => {
    await deletePolicy(ctx, params.uuid);
    return { status: 204 };
  });
}

function serveConditions(server: FastifyInstance, ctx: Context): void {
  serve(server, policyOperations.createPolicyCondition, async ({ params, body, principal }) => ({
    status: 201,
    body: presentCondition(await createCondition(ctx, principal, params.uuid, body)),
  }));
  serve(server, policyOperations.updatePolicyCondition, async ({ body, principal }) => ({
    status: 200,
    body: presentCondition(await updateCondition(ctx, principal, body)),
  }));
  serve(server, policyOperations.deletePolicyCondition, async ({ params }) => {
    await deleteCondition(ctx, params.uuid);
    return { status: 204 };
  });
}

function serveProjects(server: FastifyInstance, ctx: Context): void {
  serve(server, policyOperations.addProjectToPolicy, async ({ params, principal }) =>
    presentChange(await changePolicyProject(ctx, principal, params, 'add')),
  );
  serve(server, policyOperations.removeProjectFromPolicy, async ({ params, principal }) =>
    presentChange(await changePolicyProject(ctx, principal, params, 'remove')),
  );
}

function presentChange(changed: DescribedPolicyRow | undefined) {
  return changed ? ({ status: 200, body: presentPolicy(changed) } as const) : ({ status: 304 } as const);
}

function serveTags(server: FastifyInstance, ctx: Context): void {
  serve(server, policyTagOperations.listTaggedPolicies, async ({ url, params, page }) => {
    const { rows, total } = await listPoliciesOfTag(ctx.db, toTagName(params.name), page);
    return { status: 200, body: [...rows], headers: pageHeaders(url, page, total) };
  });
  serve(server, policyTagOperations.tagPolicies, async ({ params, body }) => {
    await changePolicyTags(ctx, params.name, body, 'tag');
    return { status: 204 };
  });
  serve(server, policyTagOperations.untagPolicies, async ({ params, body }) => {
    await changePolicyTags(ctx, params.name, body, 'untag');
    return { status: 204 };
  });
  serve(server, policyTagOperations.listTagsOfPolicy, async ({ params }) => {
    const tags = await listPolicyTags(ctx.db, params.uuid);
    const headers = { 'X-Total-Count': String(tags.length) };
    return { status: 200, body: tags.map((name) => ({ name })), headers };
  });
}
