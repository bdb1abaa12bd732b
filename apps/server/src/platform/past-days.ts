const DAY_MS = 86_400_000;

/** What is older than this is past the days that it is kept for. Nothing is past 0 days: they mean for ever. */
export function pastDays(now: Date, days: number): Date | undefined {
  return days === 0 ? undefined : new Date(now.getTime() - days * DAY_MS);
}
