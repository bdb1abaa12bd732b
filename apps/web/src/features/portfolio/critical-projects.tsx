import { findingOperations } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/api-query.ts';
import { Card } from '../../ui/card.tsx';
import { countOf, formatCount } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { COUNT_KEY } from '../findings/count-findings.ts';
import styles from './overview-page.module.css';

const MAX_SHOWN = 5;

/** The projects with most critical findings. */
export function CriticalProjects() {
  const { data, error, refetch } = useQuery({
    queryKey: [COUNT_KEY, 'critical projects'],
    queryFn: async ({ signal }) => {
      const query = { severity: 'CRITICAL', facets: 'project', onlyLatest: true };
      return (await call(findingOperations.getFindingFacets, { query, signal })).body;
    },
  });
  const projects = data?.project?.slice(0, MAX_SHOWN) ?? [];
  return (
    <Card
      title="Projects with most critical findings"
      facts={data && `${countOf(data.total, 'critical finding')} in latest versions`}
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data && projects.length === 0 && <p className="muted">No project has a critical finding.</p>}
      {projects.length > 0 && (
        <ul className={styles.rows}>
          {projects.map(({ uuid, name, version, count }) => (
            <li key={uuid} className={styles.row}>
              <Link to="/projects/$uuid" params={{ uuid }} className={styles.name} title={name}>
                <bdi>{name}</bdi> <bdi className="muted">{version}</bdi>
              </Link>
              <Link
                to="/projects/$uuid"
                params={{ uuid }}
                search={{ tab: 'findings', sev: ['CRITICAL'] }}
                className="number"
              >
                {formatCount(count)} critical
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
