export interface TimeWindow {
  readonly start: Date;
  readonly end: Date;
}

/** The API answers for at most 120 days at a time. */
const MAX_WINDOW_MS = 120 * 86_400_000;

export function listWindows(start: Date, end: Date): TimeWindow[] {
  const windows: TimeWindow[] = [];
  for (let from = start.getTime(); from < end.getTime(); from += MAX_WINDOW_MS) {
    const to = Math.min(from + MAX_WINDOW_MS, end.getTime());
    windows.push({ start: new Date(from), end: new Date(to) });
  }
  return windows;
}
