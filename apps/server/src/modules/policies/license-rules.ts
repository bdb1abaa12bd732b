import { type LicenseExpression, parseLicenseExpression } from '../licenses/parse-license-expression.ts';

/** One licence: a family and version (or later), with an optional exception. */
interface Terms {
  readonly family: string;
  readonly version: readonly number[];
  readonly orLater: boolean;
  readonly exception: string;
}

/** Whether an expression can be satisfied with nothing but these licences. */
export function licenseExpressionAllows(expression: string, licenses: readonly string[]): boolean {
  const allowed = toTerms(licenses);
  return holds(expression, 'some', (terms) => allowed.some((each) => overlaps(terms, each)));
}

/** Whether an expression cannot be satisfied without one of these licences. */
export function licenseExpressionRequiresAny(expression: string, licenses: readonly string[]): boolean {
  const listed = toTerms(licenses);
  return holds(expression, 'every', (terms) => listed.some((each) => isWithin(terms, each)));
}

/** `someOrEvery` operand of an OR must hold; for an AND it is the opposite. */
function holds(text: string, someOrEvery: 'some' | 'every', test: (terms: Terms) => boolean): boolean {
  const expression = parseLicenseExpression(text);
  return expression !== undefined && evaluate(expression, someOrEvery, test);
}

function evaluate(
  expression: LicenseExpression,
  someOrEvery: 'some' | 'every',
  test: (terms: Terms) => boolean,
): boolean {
  if (expression.kind === 'license' || expression.kind === 'with') {
    const terms = termsOf(expression);
    return terms !== undefined && test(terms);
  }
  const needed = expression.kind === 'or' ? someOrEvery : someOrEvery === 'some' ? 'every' : 'some';
  return expression.operands[needed]((operand) => evaluate(operand, someOrEvery, test));
}

function toTerms(licenses: readonly string[]): Terms[] {
  return licenses.flatMap((text) => {
    const expression = parseLicenseExpression(text);
    const terms = expression && termsOf(expression);
    return terms ? [terms] : [];
  });
}

/** Deprecated ids that combine licence and exception. */
const DEPRECATED_EXCEPTIONS: Readonly<Record<string, string>> = {
  'gpl-2.0-with-autoconf-exception': 'autoconf-exception-2.0',
  'gpl-2.0-with-bison-exception': 'bison-exception-2.2',
  'gpl-2.0-with-classpath-exception': 'classpath-exception-2.0',
  'gpl-2.0-with-font-exception': 'font-exception-2.0',
  'gpl-2.0-with-gcc-exception': 'gcc-exception-2.0',
  'gpl-3.0-with-autoconf-exception': 'autoconf-exception-3.0',
  'gpl-3.0-with-gcc-exception': 'gcc-exception-3.1',
};

function termsOf(expression: LicenseExpression): Terms | undefined {
  if (expression.kind === 'license') return readLicense(expression.id, expression.orLater, '');
  if (expression.kind !== 'with' || expression.license.kind !== 'license') return undefined;
  if (expression.exception.kind !== 'license') return undefined;
  const { id, orLater } = expression.license;
  return readLicense(id, orLater, expression.exception.id.toLowerCase());
}

function readLicense(id: string, orLater: boolean, exception: string): Terms {
  const name = id.toLowerCase();
  const old = DEPRECATED_EXCEPTIONS[name];
  if (old) return readLicense(name.slice(0, name.indexOf('-with-')), orLater, old);
  const base = name.replace(/-(only|or-later)$/, '');
  const version = /^(.+?)-(\d+(?:\.\d+)*)$/.exec(base);
  return {
    family: version?.[1] ?? base,
    version: (version?.[2] ?? '').split('.').map(Number),
    orLater: orLater || name.endsWith('-or-later'),
    exception,
  };
}

function isSameKind(a: Terms, b: Terms): boolean {
  return a.family === b.family && a.exception === b.exception;
}

/** Whether some version satisfies both. */
function overlaps(a: Terms, b: Terms): boolean {
  if (!isSameKind(a, b)) return false;
  const order = compareVersions(a.version, b.version);
  return order === 0 || (order < 0 ? a.orLater : b.orLater);
}

function isWithin(inner: Terms, outer: Terms): boolean {
  if (!isSameKind(inner, outer)) return false;
  const order = compareVersions(inner.version, outer.version);
  return order === 0 || (order > 0 && outer.orLater);
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  const longest = Math.max(a.length, b.length);
  for (let at = 0; at < longest; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
