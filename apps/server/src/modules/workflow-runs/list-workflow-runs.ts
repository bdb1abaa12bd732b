import type { WorkflowRunQuery } from '@tallyman/contract';
import type { Context } from '../../platform/context.ts';
import type { KeysetPage, KeysetRows } from '../../platform/http/keyset-page.ts';
import { countRuns, listRuns, type RunColumn, type RunRow } from '../../platform/jobs/runs-store.ts';
import { toRunFilter } from './to-run-filter.ts';

const MAX_COUNT = 1_000;

/** Without sorting, the latest run is the first. */
export async function listWorkflowRuns(
  { db }: Context,
  query: WorkflowRunQuery,
  page: KeysetPage<RunColumn>,
): Promise<KeysetRows<RunRow>> {
  const filter = toRunFilter(query);
  if (!filter) return { rows: [], total: { count: 0, type: 'EXACT' } };
  const isUnsorted = query.sort_by === undefined && query.sort_direction === undefined;
  const [value = '', id = ''] = String(page.after?.value ?? '').split(' ');
  const [rows, count] = await Promise.all([
    listRuns(db, filter, {
      column: page.column,
      descending: page.descending || isUnsorted,
      after: page.after && { value, id },
      limit: page.limit + 1,
    }),
    countRuns(db, filter, MAX_COUNT + 1),
  ]);
  return {
    rows,
    total: { count: Math.min(count, MAX_COUNT), type: count > MAX_COUNT ? 'AT_LEAST' : 'EXACT' },
  };
}

/** The ids of jobs are UUIDs, so that the whole position is in the value. */
export const positionOfRun = ({ sorted_by, id }: RunRow) => ({ value: `${sorted_by} ${id}`, id: 0 });
