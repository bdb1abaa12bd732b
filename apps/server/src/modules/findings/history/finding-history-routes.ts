import { findingHistoryOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { type KeysetRows, presentPage, toKeysetPage } from '../../../platform/http/keyset-page.ts';
import type { Position } from '../../../platform/http/page-token.ts';
import { parseEnd, parseStart } from '../../../platform/http/parse-time.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { getProjectId } from '../../portfolio/projects/get-project-id.ts';
import { type FindingChangeRow, listChangeRows } from './finding-changes-store.ts';
import { type FindingIntervalRow, listIntervalRows } from './finding-history-store.ts';
import { listPortfolioChangeRows } from './portfolio-changes-store.ts';
import { presentChange, presentInterval, presentPortfolioChange } from './present-history.ts';
import { requireKept, toAsOf } from './to-as-of.ts';

const byTime = { fields: {}, unsorted: 'time' } as const;

export function findingHistoryRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, findingHistoryOperations.listProjectHistory, async ({ params, query, principal }) => {
    const page = toKeysetPage<'time'>(`history ${params.uuid}`, query, byTime);
    const asOf = toAsOf(ctx, query.asOf);
    const projectId = await getProjectId(ctx.db, principal, params.uuid);
    const [since = 0, component = 0, vulnerability = 0] = toKey(page.after);
    const rows = await listIntervalRows(ctx.db, {
      projectId,
      asOf,
      after: page.after && [since, component, vulnerability],
      limit: page.limit + 1,
    });
    return {
      status: 200,
      body: presentPage(page, withTotal(page, rows), presentInterval, positionOfInterval),
    };
  });
  serve(server, findingHistoryOperations.listProjectChanges, async ({ params, query, principal }) => {
    const page = toKeysetPage<'time'>(`changes ${params.uuid}`, query, byTime);
    const period = toPeriod(ctx, query);
    const projectId = await getProjectId(ctx.db, principal, params.uuid);
    const rows = await listChangeRows(ctx.db, {
      projectId,
      ...period,
      kind: query.kind,
      after: page.after && toKey(page.after),
      limit: page.limit + 1,
    });
    return { status: 200, body: presentPage(page, withTotal(page, rows), presentChange, positionOfChange) };
  });
  serve(server, findingHistoryOperations.listFindingChanges, async ({ query, principal }) => {
    const page = toKeysetPage<'time'>('changes', query, byTime);
    const { kind, cause, project } = query;
    const period = toPeriod(ctx, query);
    const rows = await listPortfolioChangeRows(ctx.db, principal, {
      projectId: project === undefined ? undefined : await getProjectId(ctx.db, principal, project),
      ...period,
      kind,
      cause,
      after: page.after && toKey(page.after),
      limit: page.limit + 1,
    });
    return {
      status: 200,
      body: presentPage(page, withTotal(page, rows), presentPortfolioChange, positionOfChange),
    };
  });
}

function toPeriod(ctx: Context, query: { readonly from?: string; readonly to?: string }) {
  const from = query.from === undefined ? undefined : parseStart('from', query.from);
  if (from) requireKept(ctx, 'from', from);
  return { from, to: query.to === undefined ? undefined : parseEnd('to', query.to) };
}

/** The numbers that sort the last row of the previous page. */
function toKey(after: Position | undefined): number[] {
  return after === undefined ? [] : [...String(after.value).split(' ').map(Number), after.id];
}

function positionOfInterval(row: FindingIntervalRow): Position {
  return { value: `${row.micros} ${row.component_id}`, id: row.vulnerability_id };
}

function positionOfChange(row: FindingChangeRow): Position {
  const { micros, rank, component_id, vulnerability_id, entry_id } = row;
  return { value: [micros, rank, component_id, vulnerability_id].join(' '), id: entry_id };
}

function withTotal<Row>(
  { limit, after }: { readonly limit: number; readonly after: Position | undefined },
  rows: readonly Row[],
): KeysetRows<Row> {
  const isAll = after === undefined && rows.length <= limit;
  return { rows, total: { count: Math.min(rows.length, limit), type: isAll ? 'EXACT' : 'AT_LEAST' } };
}
