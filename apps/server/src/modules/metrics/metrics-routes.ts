import { metricsOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import {
  presentDependencyMetrics,
  presentPortfolioMetrics,
  presentProjectMetrics,
} from '../metric-values/present-metrics.ts';
import { getComponent } from '../portfolio/components/get-component.ts';
import { getProjectId } from '../portfolio/projects/get-project-id.ts';
import { loadRetentionDays } from './load-retention-days.ts';
import { getComponentMetrics } from './series/get-component-metrics.ts';
import { getPortfolioMetrics } from './series/get-portfolio-metrics.ts';
import { getProjectMetrics } from './series/get-project-metrics.ts';
import { listPortfolioMetrics } from './series/list-portfolio-metrics.ts';
import { countPublished, type DayRange, listComponentDays, listProjectDays } from './series/series-store.ts';
import { toRangeOfDays, toRangeSince } from './series/to-day-range.ts';
import { weighPastDays } from './series/weigh-past-days.ts';
import { refreshPortfolioMetrics } from './update/refresh-portfolio-metrics.ts';
import { measureNow } from './update/update-metrics.ts';

/** The range that a request names: `date` or `days`. */
type NamedRange = { readonly date: string } | { readonly days: number };

async function rangeOf(ctx: Context, params: NamedRange): Promise<DayRange> {
  const retention = await loadRetentionDays(ctx);
  return 'date' in params
    ? toRangeSince(params.date, ctx.now(), retention)
    : toRangeOfDays(params.days, ctx.now(), retention);
}

export function metricsRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, metricsOperations.listVulnerabilityMetrics, async () => {
    const measuredAt = ctx.now().getTime();
    const body = (await countPublished(ctx.db)).map(({ year, month, count }) => ({
      year,
      month: month ?? undefined,
      count,
      measuredAt,
    }));
    return { status: 200, body };
  });
  portfolioRoutes(server, ctx);
  projectRoutes(server, ctx);
  componentRoutes(server, ctx);
}

function portfolioRoutes(server: FastifyInstance, ctx: Context): void {
  const { listPortfolioMetricsSince, listPortfolioMetricsOfDays } = metricsOperations;
  serve(server, metricsOperations.getPortfolioMetrics, async ({ principal }) => ({
    status: 200,
    body: presentPortfolioMetrics(await getPortfolioMetrics(ctx, principal)),
  }));
  for (const operation of [listPortfolioMetricsSince, listPortfolioMetricsOfDays]) {
    serve(server, operation, async ({ params, principal }) => {
      const days = await listPortfolioMetrics(ctx.db, principal, await rangeOf(ctx, params));
      return { status: 200, body: (await weighPastDays(ctx.db, days)).map(presentPortfolioMetrics) };
    });
  }
  serve(server, metricsOperations.refreshPortfolioMetrics, async ({ principal }) => {
    await refreshPortfolioMetrics(ctx, principal);
    return { status: 200 };
  });
}

function projectRoutes(server: FastifyInstance, ctx: Context): void {
  const { listProjectMetricsSince, listProjectMetricsOfDays } = metricsOperations;
  serve(server, metricsOperations.getProjectMetrics, async ({ params, principal }) => ({
    status: 200,
    body: presentProjectMetrics(await getProjectMetrics(ctx, principal, params.uuid)),
  }));
  for (const operation of [listProjectMetricsSince, listProjectMetricsOfDays]) {
    serve(server, operation, async ({ params, principal }) => {
      const id = await getProjectId(ctx.db, principal, params.uuid);
      const days = await listProjectDays(ctx.db, id, await rangeOf(ctx, params));
      return { status: 200, body: (await weighPastDays(ctx.db, days)).map(presentProjectMetrics) };
    });
  }
  serve(server, metricsOperations.refreshProjectMetrics, async ({ params, principal }) => {
    await measureNow(ctx, [await getProjectId(ctx.db, principal, params.uuid)]);
    return { status: 200 };
  });
}

function componentRoutes(server: FastifyInstance, ctx: Context): void {
  const { listComponentMetricsSince, listComponentMetricsOfDays } = metricsOperations;
  serve(server, metricsOperations.getComponentMetrics, async ({ params, principal }) => ({
    status: 200,
    body: presentDependencyMetrics(await getComponentMetrics(ctx, principal, params.uuid)),
  }));
  for (const operation of [listComponentMetricsSince, listComponentMetricsOfDays]) {
    serve(server, operation, async ({ params, principal }) => {
      const { id } = await getComponent(ctx.db, principal, params.uuid);
      const days = await listComponentDays(ctx.db, id, await rangeOf(ctx, params));
      return { status: 200, body: (await weighPastDays(ctx.db, days)).map(presentDependencyMetrics) };
    });
  }
  serve(server, metricsOperations.refreshComponentMetrics, async ({ params, principal }) => {
    const { project_id } = await getComponent(ctx.db, principal, params.uuid);
    await measureNow(ctx, [project_id]);
    return { status: 200 };
  });
}
