import { type Component, componentV2Operations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../api/api-query.ts';
import { Card } from '../../ui/card.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';

interface OtherProjectsProps {
  readonly component: Component;
  readonly purl: string;
}

const MAX_SHOWN = 50;

/** The projects that use the same package, in any version. */
export function OtherProjects({ component, purl }: OtherProjectsProps) {
  const name = toPackage(purl);
  const { data, error, refetch } = useQuery(
    apiQuery(componentV2Operations.listComponentsV2, { query: { purl_prefix: name, limit: MAX_SHOWN } }),
  );
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const uses = data.body.items.filter((item) => item.purl !== undefined && toPackage(item.purl) === name);
  return (
    <Card
      title="Projects with this package"
      facts={data.body.next_page_token ? undefined : formatCount(uses.length)}
    >
      <Table label="Projects with this package">
        <thead>
          <tr>
            <th scope="col">Project</th>
            <th scope="col">Version of the component</th>
          </tr>
        </thead>
        <tbody>
          {uses.map(({ uuid, version, project }) => (
            <tr key={uuid}>
              <td>
                <Link to="/projects/$uuid" params={{ uuid: project.uuid }}>
                  <bdi>{project.name}</bdi> <bdi>{project.version}</bdi>
                </Link>
              </td>
              <td>
                {uuid === component.uuid ? (
                  <bdi className="mono">{version ?? '–'}</bdi>
                ) : (
                  <Link to="/components/$uuid" params={{ uuid }}>
                    <bdi className="mono">{version ?? 'without version'}</bdi>
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      {data.body.next_page_token && (
        <p>
          <Link to="/components" search={{ q: name, inactive: true }}>
            Show all
          </Link>
        </p>
      )}
    </Card>
  );
}

/** The package URL without version, qualifiers and subpath. */
function toPackage(purl: string): string {
  const path = purl.replace(/[?#].*$/, '');
  const at = path.lastIndexOf('@');
  return at > path.lastIndexOf('/') ? path.slice(0, at) : path;
}
