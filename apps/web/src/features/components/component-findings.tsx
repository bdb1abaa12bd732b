import { type Component, findingOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../api/api-query.ts';
import { Card } from '../../ui/card.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { KnownExploited } from '../../ui/known-exploited.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Severity } from '../../ui/severity.tsx';
import { Table } from '../../ui/table.tsx';
import { FindingState } from '../findings/finding-state.tsx';

const MAX_SHOWN = 100;

/** The findings of a component, with what was decided. Suppressed ones are shown, too. */
export function ComponentFindings({ component }: { readonly component: Component }) {
  const { data, error, refetch } = useQuery(
    apiQuery(findingOperations.listFindings, {
      query: {
        search: component.uuid,
        project: component.project.uuid,
        showSuppressed: true,
        showInactive: true,
        orderBy: 'vulnerability.severity',
        sort: 'asc',
        limit: MAX_SHOWN,
      },
    }),
  );
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return null;
  const total = data.total ?? data.body.length;
  return (
    <Card title="Findings" facts={formatCount(total)}>
      {total === 0 ? (
        <p className="muted">No vulnerability is known to affect it.</p>
      ) : (
        <Table label="Findings">
          <thead>
            <tr>
              <th scope="col">Severity</th>
              <th scope="col">Vulnerability</th>
              <th scope="col">Title</th>
              <th scope="col">Analysis</th>
            </tr>
          </thead>
          <tbody>
            {data.body.map(({ vulnerability, analysis }) => (
              <tr key={vulnerability.uuid}>
                <td>
                  <Severity severity={vulnerability.severity} />
                </td>
                <td>
                  <Link
                    to="/projects/$uuid"
                    params={{ uuid: component.project.uuid }}
                    search={{
                      tab: 'findings',
                      q: component.uuid,
                      suppressed: true,
                      sel: `${component.uuid}:${vulnerability.uuid}`,
                    }}
                    className="mono"
                  >
                    {vulnerability.vulnId}
                  </Link>{' '}
                  {vulnerability.isKev && <KnownExploited />}
                </td>
                <td>
                  <bdi>{vulnerability.title}</bdi>
                </td>
                <td>
                  <FindingState {...analysis} />
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {total > MAX_SHOWN && <p className="muted">The worst {MAX_SHOWN} are shown.</p>}
    </Card>
  );
}
