import { Button } from '@mantine/core';
import { type AffectedProject, vulnerabilityOperations } from '@tallyman/contract';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/api-query.ts';
import { type LoadPage, toOffsetPage, useList } from '../../api/list-query.ts';
import { Card } from '../../ui/card.tsx';
import { countOf, formatCount } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';

interface AffectedProjectsProps {
  readonly source: string;
  readonly vulnId: string;
}

const PAGE_SIZE = 50;

/** The projects with findings of a vulnerability that are not suppressed. */
export function AffectedProjects({ source, vulnId }: AffectedProjectsProps) {
  const list = useList(['listAffectedProjects', source, vulnId], projectsLoader(source, vulnId));
  if (list.error) return <Problem error={list.error} onRetry={list.retry} />;
  if (list.isPending) return null;
  return (
    <Card title="Affected projects" facts={formatCount(list.total)}>
      {list.total === 0 ? (
        <p className="muted">None of the projects you may see has a finding of it that is not suppressed.</p>
      ) : (
        <Table label="Affected projects">
          <thead>
            <tr>
              <th scope="col">Project</th>
              <th scope="col">Version</th>
              <th scope="col" className="number">
                Affected components
              </th>
            </tr>
          </thead>
          <tbody>
            {list.rows.map((project) => (
              <ProjectRow key={project.uuid} project={project} vulnId={vulnId} />
            ))}
          </tbody>
        </Table>
      )}
      {list.rows.length < list.total && (
        <Button variant="subtle" loading={list.isFetching} onClick={list.loadMore}>
          Show more of {countOf(list.total, 'project')}
        </Button>
      )}
    </Card>
  );
}

function projectsLoader(source: string, vuln: string): LoadPage<AffectedProject> {
  return async (cursor, signal) => {
    const offset = Number(cursor ?? 0);
    const answer = await call(vulnerabilityOperations.listAffectedProjects, {
      params: { source, vuln },
      query: { orderBy: 'name', sort: 'asc', offset, limit: PAGE_SIZE },
      signal,
    });
    return toOffsetPage(answer, offset, PAGE_SIZE);
  };
}

function ProjectRow({ project, vulnId }: { readonly project: AffectedProject; readonly vulnId: string }) {
  const { uuid, name, version, active, affectedComponentUuids } = project;
  return (
    <tr>
      <td>
        <Link to="/projects/$uuid" params={{ uuid }} search={{ tab: 'findings', q: vulnId }}>
          <bdi>{name}</bdi>
        </Link>
        {!active && <span className="muted"> · inactive</span>}
      </td>
      <td>
        <bdi className="mono">{version ?? '–'}</bdi>
      </td>
      <td className="number">{formatCount(affectedComponentUuids.length)}</td>
    </tr>
  );
}
