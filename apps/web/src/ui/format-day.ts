const THIS_YEAR = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const OTHER_YEAR = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** “3 Dec”, with the year unless it is the present one. */
export function formatDay(at: number, now = Date.now()): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? THIS_YEAR : OTHER_YEAR).format(at);
}
