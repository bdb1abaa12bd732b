import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { metricsOperations, type ProjectMetrics } from '@tallyman/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { call } from '../../api/api-query.ts';
import { useMayCall } from '../../api/session.ts';
import { Card } from '../../ui/card.tsx';
import { formatUtcDay } from '../../ui/format-day.ts';
import { countOf, formatCount } from '../../ui/format-number.ts';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import styles from './severity-trend.module.css';
import { listChanges, listShownSeverities, type TrendDay, type TrendSeverity, toTrend } from './to-trend.ts';
import { DEFAULT_DAYS, TREND_CHOICES, type TrendDays } from './trend-days.ts';
import { TREND_LINES } from './trend-lines.ts';

const TrendChart = lazy(async () => ({ default: (await import('./trend-chart.tsx')).TrendChart }));

interface SeverityTrendProps {
  /** Without it the numbers are of all projects. */
  readonly project?: string;
  readonly days: TrendDays | undefined;
  readonly onDays: (days: TrendDays) => void;
}

/** How many findings of each severity there were on each of the last days, as lines and as a table. */
export function SeverityTrend({ project, days = DEFAULT_DAYS, onDays }: SeverityTrendProps) {
  const mayView = useMayCall(metricsOperations.listPortfolioMetricsOfDays);
  const [isTable, setIsTable] = useState(false);
  const { data, error, refetch } = useQuery({ ...trendQuery(project, Number(days)), enabled: mayView });
  if (!mayView) return null;
  return (
    <Card
      title="Severity trend"
      facts="by day, excluding suppressed"
      actions={
        <>
          <NativeSelect
            aria-label="Period of the trend"
            size="xs"
            value={days}
            data={[...TREND_CHOICES]}
            onChange={(event) =>
              onDays(
                TREND_CHOICES.find(({ value }) => value === event.currentTarget.value)?.value ?? DEFAULT_DAYS,
              )
            }
          />
          <Button size="xs" variant="default" onClick={() => setIsTable(!isTable)}>
            {isTable ? 'Show as lines' : 'Show as a table'}
          </Button>
        </>
      }
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={232} />}
      {data && <Trend days={data} isTable={isTable} />}
    </Card>
  );
}

function trendQuery(project: string | undefined, days: number) {
  return {
    queryKey: ['trend', project, days],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
      toTrend(await listMetrics(project, days, signal)),
    staleTime: 60_000,
  };
}

async function listMetrics(
  project: string | undefined,
  days: number,
  signal: AbortSignal,
): Promise<readonly ProjectMetrics[]> {
  const answer =
    project === undefined
      ? await call(metricsOperations.listPortfolioMetricsOfDays, { params: { days }, signal })
      : await call(metricsOperations.listProjectMetricsOfDays, { params: { uuid: project, days }, signal });
  return answer.body;
}

function Trend({ days, isTable }: { readonly days: readonly TrendDay[]; readonly isTable: boolean }) {
  const [pointed, setPointed] = useState<TrendDay>();
  const severities = useMemo(() => listShownSeverities(days), [days]);
  const last = days.at(-1);
  if (!last) return <p className="muted">There are no measurements yet. They begin with the first upload.</p>;
  if (isTable) return <TrendTable days={days} severities={severities} />;
  return (
    <>
      <Legend day={pointed ?? last} severities={severities} />
      <Suspense fallback={<div className={styles.chart} />}>
        <TrendChart
          days={days}
          severities={severities}
          summary={describe(days, severities)}
          onPoint={setPointed}
        />
      </Suspense>
    </>
  );
}

interface LegendProps {
  readonly day: TrendDay;
  readonly severities: readonly TrendSeverity[];
}

/** The numbers of the day under the pointer, otherwise of the last day. */
function Legend({ day, severities }: LegendProps) {
  return (
    <ul className={styles.legend}>
      {severities.map((severity) => (
        <li key={severity}>
          <svg aria-hidden="true" width="20" height="4" viewBox="0 0 20 4">
            <line
              x2="20"
              y1="2"
              y2="2"
              stroke={`var(${TREND_LINES[severity].color})`}
              strokeWidth={TREND_LINES[severity].width}
              strokeDasharray={TREND_LINES[severity].dash?.join(' ')}
            />
          </svg>
          {TREND_LINES[severity].word} <span className="number">{formatCount(day[severity])}</span>
        </li>
      ))}
      <li className="muted">{formatUtcDay(day.at)}</li>
    </ul>
  );
}

/** “From 18 Aug to 16 Nov: critical from 3 to 51, …”. */
function describe(days: readonly TrendDay[], severities: readonly TrendSeverity[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '';
  const changes = severities.map(
    (severity) =>
      `${TREND_LINES[severity].word.toLowerCase()} from ${formatCount(first[severity])} to ${formatCount(last[severity])}`,
  );
  return `Findings from ${formatUtcDay(first.at)} to ${formatUtcDay(last.at)}: ${changes.join(', ')}.`;
}

interface TrendTableProps {
  readonly days: readonly TrendDay[];
  readonly severities: readonly TrendSeverity[];
}

function TrendTable({ days, severities }: TrendTableProps) {
  const changes = listChanges(days);
  return (
    <div className={styles.table}>
      <p className="muted">{countOf(changes.length, 'day')} on which a number changed, the latest first.</p>
      <Table label="Severity trend">
        <thead>
          <tr>
            <th scope="col">Day</th>
            {severities.map((severity) => (
              <th key={severity} scope="col" className="number">
                {TREND_LINES[severity].word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((day) => (
            <tr key={day.at}>
              <td>{formatUtcDay(day.at)}</td>
              {severities.map((severity) => (
                <td key={severity} className="number">
                  {formatCount(day[severity])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
