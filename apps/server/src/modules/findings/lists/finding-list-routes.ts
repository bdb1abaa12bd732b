import { findingOperations, SARIF } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import type { StreamSnapshot } from '../../../platform/http/snapshot-streams.ts';
import { getProjectId } from '../../portfolio/projects/get-project-id.ts';
import { exportSarif } from '../export/export-sarif.ts';
import { toAsOf } from '../history/to-as-of.ts';
import { createAnswerFindingList } from './answer-finding-list.ts';
import type { FindingFilter } from './finding-filter.ts';
import { findingOrders, findOrder, ordersAt, projectFindingOrders } from './finding-list-order-store.ts';
import { listFindings } from './list-findings.ts';
import { narrowFilter } from './narrow-filter.ts';
import { toPortfolioFilter, toProjectFilter } from './to-finding-filter.ts';

export function findingListRoutes(server: FastifyInstance, ctx: Context, stream: StreamSnapshot): void {
  const answerList = createAnswerFindingList(ctx.db);
  const answerSarif = async (principal: Principal, uuid: string, filter: FindingFilter) => ({
    status: 200 as const,
    stream: await stream(async (db) => {
      const projectId = await getProjectId(db, principal, uuid);
      return exportSarif(db, principal, { ...filter, projectId });
    }),
    headers: {
      'Content-Type': SARIF,
      'Content-Disposition': `attachment; filename="findings-${uuid.toLowerCase()}.sarif"`,
    },
  });
  serve(server, findingOperations.listProjectFindings, async (request) => {
    const { params, query, principal, page } = request;
    const filter = { ...toProjectFilter(query, page.search), asOf: toAsOf(ctx, query.asOf) };
    if (wantsSarif(request.headers)) return answerSarif(principal, params.uuid, filter);
    const order = findOrder(page, ordersOf(projectFindingOrders, filter));
    return answerList(request, async (counting) => {
      const projectId = await getProjectId(ctx.db, principal, params.uuid);
      return listFindings(ctx.db, principal, { ...filter, projectId }, page, order, counting);
    });
  });
  serve(server, findingOperations.listFindings, async (request) => {
    const { query, principal, page } = request;
    const filter = { ...toPortfolioFilter(query), asOf: toAsOf(ctx, query.asOf) };
    const order = findOrder(page, ordersOf(findingOrders, filter));
    return answerList(request, async (counting) => {
      const among = await narrowFilter(ctx.db, principal, filter, query);
      return listFindings(ctx.db, principal, among, page, order, counting);
    });
  });
}

function ordersOf(orders: typeof findingOrders, { asOf }: FindingFilter): typeof findingOrders {
  return asOf ? ordersAt(orders, asOf) : orders;
}

function wantsSarif({ accept = '' }: { readonly accept?: string | undefined }): boolean {
  return accept.toLowerCase().includes(SARIF);
}
