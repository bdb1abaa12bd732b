import { type VulnDataSource, vulnDataSourceOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { useMayCall } from '../../api/session.ts';

const POLL_MS = 2_000;

interface DataSources {
  /** The enabled ones; undefined until they are loaded, and for those who may not see them. */
  readonly sources: readonly VulnDataSource[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The enabled sources of vulnerability data, asked for again while one of them loads. */
export function useDataSources(): DataSources {
  const mayList = useMayCall(vulnDataSourceOperations.listVulnDataSources);
  const { data, error, refetch } = useQuery({
    ...apiQuery(vulnDataSourceOperations.listVulnDataSources, {}),
    enabled: mayList,
    refetchInterval: ({ state }) => (state.data?.body.items.some(isLoading) ? POLL_MS : false),
  });
  return {
    sources: data?.body.items.filter(({ enabled }) => enabled),
    error,
    retry: () => void refetch(),
  };
}

export function isLoading({ latest_run }: VulnDataSource): boolean {
  return latest_run?.status === 'PENDING' || latest_run?.status === 'RUNNING';
}

export function wasNeverLoaded({ state }: VulnDataSource): boolean {
  return state === 'NEVER_LOADED';
}
