import type { AnalysisState } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { COUNT_KEY, formatFindingCount } from '../findings/count-findings.ts';
import { countsOf, facetsQuery } from '../findings/facets-query.ts';
import type { FindingsSearch } from '../findings/findings-search.ts';
import { FindingBars } from './finding-bars.tsx';
import { BY_SEVERITY, describeTotal } from './finding-counts.tsx';
import styles from './overview-page.module.css';

/** Read again after own decisions, not after every change of any project: these count the whole portfolio. */
const ALL = { ...facetsQuery({}), queryKey: [COUNT_KEY, 'all'] };
const LATEST = { ...facetsQuery({ latest: true }), queryKey: [COUNT_KEY, 'latest'] };
const EXPLOITED = { ...facetsQuery({ latest: true, kev: true }), queryKey: [COUNT_KEY, 'exploited'] };

interface FirstNumber {
  readonly label: string;
  readonly state: AnalysisState;
  /** Also decides which facets have the number. */
  readonly search: FindingsSearch;
}

const FIRST: readonly FirstNumber[] = [
  { label: 'Need a decision', state: 'NOT_SET', search: { latest: true } },
  { label: 'Known exploited, no decision', state: 'NOT_SET', search: { latest: true, kev: true } },
  { label: 'In triage', state: 'IN_TRIAGE', search: { latest: true } },
];

/** How many findings there are to decide on, where work goes on, and how many projects there are. */
export function FirstNumbers({ projects }: { readonly projects: number | undefined }) {
  const latest = useQuery(LATEST);
  const exploited = useQuery(EXPLOITED);
  const error = latest.error ?? exploited.error;
  if (error) return <Problem error={error} />;
  return (
    <ul className={styles.tiles}>
      {FIRST.map(({ label, state, search }) => {
        const facets = search.kev ? exploited : latest;
        const count = countsOf(facets.data?.body.state)(state);
        return (
          <Tile key={label} search={{ ...search, state: [state] }} number={formatFindingCount(count)}>
            {label}
            <span className={styles.scope}>in latest versions</span>
          </Tile>
        );
      })}
      {projects !== undefined && (
        <li>
          <Link to="/projects" className={styles.tile}>
            <span className={styles.number}>{formatCount(projects)}</span>
            {projects === 1 ? 'Project' : 'Projects'}
            <span className={styles.scope}>each version counts</span>
          </Link>
        </li>
      )}
    </ul>
  );
}

export function FindingsBySeverity() {
  const { data, error } = useQuery(ALL);
  return (
    <Card title="Findings by severity" facts={describeTotal(data?.body.total, 'excluding suppressed')}>
      {error && <Problem error={error} />}
      <FindingBars lists={BY_SEVERITY} countOf={countsOf(data?.body.severity)} />
    </Card>
  );
}

interface TileProps {
  readonly search: FindingsSearch;
  readonly number: string;
  readonly children: ReactNode;
}

function Tile({ search, number, children }: TileProps) {
  return (
    <li>
      <Link to="/findings" search={search} className={styles.tile}>
        <span className={styles.number}>{number}</span>
        {children}
      </Link>
    </li>
  );
}
