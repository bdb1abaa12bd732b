const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

// Years and months are not supported: they have no fixed length in milliseconds.
const DURATION =
  /^P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d{1,9})?)S)?)?$/i;

/** Milliseconds of an ISO 8601 duration such as `PT15M`. Returns undefined for other texts. */
export function parseIsoDuration(text: string): number | undefined {
  const match = DURATION.exec(text);
  if (!match) return undefined;
  const [, weeks, days, hours, minutes, seconds] = match.map((part) =>
    Number((part ?? '0').replace(',', '.')),
  );
  const total =
    (weeks ?? 0) * WEEK +
    (days ?? 0) * DAY +
    (hours ?? 0) * HOUR +
    (minutes ?? 0) * MINUTE +
    Math.round((seconds ?? 0) * SECOND);
  return Number.isSafeInteger(total) ? total : undefined;
}

/** The shortest ISO 8601 duration for a number of milliseconds. */
export function toIsoDuration(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  const hours = Math.floor((milliseconds % DAY) / HOUR);
  const minutes = Math.floor((milliseconds % HOUR) / MINUTE);
  const seconds = (milliseconds % MINUTE) / SECOND;
  const date = days > 0 ? `${days}D` : '';
  const time = [
    hours > 0 ? `${hours}H` : '',
    minutes > 0 ? `${minutes}M` : '',
    seconds > 0 ? `${seconds}S` : '',
  ].join('');
  if (date === '' && time === '') return 'PT0S';
  return `P${date}${time === '' ? '' : `T${time}`}`;
}
