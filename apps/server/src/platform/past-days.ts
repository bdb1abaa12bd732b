const DAY_MS = 86_400_000;

/** Records older than this are past their retention time. Undefined for 0 days, which means for ever. */
export function pastDays(now: Date, days: number): Date | undefined {
  return days === 0 ? undefined : new Date(now.getTime() - days * DAY_MS);
}
