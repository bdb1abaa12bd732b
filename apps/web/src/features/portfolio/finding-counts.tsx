import { ANALYSIS_STATES, findingOperations, SEVERITIES } from '@tallyman/contract';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { Card, Columns } from '../../ui/card.tsx';
import { countOf, formatCount } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { Severity } from '../../ui/severity.tsx';
import { FindingState } from '../findings/finding-state.tsx';
import type { FindingsSearch } from '../findings/findings-search.ts';
import styles from './project-overview.module.css';

interface Count {
  readonly key: string;
  readonly label: ReactNode;
  readonly tone?: string;
  /** The list behind the number. */
  readonly search: FindingsSearch;
}

const BY_SEVERITY: readonly Count[] = SEVERITIES.map((severity) => ({
  key: severity,
  label: <Severity severity={severity} isFilled={false} />,
  tone: severity,
  search: { sev: [severity] },
}));

const BY_STATE: readonly Count[] = ANALYSIS_STATES.toReversed().map((state) => ({
  key: state,
  label: <FindingState state={state} />,
  search: { state: [state], suppressed: true },
}));

/** The findings of a project by severity and by decision. Every number leads to the list behind it. */
export function FindingCounts({ project }: { readonly project: string }) {
  const bySeverity = useCounts(project, BY_SEVERITY);
  const byState = useCounts(project, BY_STATE);
  const error = bySeverity.error ?? byState.error;
  if (error) return <Problem error={error} />;
  return (
    <Columns>
      <Card title="Findings by severity" facts={describeTotal(bySeverity.total, 'excluding suppressed')}>
        <Bars project={project} counts={BY_SEVERITY} numbers={bySeverity.numbers} />
      </Card>
      <Card title="Findings by decision" facts={describeTotal(byState.total, 'including suppressed')}>
        <Bars project={project} counts={BY_STATE} numbers={byState.numbers} />
      </Card>
    </Columns>
  );
}

interface Counted {
  /** Undefined until they are loaded. */
  readonly numbers: readonly (number | undefined)[];
  readonly total: number | undefined;
  readonly error: Error | null;
}

/** One request for each number: the service has no operation that counts by facets. */
function useCounts(project: string, counts: readonly Count[]): Counted {
  return useQueries({
    queries: counts.map(({ search }) =>
      apiQuery(findingOperations.listFindings, {
        query: {
          project,
          severity: search.sev?.join(','),
          analysisStatus: search.state?.join(','),
          showSuppressed: search.suppressed,
          showInactive: true,
          limit: 1,
        },
      }),
    ),
    combine: (results) => {
      const numbers = results.map(({ data }) => data?.total);
      return {
        numbers,
        total: numbers.includes(undefined)
          ? undefined
          : numbers.reduce<number>((sum, number) => sum + (number ?? 0), 0),
        error: results.find((result) => result.error)?.error ?? null,
      };
    },
  });
}

function describeTotal(total: number | undefined, which: string): string {
  return total === undefined ? '' : `${countOf(total, 'finding')}, ${which}`;
}

interface BarsProps {
  readonly project: string;
  readonly counts: readonly Count[];
  readonly numbers: readonly (number | undefined)[];
}

function Bars({ project, counts, numbers }: BarsProps) {
  const most = Math.max(1, ...numbers.map((number) => number ?? 0));
  return (
    <ul className={styles.bars}>
      {counts.map(({ key, label, tone, search }, index) => {
        const number = numbers[index];
        return (
          <li key={key}>
            <Link
              to="/projects/$uuid"
              params={{ uuid: project }}
              search={{ tab: 'findings', ...search }}
              className={styles.bar}
              data-zero={number === 0 || undefined}
            >
              {label}
              <span className={styles.track}>
                <span
                  className={styles.fill}
                  data-tone={tone}
                  style={{ width: `${(100 * (number ?? 0)) / most}%` }}
                />
              </span>
              <span className="number">{number === undefined ? '…' : formatCount(number)}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
