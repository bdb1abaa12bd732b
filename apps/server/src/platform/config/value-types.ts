import { isIP, isIPv6 } from 'node:net';
import { isAbsolute, join, resolve } from 'node:path';
import { Cron } from 'croner';
import { parseIsoDuration, toIsoDuration } from './iso-duration.ts';
import { toPostgresAddress } from './postgres-address.ts';
import { invalid, type Parsed, type ValueContext, type ValueType, valid, valueType } from './value-type.ts';

export const text: ValueType<string> = valueType({
  label: 'text',
  expected: 'a text',
  example: '…',
  parse: (raw) => valid(raw.trim()),
});

/** Not trimmed. Only the content of a file is trimmed at its end. */
export const secretText: ValueType<string> = valueType({
  label: 'secret text',
  expected: 'a text',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the expression users write
  example: '${file::/run/secrets/…}',
  secret: true,
  parse: (raw) => valid(raw),
});

const TRUE = new Set(['true', 'yes', 'y', 'on', '1']);
const FALSE = new Set(['false', 'no', 'n', 'off', '0']);

export const boolean: ValueType<boolean> = valueType({
  label: 'boolean',
  expected: 'true or false',
  example: 'true',
  parse: (raw) => {
    const word = raw.trim().toLowerCase();
    if (TRUE.has(word)) return valid(true);
    return FALSE.has(word) ? valid(false) : invalid();
  },
});

export function integer(min: number, max: number, example = min): ValueType<number> {
  return wholeNumber(`integer, ${min} to ${max}`, `a whole number from ${min} to ${max}`, min, max, example);
}

export const port = wholeNumber('port', 'a port from 0 to 65535', 0, 65_535, 8080);

/** The largest delay of a Node.js timer: 24.8 days. */
const MAX_TIMER_MS = 2_147_483_647;

export function milliseconds(min = 0, max = MAX_TIMER_MS): ValueType<number> {
  const expected = `a whole number of milliseconds from ${min} to ${max}`;
  return wholeNumber('milliseconds', expected, min, max, Math.max(min, 30_000));
}

function wholeNumber(
  label: string,
  expected: string,
  min: number,
  max: number,
  example: number,
): ValueType<number> {
  const parse = (raw: string): Parsed<number> => {
    if (!/^\s*[+-]?\d+\s*$/.test(raw)) return invalid();
    const number = Number(raw);
    return number >= min && number <= max ? valid(number) : invalid();
  };
  return valueType({ label, expected, example: String(example), parse });
}

export function oneOf<const T extends string>(choices: readonly [T, ...T[]]): ValueType<T> {
  return valueType<T>({
    label: choices.map((choice) => `\`${choice}\``).join(', '),
    expected: `one of ${choices.join(', ')}`,
    example: choices[0],
    parse: (raw) => {
      const word = raw.trim().toLowerCase();
      const choice = choices.find((candidate) => candidate.toLowerCase() === word);
      return choice === undefined ? invalid() : valid(choice);
    },
  });
}

export const host: ValueType<string> = valueType({
  label: 'host',
  expected: 'a host name or IP address without scheme, port or path',
  example: '127.0.0.1',
  parse: (raw) => {
    const name = raw.trim().replace(/^\[(.+)\]$/, '$1');
    return isIP(name) !== 0 || /^[A-Za-z0-9._-]+$/.test(name) ? valid(name) : invalid();
  },
});

