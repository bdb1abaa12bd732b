/** The alternatives of a range, without empty ones. */
export function splitAlternatives(range: string): string[] {
  return range
    .split('||')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export interface Term {
  readonly operator: string;
  readonly version: string;
}

const term = /([<>=!~^]*)[\s]*([^\s,<>=!~^]+)/y;
const between = /[\s,]*/y;

/** The terms of one alternative: operators with their versions, separated by blanks or commas or nothing. */
export function splitTerms(alternative: string): Term[] | undefined {
  const terms: Term[] = [];
  for (let i = 0; i < alternative.length; ) {
    term.lastIndex = i;
    const match = term.exec(alternative);
    if (!match) return undefined;
    terms.push({ operator: match[1] ?? '', version: match[2] ?? '' });
    between.lastIndex = i + match[0].length;
    between.exec(alternative);
    i = between.lastIndex;
  }
  return terms;
}
