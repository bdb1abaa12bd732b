import { ConnectionError, ProblemError } from '@tallyman/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { sessionQuery } from './session.ts';

const MOST_RETRIES = 2;

/** Refusals are final; a connection that broke is tried again. */
function mayHelp(failures: number, error: Error): boolean {
  const isTransient =
    error instanceof ConnectionError || (error instanceof ProblemError && error.status === 503);
  return isTransient && failures < MOST_RETRIES;
}

/** A session that ended is noticed by the first request that is refused for it. */
function noticeEndOfSession(error: Error): void {
  if (error instanceof ProblemError && error.status === 401) {
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeEndOfSession }),
  mutationCache: new MutationCache({ onError: noticeEndOfSession }),
  defaultOptions: {
    queries: { staleTime: 15_000, retry: mayHelp, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
