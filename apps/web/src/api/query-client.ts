import { ConnectionError, ProblemError } from '@tallyman/client';
import { QueryClient } from '@tanstack/react-query';
import { onUnauthenticated } from './client.ts';
import { sessionQuery } from './session.ts';

const MAX_RETRIES = 2;

/** Refusals are final; a connection that broke is tried again. */
function mayHelp(failures: number, error: Error): boolean {
  const isTransient =
    error instanceof ConnectionError || (error instanceof ProblemError && error.status === 503);
  return isTransient && failures < MAX_RETRIES;
}

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: mayHelp, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});

onUnauthenticated(() => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }));
