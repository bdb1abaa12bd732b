import { vulnDataSourceOperations } from '@tallyman/contract';
import { useMayCall } from '../../api/session.ts';
import { Card } from '../../ui/card.tsx';
import { Problem } from '../../ui/problem.tsx';
import { DataSources } from '../mirroring/data-sources.tsx';
import { useDataSources } from '../mirroring/use-data-sources.ts';

/** How old the vulnerability data is that findings come from. */
export function SourcesCard() {
  const mayList = useMayCall(vulnDataSourceOperations.listVulnDataSources);
  const { sources, error, retry } = useDataSources();
  if (!mayList) return null;
  return (
    <Card title="Data sources">
      {error && <Problem error={error} onRetry={retry} />}
      {sources?.length === 0 && (
        <p className="muted">
          No source is enabled, so nothing can be found. Enable one in the configuration.
        </p>
      )}
      {sources && sources.length > 0 && <DataSources sources={sources} />}
    </Card>
  );
}
