import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type FindingCount, findingCountQuery, formatFindingCount } from '../findings/count-findings.ts';
import type { FindingsSearch } from '../findings/findings-search.ts';
import styles from './finding-bars.module.css';

export interface CountedList {
  readonly key: string;
  readonly label: ReactNode;
  readonly tone?: string;
  /** The list behind the number. */
  readonly search: FindingsSearch;
}

export interface CountedLists {
  /** Undefined until they are loaded. */
  readonly counts: readonly (FindingCount | undefined)[];
  readonly total: FindingCount | undefined;
  readonly error: Error | null;
}

/** One request for each number. */
export function useFindingCounts(lists: readonly CountedList[], project?: string): CountedLists {
  return useQueries({
    queries: lists.map(({ search }) => findingCountQuery({ ...search, project })),
    combine: (results) => {
      const counts = results.map(({ data }) => data);
      return {
        counts,
        total: counts.reduce<FindingCount | undefined>(add, { count: 0, isExact: true }),
        error: results.find((result) => result.error)?.error ?? null,
      };
    },
  });
}

function add(sum: FindingCount | undefined, next: FindingCount | undefined): FindingCount | undefined {
  return sum && next && { count: sum.count + next.count, isExact: sum.isExact && next.isExact };
}

interface FindingBarsProps {
  readonly lists: readonly CountedList[];
  readonly counts: readonly (FindingCount | undefined)[];
  /** Without it the numbers are of all projects. */
  readonly project?: string;
}

/** A bar for each number. Every number leads to the list behind it. */
export function FindingBars({ lists, counts, project }: FindingBarsProps) {
  const most = Math.max(1, ...counts.map((one) => one?.count ?? 0));
  return (
    <ul className={styles.bars}>
      {lists.map(({ key, label, tone, search }, index) => {
        const number = counts[index];
        const content = (
          <>
            {label}
            <span className={styles.track}>
              <span
                className={styles.fill}
                data-tone={tone}
                style={{ width: `${(100 * (number?.count ?? 0)) / most}%` }}
              />
            </span>
            <span className="number">{formatFindingCount(number)}</span>
          </>
        );
        const look = { className: styles.bar, 'data-zero': number?.count === 0 || undefined };
        return (
          <li key={key}>
            {project === undefined ? (
              <Link to="/findings" search={search} {...look}>
                {content}
              </Link>
            ) : (
              <Link
                to="/projects/$uuid"
                params={{ uuid: project }}
                search={{ tab: 'findings', ...search }}
                {...look}
              >
                {content}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
