import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatFindingCount } from '../findings/count-findings.ts';
import type { FindingsSearch } from '../findings/findings-search.ts';
import styles from './finding-bars.module.css';

export interface CountedList<Value extends string> {
  /** The value of the facet that is counted. */
  readonly value: Value;
  readonly label: ReactNode;
  readonly tone?: string;
  /** The list behind the number. */
  readonly search: FindingsSearch;
}

interface FindingBarsProps<Value extends string> {
  readonly lists: readonly CountedList<Value>[];
  /** Undefined until it is loaded. */
  readonly countOf: (value: Value) => number | undefined;
  /** Without it the numbers are of all projects. */
  readonly project?: string;
}

/** A bar for each number. Every number leads to the list behind it. */
export function FindingBars<Value extends string>({ lists, countOf, project }: FindingBarsProps<Value>) {
  const most = Math.max(1, ...lists.map(({ value }) => countOf(value) ?? 0));
  return (
    <ul className={styles.bars}>
      {lists.map(({ value, label, tone, search }) => {
        const number = countOf(value);
        const content = (
          <>
            {label}
            <span className={styles.track}>
              <span
                className={styles.fill}
                data-tone={tone}
                style={{ width: `${(100 * (number ?? 0)) / most}%` }}
              />
            </span>
            <span className="number">{formatFindingCount(number)}</span>
          </>
        );
        const look = { className: styles.bar, 'data-zero': number === 0 || undefined };
        return (
          <li key={value}>
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
