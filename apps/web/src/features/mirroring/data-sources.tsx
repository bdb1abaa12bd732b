import { Button, Loader } from '@mantine/core';
import { type VulnDataSource, vulnDataSourceOperations } from '@tallyman/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/api-query.ts';
import { useMayCall } from '../../api/session.ts';
import { Problem } from '../../ui/problem.tsx';
import styles from './data-sources.module.css';
import { describeProgress } from './describe-progress.ts';
import { SourceAge } from './source-age.tsx';
import { isLoading } from './use-data-sources.ts';

/** The sources with the age of their data. Those who may load them do it here, and see how far it is. */
export function DataSources({ sources }: { readonly sources: readonly VulnDataSource[] }) {
  const mayLoad = useMayCall(vulnDataSourceOperations.startMirrorRun);
  const load = useLoadSources();
  return (
    <>
      <ul className={styles.sources}>
        {sources.map((source) => (
          <li key={source.name} className={styles.source}>
            <span className={styles.name}>
              {source.display_name} <SourceAge source={source} />
            </span>
            {isLoading(source) ? (
              <Progress source={source} />
            ) : (
              mayLoad && (
                <Button
                  variant="subtle"
                  aria-label={`Load now: ${source.display_name}`}
                  disabled={load.isPending}
                  onClick={() => load.mutate([source])}
                >
                  Load now
                </Button>
              )
            )}
            <Failure source={source} />
          </li>
        ))}
      </ul>
      {load.error && <Problem error={load.error} />}
    </>
  );
}

/** Starts mirror runs. The list of sources shows their progress. */
export function useLoadSources() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (sources: readonly VulnDataSource[]) => {
      for (const { name } of sources) {
        await call(vulnDataSourceOperations.startMirrorRun, { params: { name } });
      }
    },
    onSettled: () =>
      queries.invalidateQueries({ queryKey: [vulnDataSourceOperations.listVulnDataSources.id] }),
  });
}

function Progress({ source: { latest_run } }: { readonly source: VulnDataSource }) {
  if (!latest_run) return null;
  return (
    <span className="muted" role="status">
      <Loader size={10} mr={6} color="gray" aria-hidden="true" />
      {describeProgress(latest_run)}
    </span>
  );
}

function Failure({ source: { latest_run } }: { readonly source: VulnDataSource }) {
  if (latest_run?.status !== 'FAILED') return null;
  return (
    <p className={styles.failure}>The last run failed: {latest_run.failure_reason ?? 'no reason is known'}</p>
  );
}
