import { type Activity, type ActivityState, activityOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, call } from '../../api/api-query.ts';
import { type LoadPage, toTokenPage } from '../../api/list-query.ts';

const MAX_COUNTED = 50;
const PAGE_SIZE = 20;
/** Progress is not announced. */
const RUNNING_POLL_MS = 2_000;
/** For those who may not watch changes, and for work that was announced while the page was hidden. */
const IDLE_POLL_MS = 60_000;

/** The latest work in a state, read again while some is running. */
export function useActivityIn(state: Exclude<ActivityState, 'COMPLETED'>, limit = MAX_COUNTED) {
  return useQuery({
    ...apiQuery(activityOperations.listActivity, { query: { state, limit } }),
    refetchInterval: ({ state: { data } }) =>
      data?.body.items.some(isRunning) ? RUNNING_POLL_MS : IDLE_POLL_MS,
  });
}

export function activityLoader(state: ActivityState | undefined): LoadPage<Activity> {
  return async (cursor, signal) =>
    toTokenPage(
      await call(activityOperations.listActivity, {
        query: {
          limit: PAGE_SIZE,
          ...(state && { state }),
          ...(cursor !== undefined && { page_token: String(cursor) }),
        },
        signal,
      }),
    );
}

export interface LoadedActivity {
  readonly items: readonly Activity[];
  readonly total: { readonly count: number; readonly type: string };
}

export function isRunning({ state }: Activity): boolean {
  return state === 'RUNNING';
}
