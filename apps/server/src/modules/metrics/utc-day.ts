/** Days are written as in ISO 8601, such as `2026-11-16`, and begin at midnight UTC. */
const DAY_MS = 86_400_000;

export function toUtcDay(time: Date): string {
  return time.toISOString().slice(0, 10);
}

export function addDays(day: string, days: number): string {
  return toUtcDay(new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS));
}

/** Parses `20261116`. Returns undefined if there is no such day. */
export function parseDay(text: string): string | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (!match) return undefined;
  const day = `${match[1]}-${match[2]}-${match[3]}`;
  const time = new Date(`${day}T00:00:00Z`);
  // JavaScript reads 30 February as 1 March.
  return Number.isNaN(time.getTime()) || toUtcDay(time) !== day ? undefined : day;
}
