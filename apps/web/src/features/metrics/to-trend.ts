import type { ProjectMetrics } from '@tallyman/contract';

const DAY_MS = 86_400_000;

const TREND_SEVERITIES = ['critical', 'high', 'medium', 'low', 'unassigned'] as const;
export type TrendSeverity = (typeof TREND_SEVERITIES)[number];

type Measured = Pick<ProjectMetrics, TrendSeverity | 'lastOccurrence'>;

/** Numbers of one UTC day. */
export type TrendDay = Readonly<Record<TrendSeverity, number>> & {
  /** The start of the day. */
  readonly at: number;
};

export function toTrend(metrics: readonly Measured[]): TrendDay[] {
  return metrics.map(({ critical, high, medium, low, unassigned, lastOccurrence }) => ({
    at: Math.floor(lastOccurrence / DAY_MS) * DAY_MS,
    critical,
    high,
    medium,
    low,
    unassigned,
  }));
}

/** Those with a number on any day. Unrated findings are rare, and a line at zero says nothing. */
export function listShownSeverities(days: readonly TrendDay[]): TrendSeverity[] {
  return TREND_SEVERITIES.filter(
    (severity) => severity !== 'unassigned' || days.some((day) => day.unassigned > 0),
  );
}

/** The first day and all days on which a number changed, the latest first. */
export function listChanges(days: readonly TrendDay[]): TrendDay[] {
  return days
    .filter((day, index) => {
      const before = days[index - 1];
      return before === undefined || TREND_SEVERITIES.some((severity) => day[severity] !== before[severity]);
    })
    .toReversed();
}
