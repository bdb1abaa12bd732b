import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { formatCount } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { formatFindingCount } from '../findings/count-findings.ts';
import type { FindingsSearch } from '../findings/findings-search.ts';
import { type CountedList, FindingBars, useFindingCounts } from './finding-bars.tsx';
import { BY_SEVERITY, describeTotal } from './finding-counts.tsx';
import styles from './overview-page.module.css';

const FIRST: readonly CountedList[] = [
  { key: 'undecided', label: 'Need a decision', search: { state: ['NOT_SET'] } },
  { key: 'exploited', label: 'Known exploited, no decision', search: { kev: true, state: ['NOT_SET'] } },
  { key: 'triage', label: 'In triage', search: { state: ['IN_TRIAGE'] } },
];

/** How many findings there are to decide on, and in how many projects. */
export function FirstNumbers({ projects }: { readonly projects: number | undefined }) {
  const { counts, error } = useFindingCounts(FIRST);
  if (error) return <Problem error={error} />;
  return (
    <ul className={styles.tiles}>
      {FIRST.map(({ key, label, search }, index) => (
        <Tile key={key} search={search} number={formatFindingCount(counts[index])}>
          {label}
        </Tile>
      ))}
      {projects !== undefined && (
        <li>
          <Link to="/projects" className={styles.tile}>
            <span className={styles.number}>{formatCount(projects)}</span>
            {projects === 1 ? 'Project' : 'Projects'}
          </Link>
        </li>
      )}
    </ul>
  );
}

export function FindingsBySeverity() {
  const { counts, total, error } = useFindingCounts(BY_SEVERITY);
  return (
    <Card title="Findings by severity" facts={describeTotal(total, 'excluding suppressed')}>
      {error && <Problem error={error} />}
      <FindingBars lists={BY_SEVERITY} counts={counts} />
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
