/** Names are in lower case. A header that was sent several times is joined with commas. */
export type HttpHeaders = Readonly<Record<string, string | undefined>>;

/** In milliseconds. The header holds seconds or a date. */
export function findRetryAfter(headers: HttpHeaders, now: Date): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now.getTime());
}
