import { Button } from '@mantine/core';
import { matchingOperations, type Project } from '@tallyman/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../api/api-query.ts';
import { useMayCall } from '../../api/session.ts';
import { waitForWork } from '../../api/wait-for-work.ts';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Time } from '../../ui/time.tsx';
import { SourceAge } from '../mirroring/source-age.tsx';
import { useDataSources } from '../mirroring/use-data-sources.ts';
import { LastBom } from './last-bom.tsx';
import styles from './project-overview.module.css';

/** How old the facts about a project are. A count is only as good as the data behind it. */
export function DataAge({ project }: { readonly project: Project }) {
  const { lastBomImport, lastBomImportFormat, lastVulnerabilityAnalysis } = project;
  return (
    <Card title="Data age">
      <Facts>
        <Fact name="Bill of materials">
          <LastBom at={lastBomImport} isCollection={project.collectionLogic !== undefined} />
          {lastBomImportFormat && <span className="muted"> · {lastBomImportFormat}</span>}
        </Fact>
        <Fact name="Analysis">{timeOrNever(lastVulnerabilityAnalysis)}</Fact>
        <Sources />
      </Facts>
      <AnalyzeNow project={project.uuid} />
    </Card>
  );
}

function timeOrNever(at: number | undefined): ReactNode {
  return at === undefined ? 'Never' : <Time at={at} />;
}

function Sources() {
  const { sources = [] } = useDataSources();
  if (sources.length === 0) return null;
  return (
    <Fact name="Sources">
      <ul className={styles.sources}>
        {sources.map((source) => (
          <li key={source.name}>
            {source.display_name} <SourceAge source={source} />
          </li>
        ))}
      </ul>
    </Fact>
  );
}

function AnalyzeNow({ project }: { readonly project: string }) {
  const mayAnalyze = useMayCall(matchingOperations.analyzeProject);
  const queries = useQueryClient();
  const analysis = useMutation({
    mutationFn: async () => {
      const { body } = await call(matchingOperations.analyzeProject, { params: { uuid: project } });
      await waitForWork(body.token);
    },
    onSuccess: () => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' }),
  });
  if (!mayAnalyze) return null;
  return (
    <div>
      {analysis.error && <Problem error={analysis.error} />}
      <Button loading={analysis.isPending} onClick={() => analysis.mutate()}>
        Analyse now
      </Button>
    </div>
  );
}
