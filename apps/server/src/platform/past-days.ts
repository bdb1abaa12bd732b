const DAY_MS = 86_400_000;

/** Records older than this exceed their retention time. Undefined for 0 days, which means unlimited retention. */
export function pastDays(now: Date, days: number): Date | undefined {
  return days === 0 ? undefined : new Date(now.getTime() - days * DAY_MS);
}
