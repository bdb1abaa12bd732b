import { findingOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { createAnswerFindingList } from './answer-finding-list.ts';
import { caseOrders } from './finding-cases-store.ts';
import { groupOrders } from './finding-groups-store.ts';
import { findOrder } from './finding-list-order-store.ts';
import { listFindingCases } from './list-finding-cases.ts';
import { listGroupedFindings } from './list-grouped-findings.ts';
import { narrowFilter } from './narrow-filter.ts';
import { toGroupFilter } from './to-finding-filter.ts';

export function findingGroupRoutes(server: FastifyInstance, ctx: Context): void {
  const answerList = createAnswerFindingList(ctx.db);
  serve(server, findingOperations.listGroupedFindings, async (request) => {
    const { query, principal, page } = request;
    const filter = toGroupFilter(query);
    const order = findOrder(page, groupOrders);
    return answerList(request, (counting) =>
      listGroupedFindings(ctx.db, principal, filter, page, order, counting),
    );
  });
  serve(server, findingOperations.listFindingCases, async (request) => {
    const { query, principal, page } = request;
    const filter = toGroupFilter(query);
    const order = findOrder(page, caseOrders);
    return answerList(request, async (counting) => {
      const among = { ...filter, ...(await narrowFilter(ctx.db, principal, query)) };
      return listFindingCases(ctx.db, principal, among, page, order, counting, query.findings ?? 0);
    });
  });
}
