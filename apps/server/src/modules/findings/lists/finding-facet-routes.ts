import { findingOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { createSnapshotCache } from '../../../platform/db/snapshot-cache.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { accessScope } from '../../portfolio/access/project-access.ts';
import { toAsOf } from '../history/to-as-of.ts';
import { countFindingFacets, FURTHER_FACETS } from './count-finding-facets.ts';
import { narrowFilter } from './narrow-filter.ts';
import { toNames, toPortfolioFilter } from './to-finding-filter.ts';

export function findingFacetRoutes(server: FastifyInstance, ctx: Context): void {
  const cache = createSnapshotCache<string>(ctx.db, (json) => json.length);
  serve(server, findingOperations.getFindingFacets, async (request) => {
    const { query, principal, url, arrivedAt } = request;
    const filter = { ...toPortfolioFilter(query), asOf: toAsOf(ctx, query.asOf) };
    const further = toNames('facets', query.facets, FURTHER_FACETS) ?? [];
    const load = async () => {
      const among = await narrowFilter(ctx.db, principal, filter, query);
      return JSON.stringify(await countFindingFacets(ctx.db, principal, among, further));
    };
    const json = await cache(`${accessScope(principal)} ${url}`, load, arrivedAt);
    return { status: 200, json };
  });
}