export function url(schemes: readonly [string, ...string[]], example: string): ValueType<string> {
  return valueType({
    label: 'URL',
    expected: `a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    example,
    hidden: true,
    parse: (raw) => {
      const parsed = URL.parse(raw.trim());
      return parsed && schemes.includes(parsed.protocol.slice(0, -1)) ? valid(raw.trim()) : invalid();
    },
  });
}

export const postgresUrl: ValueType<string> = valueType({
  label: 'PostgreSQL URL',
  expected: 'a URL that starts with postgresql:// or jdbc:postgresql://',
  example: 'postgresql://db.example.com:5432/tallyman',
  hidden: true,
  parse: (raw) => {
    const address = toPostgresAddress(raw.trim());
    return address.ok ? valid(raw.trim()) : invalid(address.why);
  },
});

export const commaList = list(/,/, 'a comma-separated list', 'a, b');

/** Tokens contain no spaces, so lists of the older space-separated form work too. */
export const tokenList = list(/[\s,]+/, 'a comma-separated list', 'a, b');

function list(separator: RegExp, expected: string, example: string): ValueType<readonly string[]> {
  return valueType<readonly string[]>({
    label: 'list',
    expected,
    example,
    parse: (raw) => valid(Object.freeze(splitList(raw, separator))),
    format: (items) => items.join(', '),
  });
}

function splitList(raw: string, separator: RegExp): string[] {
  return raw
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Names of private ranges in the proxy-addr library, which Fastify uses. */
const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

export const addressRanges: ValueType<readonly string[]> = valueType<readonly string[]>({
  label: 'list of addresses',
  expected: 'a comma-separated list of IP addresses, CIDR ranges, loopback, linklocal or uniquelocal',
  example: '10.0.0.0/8, loopback',
  parse: (raw) => {
    const items = splitList(raw, /[\s,]+/);
    return items.every(isAddressRange) ? valid(Object.freeze(items)) : invalid();
  },
  format: (items) => items.join(', '),
});

function isAddressRange(item: string): boolean {
  if (NAMED_RANGES.has(item)) return true;
  const [address = '', bits, ...rest] = item.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv6(address) ? 128 : 32));
}

/** Disables a schedule. */
const NEVER = '-';

export const cron: ValueType<string> = valueType({
  label: 'cron (UTC); `-` for never',
  expected:
    'a cron expression of five fields (minute, hour, day of month, month, day of week; UTC), or - for never',
  example: '*/15 * * * *',
  parse: (raw) => {
    const expression = raw.trim().replace(/\s+/g, ' ');
    if (expression === NEVER) return valid(expression);
    // croner also accepts a point in time, which runs once. A schedule must repeat.
    if (!/^\S+( \S+){4}$/.test(expression)) return invalid();
    try {
      const next = new Cron(expression, { timezone: 'UTC', mode: '5-part' }).nextRun();
      return next === null ? invalid('it never matches') : valid(expression);
    } catch {
      return invalid();
    }
  },
});

/** Contract, upgrade to v0.6.0: lock durations are ISO 8601 durations, not milliseconds. Read as milliseconds. */
export const isoDuration: ValueType<number> = valueType({
  label: 'ISO 8601 duration',
  expected: 'an ISO 8601 duration',
  example: 'PT15M',
  parse: (raw) => {
    const duration = parseIsoDuration(raw.trim());
    if (duration !== undefined) return valid(duration);
    return /^\s*\d{1,15}\s*$/.test(raw) ? invalid(notMilliseconds(Number(raw))) : invalid();
  },
  format: toIsoDuration,
});

function notMilliseconds(value: number): string {
  return `durations are written in ISO 8601 form; ${value} milliseconds are ${toIsoDuration(value)}`;
}

export const directory: ValueType<string> = valueType({
  label: 'directory',
  expected: 'the path of a directory',
  example: './data',
  parse: (raw, context) => valid(resolvePath(raw.trim(), context)),
});

export function resolvePath(path: string, context: ValueContext): string {
  if (path === '~') return context.home;
  if (/^~[\\/]/.test(path)) return join(context.home, path.slice(2));
  return isAbsolute(path) ? path : resolve(context.cwd, path);
}

export function textMatching(pattern: RegExp, expected: string, example: string): ValueType<string> {
  return valueType({
    label: 'text',
    expected,
    example,
    parse: (raw) => (pattern.test(raw.trim()) ? valid(raw.trim()) : invalid()),
  });
}
