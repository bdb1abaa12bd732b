interface Period {
  readonly months: number;
  readonly days: number;
}

const PERIOD = /^([+-]?)P(?:([+-]?\d{1,5})Y)?(?:([+-]?\d{1,6})M)?(?:([+-]?\d{1,6})W)?(?:([+-]?\d{1,7})D)?$/i;

/** An ISO 8601 period of whole days: `P1Y2M3W4D`. Returns undefined for anything else. */
export function findPeriod(text: string): Period | undefined {
  const found = PERIOD.exec(text.trim());
  if (!found || found.slice(2).every((part) => part === undefined)) return undefined;
  const [years, months, weeks, days] = found.slice(2).map((part) => Number(part ?? 0)) as Four;
  const sign = found[1] === '-' ? -1 : 1;
  return { months: sign * (years * 12 + months), days: sign * (weeks * 7 + days) };
}

type Four = [number, number, number, number];

/** Compares the age at `now` of something from `since` with the period: negative if younger, 0 if equal. In days. */
export function compareAge(since: Date, { months, days }: Period, now: Date): number {
  const month = since.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(since.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const day = Math.min(since.getUTCDate(), lastDay) + days;
  const due = Date.UTC(since.getUTCFullYear(), month, day);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()) - due;
}
