import { findingOperations, type QueryOf } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { createSnapshotCache } from '../../../platform/db/snapshot-cache.ts';
import { presentPage, toKeysetPage } from '../../../platform/http/keyset-page.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { accessScope } from '../../portfolio/access/project-access.ts';
import { refuseAsOf } from '../history/to-as-of.ts';
import { createAnswerFindingList } from './answer-finding-list.ts';
import { caseOrders } from './finding-cases-store.ts';
import type { FindingFilter } from './finding-filter.ts';
import { groupOrders } from './finding-groups-store.ts';
import { findOrder } from './finding-list-order-store.ts';
import { listFindingCases } from './list-finding-cases.ts';
import { countFindingTotals, listFindingGroups, type PlacedGroup } from './list-finding-groups.ts';
import { listGroupedFindings } from './list-grouped-findings.ts';
import { narrowFilter } from './narrow-filter.ts';
import { toGroupFilter, toPortfolioFilter } from './to-finding-filter.ts';

const groupOf = ({ group }: PlacedGroup) => group;
const positionOf = ({ value, id }: PlacedGroup) => ({ value, id });

interface FilteredRequest {
  readonly query: QueryOf<typeof findingOperations.getFindingTotals>;
  readonly principal: Principal;
  readonly url: string;
  readonly arrivedAt: number;
}

/** Groups over the filters of the list of findings. */
function groupV2Routes(server: FastifyInstance, ctx: Context): void {
  const cache = createSnapshotCache<string>(ctx.db, (json) => json.length);
  const answer = async (request: FilteredRequest, read: (filter: FindingFilter) => Promise<unknown>) => {
    const { query, principal, url, arrivedAt } = request;
    refuseAsOf(query);
    const filter = toPortfolioFilter(query);
    const load = async () => JSON.stringify(await read(await narrowFilter(ctx.db, principal, filter, query)));
    return { status: 200 as const, json: await cache(`${accessScope(principal)} ${url}`, load, arrivedAt) };
  };
  serve(server, findingOperations.listFindingGroups, async (request) => {
    const { query, principal } = request;
    const page = toKeysetPage('finding groups', query, { fields: {}, unsorted: 'value' });
    return answer(request, async (filter) => {
      const found = await listFindingGroups(ctx.db, principal, filter, query.by, page);
      return presentPage(page, found, groupOf, positionOf);
    });
  });
  serve(server, findingOperations.getFindingTotals, async (request) =>
    answer(request, (filter) => countFindingTotals(ctx.db, request.principal, filter)),
  );
}

export function findingGroupRoutes(server: FastifyInstance, ctx: Context): void {
  groupV2Routes(server, ctx);
  const answerList = createAnswerFindingList(ctx.db);
  serve(server, findingOperations.listGroupedFindings, async (request) => {
    const { query, principal, page } = request;
    refuseAsOf(query);
    const filter = toGroupFilter(query);
    const order = findOrder(page, groupOrders);
    return answerList(request, (counting) =>
      listGroupedFindings(ctx.db, principal, filter, page, order, counting),
    );
  });
  serve(server, findingOperations.listFindingCases, async (request) => {
    const { query, principal, page } = request;
    refuseAsOf(query);
    const filter = toGroupFilter(query);
    const order = findOrder(page, caseOrders);
    return answerList(request, async (counting) => {
      const among = await narrowFilter(ctx.db, principal, filter, query);
      return listFindingCases(ctx.db, principal, among, page, order, counting, query.findings ?? 0);
    });
  });
}
