const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]\d\d(:?\d\d)?)$/;
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const URI = /^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]*$/;

function isCalendarDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function matchesDay(pattern: RegExp, text: string): boolean {
  const match = pattern.exec(text);
  return match !== null && isCalendarDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** Not a regular expression, because backtracking would take minutes for a long run of `a@a@a@`. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const host = text.slice(at + 1);
  return at > 0 && host !== '' && !/\s/.test(host) && /[^\s@]/.test(text.slice(0, at));
}

const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => matchesDay(DATE_TIME, text),
  date: (text) => matchesDay(DATE, text),
  'idn-email': isEmail,
  uri: (text) => URI.test(text),
};

/**
 * Draft-07 lets implementations decide whether to assert `format`. `iri-reference` is not asserted: published SBOMs
 * that other tools accept contain `git@host:path`, `${project.url}` or two addresses in one member.
 */
const ANNOTATED_ONLY: ReadonlySet<string> = new Set(['iri-reference']);

/** Returns undefined if the format is not asserted. Throws if it is unknown. */
export function findFormatCheck(format: string): ((text: string) => boolean) | undefined {
  if (ANNOTATED_ONLY.has(format)) return undefined;
  const check = FORMATS[format];
  if (check === undefined) throw new Error(`JSON schema format "${format}" is not supported`);
  return check;
}
