import { type Finding, findingOperations } from '@tallyman/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/api-query.ts';
import { Card } from '../../ui/card.tsx';
import { countOf } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { COUNT_KEY, findingCountQuery, formatFindingCount } from '../findings/count-findings.ts';
import styles from './overview-page.module.css';

const EXAMINED = 500;
const MOST_SHOWN = 5;

interface Ranked {
  readonly projects: readonly RankedProject[];
  /** Critical findings of all projects. */
  readonly total: number;
}

export interface RankedProject {
  readonly uuid: string;
  readonly name: string;
  readonly version: string | undefined;
  readonly count: number;
}

/** The projects with most critical findings, found among the newest of these findings. */
export function CriticalProjects() {
  const { data, error, refetch } = useQuery({
    queryKey: [COUNT_KEY, 'critical projects'],
    queryFn: ({ signal }) => loadRanked(signal),
  });
  const counts = useQueries({
    queries: (data?.projects ?? []).map(({ uuid }) =>
      findingCountQuery({ sev: ['CRITICAL'], project: uuid }),
    ),
  });
  return (
    <Card title="Projects with most critical findings" facts={data && describeExamined(data.total)}>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.projects.length === 0 && <p className="muted">No project has a critical finding.</p>}
      {data && data.projects.length > 0 && (
        <ul className={styles.rows}>
          {data.projects.map(({ uuid, name, version }, index) => (
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
                {formatFindingCount(counts[index]?.data)} critical
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

async function loadRanked(signal: AbortSignal): Promise<Ranked> {
  const { body, total } = await call(findingOperations.listFindings, {
    query: {
      severity: 'CRITICAL',
      orderBy: 'attribution.attributedOn',
      sort: 'desc',
      limit: EXAMINED,
      totalCount: 'BOUNDED',
    },
    signal,
  });
  return { projects: rankProjects(body).slice(0, MOST_SHOWN), total: total ?? body.length };
}

function describeExamined(total: number): string {
  return total > EXAMINED
    ? `among the projects of the ${EXAMINED} newest`
    : `${countOf(total, 'finding')} in all`;
}

/** By the number of findings, most first. */
export function rankProjects(findings: readonly Pick<Finding, 'component'>[]): RankedProject[] {
  const byUuid = new Map<string, RankedProject>();
  for (const { component } of findings) {
    const { project: uuid, projectName: name, projectVersion: version } = component;
    byUuid.set(uuid, { uuid, name, version, count: (byUuid.get(uuid)?.count ?? 0) + 1 });
  }
  return [...byUuid.values()].sort((a, b) => b.count - a.count);
}
