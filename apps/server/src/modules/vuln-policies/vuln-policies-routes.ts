import { vulnPolicyOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { presentPage, toKeysetPage } from '../../platform/http/keyset-page.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { bundleRoutes } from './bundle-routes.ts';
import { createVulnPolicy } from './create-vuln-policy.ts';
import { deleteVulnPolicy } from './delete-vuln-policy.ts';
import { getVulnPolicy } from './get-vuln-policy.ts';
import { listVulnPolicies } from './list-vuln-policies.ts';
import { presentListedPolicy, presentPolicy } from './present-vuln-policy.ts';
import { previewVulnPolicy } from './preview-vuln-policy.ts';
import { updateVulnPolicy } from './update-vuln-policy.ts';
import type { VulnPolicyRow } from './vuln-policy.ts';

const byRank = { fields: {}, unsorted: 'rank' } as const;
const positionOf = ({ name, priority }: VulnPolicyRow) => ({ value: name, id: priority });

export function vulnPoliciesRoutes(server: FastifyInstance, ctx: Context): void {
  bundleRoutes(server, ctx);
  serve(server, vulnPolicyOperations.listVulnPolicies, async ({ query }) => {
    const page = toKeysetPage<'rank'>('vuln-policies', query, byRank);
    const found = await listVulnPolicies(ctx.db, query.name?.trim() || undefined, page);
    return { status: 200, body: presentPage(page, found, presentListedPolicy, positionOf) };
  });
  serve(server, vulnPolicyOperations.createVulnPolicy, async ({ body }) => {
    const uuid = await createVulnPolicy(ctx, body);
    return { status: 201, body: { uuid }, headers: { Location: `/api/v2/vuln-policies/${uuid}` } };
  });
  serve(server, vulnPolicyOperations.evaluateVulnPolicy, async ({ body, principal }) => ({
    status: 200,
    body: await previewVulnPolicy(ctx, principal, body),
  }));
  serve(server, vulnPolicyOperations.getVulnPolicy, async ({ params }) => ({
    status: 200,
    body: presentPolicy(await getVulnPolicy(ctx.db, params.uuid)),
  }));
  serve(server, vulnPolicyOperations.updateVulnPolicy, async ({ params, body }) => {
    await updateVulnPolicy(ctx, params.uuid, body);
    return { status: 204 };
  });
  serve(server, vulnPolicyOperations.deleteVulnPolicy, async ({ params }) => {
    await deleteVulnPolicy(ctx, params.uuid);
    return { status: 204 };
  });
}
