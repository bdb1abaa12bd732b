import { Button } from '@mantine/core';
import { componentV2Operations, type ListedComponent } from '@tallyman/contract';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/api-query.ts';
import { type LoadPage, toTokenPage, useList } from '../../api/list-query.ts';
import { Card } from '../../ui/card.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { licenseOf } from '../components/license-of.ts';

const PAGE_SIZE = 50;

/** The components that have a licence, also as a part of an expression, and the projects they are in. */
export function LicenseComponents({ licenseId }: { readonly licenseId: string }) {
  const list = useList(['listComponentsV2', 'license', licenseId], componentsLoader(licenseId));
  if (list.error) return <Problem error={list.error} onRetry={list.retry} />;
  if (list.isPending) return null;
  const total = `${formatCount(list.total)}${list.isExact ? '' : ' or more'}`;
  return (
    <Card title="Components" facts={`${total} in active projects`}>
      {list.total === 0 ? (
        <p className="muted">No component of the active projects you may see has it.</p>
      ) : (
        <Table label="Components">
          <thead>
            <tr>
              <th scope="col">Component</th>
              <th scope="col">Version</th>
              <th scope="col">Project</th>
              <th scope="col">Licence as stated</th>
            </tr>
          </thead>
          <tbody>
            {list.rows.map((component) => (
              <ComponentRow key={component.uuid} component={component} />
            ))}
          </tbody>
        </Table>
      )}
      {list.rows.length < list.total && (
        <Button variant="subtle" loading={list.isFetching} onClick={list.loadMore}>
          Show more of {total} components
        </Button>
      )}
    </Card>
  );
}

function ComponentRow({ component }: { readonly component: ListedComponent }) {
  const { uuid, group, name, version, project } = component;
  return (
    <tr>
      <td>
        <Link to="/components/$uuid" params={{ uuid }}>
          <bdi>{group ? `${group}/${name}` : name}</bdi>
        </Link>
      </td>
      <td>
        <bdi className="mono">{version ?? '–'}</bdi>
      </td>
      <td>
        <Link to="/projects/$uuid" params={{ uuid: project.uuid }} search={{ tab: 'components' }}>
          <bdi>{project.name}</bdi> <bdi className="muted">{project.version}</bdi>
        </Link>
      </td>
      <td>
        <bdi>{licenseOf(component)}</bdi>
      </td>
    </tr>
  );
}

function componentsLoader(license: string): LoadPage<ListedComponent> {
  return async (cursor, signal) => {
    const answer = await call(componentV2Operations.listComponentsV2, {
      query: {
        license,
        project_state: 'ACTIVE',
        sort_by: 'name',
        sort_direction: 'ASC',
        limit: PAGE_SIZE,
        ...(cursor === undefined ? {} : { page_token: String(cursor) }),
      },
      signal,
    });
    return toTokenPage(answer);
  };
}
