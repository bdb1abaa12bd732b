/** Words of the interface are English, so dates are as well. */
const LOCALE = 'en-GB';
const THIS_YEAR = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short' });
const OTHER_YEAR = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', year: 'numeric' });
const UTC_DAY = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

/** “3 Dec”, with the year unless it is the present one. */
export function formatDay(at: number, now = Date.now()): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? THIS_YEAR : OTHER_YEAR).format(at);
}

/** “3 Dec”, of a day in UTC. */
export function formatUtcDay(at: number): string {
  return UTC_DAY.format(at);
}

/** “3 Dec 2026, 14:05”. */
export function formatTime(at: number): string {
  return TIME.format(at);
}
