import { Skeleton } from '@mantine/core';
import { bomOperations, findingOperations, projectOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { useMayCall } from '../../api/session.ts';
import { Columns, Stack } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { UploadZone } from '../bom/upload-zone.tsx';
import { SeverityTrend } from '../metrics/severity-trend.tsx';
import { SourcesNotice } from '../mirroring/sources-notice.tsx';
import { CriticalProjects } from './critical-projects.tsx';
import { FailedWork } from './failed-work.tsx';
import { FirstRun } from './first-run.tsx';
import { NewestFindings } from './newest-findings.tsx';
import { FindingsBySeverity, FirstNumbers } from './open-findings.tsx';
import { RecentUploads } from './recent-uploads.tsx';
import { SourcesCard } from './sources-card.tsx';

const route = getRouteApi('/');

/** What needs attention now; in an empty portfolio, how to begin. A bill of materials can be dropped on it. */
export function OverviewPage() {
  const mayUpload = useMayCall(bomOperations.uploadBom);
  const content = (upload: ReactNode) => <Content upload={upload} />;
  return mayUpload ? <UploadZone>{content}</UploadZone> : content(null);
}

function Content({ upload }: { readonly upload: ReactNode }) {
  const maySeeProjects = useMayCall(projectOperations.listProjects);
  const maySeeFindings = useMayCall(findingOperations.listFindings);
  const projects = useQuery({
    ...apiQuery(projectOperations.listProjects, { query: { limit: 1 } }),
    enabled: maySeeProjects,
  });
  if (!maySeeProjects && !maySeeFindings) return <NothingToSee />;
  if (maySeeProjects && projects.isPending) {
    return (
      <Page title="Overview">
        <Skeleton height={14} width={240} />
      </Page>
    );
  }
  if (projects.data?.total === 0) return <FirstRun upload={upload} />;
  return (
    <Page title="Overview" actions={upload}>
      {projects.error && <Problem error={projects.error} onRetry={() => void projects.refetch()} />}
      <SourcesNotice isOnOverview />
      {maySeeFindings && <FirstNumbers projects={projects.data?.total} />}
      <Columns>
        {maySeeFindings && (
          <Stack>
            <FindingsBySeverity />
            <PortfolioTrend />
            <NewestFindings />
          </Stack>
        )}
        <Stack>
          {maySeeFindings && <CriticalProjects />}
          <FailedWork />
          <SourcesCard />
          {maySeeProjects && <RecentUploads />}
        </Stack>
      </Columns>
    </Page>
  );
}

function PortfolioTrend() {
  const { days } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <SeverityTrend
      days={days}
      onDays={(chosen) => void navigate({ search: { days: chosen }, replace: true })}
    />
  );
}

function NothingToSee() {
  return (
    <Page title="Overview">
      <EmptyState title="There is nothing that you may see">
        <p>
          Projects need the permission VIEW_PORTFOLIO, findings need VIEW_VULNERABILITY. Administrators grant
          permissions to users and teams.
        </p>
      </EmptyState>
    </Page>
  );
}
