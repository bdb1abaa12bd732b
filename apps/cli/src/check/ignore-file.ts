import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { type FindingRow, idsOf } from '../report/finding-row.ts';

/** A finding that is ignored, with the reason. */
export interface IgnoreEntry {
  readonly id?: string;
  readonly purl?: string;
  readonly reason: string;
  /** Last day on which it applies, yyyy-MM-dd. */
  readonly expires?: string;
}

export interface IgnoreRules {
  readonly active: readonly IgnoreEntry[];
  readonly expired: readonly IgnoreEntry[];
}

export const IGNORE_FILE = '.tallyman-ignore.yaml';
const NONE: IgnoreRules = { active: [], expired: [] };

/** Without a name: the default file, if it exists. `false`: none. */
export async function readIgnoreRules(file: string | boolean | undefined): Promise<IgnoreRules> {
  if (file === false) return NONE;
  const path = typeof file === 'string' ? file : IGNORE_FILE;
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && typeof file !== 'string') return undefined;
    throw new CommandError(EXIT.usage, `${path} cannot be read: ${error.message}`);
  });
  if (text === undefined) return NONE;
  const today = new Date().toISOString().slice(0, 10);
  return splitByDay(parseIgnoreFile(path, text), today);
}

export function splitByDay(entries: readonly IgnoreEntry[], today: string): IgnoreRules {
  const isExpired = ({ expires }: IgnoreEntry) => expires !== undefined && expires < today;
  return {
    active: entries.filter((entry) => !isExpired(entry)),
    expired: entries.filter(isExpired),
  };
}

const MEMBERS: ReadonlySet<string> = new Set(['id', 'purl', 'reason', 'expires']);

export function parseIgnoreFile(path: string, text: string): IgnoreEntry[] {
  const refuse = (reason: string) => new CommandError(EXIT.usage, `${path}: ${reason}`);
  const document = parseYaml(text, refuse);
  const entries: unknown = (document as { ignore?: unknown } | null)?.ignore;
  if (!Array.isArray(entries)) throw refuse('the list "ignore" is missing.');
  return entries.map((entry, at) => toEntry(entry, (reason) => refuse(`entry ${at + 1} ${reason}`)));
}

function parseYaml(text: string, refuse: (reason: string) => CommandError): unknown {
  try {
    // This schema keeps dates as text.
    return parse(text, { schema: 'core', uniqueKeys: true, maxAliasCount: 50 });
  } catch (error) {
    const [line] = (error as Error).message.split('\n');
    throw refuse(`is not valid YAML: ${line}`);
  }
}

function toEntry(entry: unknown, refuse: (reason: string) => CommandError): IgnoreEntry {
  if (typeof entry !== 'object' || entry === null) throw refuse('must have id or purl, and a reason.');
  const unknown = Object.keys(entry).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) throw refuse(`has the unknown member "${unknown}".`);
  const text = (name: string) => {
    const value: unknown = (entry as Record<string, unknown>)[name];
    if (value === undefined || typeof value === 'string') return value?.trim() || undefined;
    throw refuse(`has a ${name} that is not text.`);
  };
  const [id, purl, reason, expires] = [text('id'), text('purl'), text('reason'), text('expires')];
  if (id === undefined && purl === undefined) throw refuse('has neither id nor purl.');
  if (reason === undefined) throw refuse('has no reason. Say why it is ignored.');
  if (expires !== undefined && !isDay(expires))
    throw refuse(`has expires "${expires}", which is not a date (yyyy-MM-dd).`);
  return {
    ...(id === undefined ? {} : { id }),
    ...(purl === undefined ? {} : { purl }),
    reason,
    ...(expires === undefined ? {} : { expires }),
  };
}

function isDay(text: string): boolean {
  const date = new Date(text);
  // `Date` accepts 31 February and means 3 March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && text.length === 10;
}

/** All members of the entry must match. The id may be any id of the vulnerability. */
export function isMeant({ id, purl }: IgnoreEntry, row: FindingRow): boolean {
  const ids = idsOf(row.vulnerability).map((each) => each.toLowerCase());
  if (id !== undefined && !ids.includes(id.toLowerCase())) return false;
  return purl === undefined || isSamePackage(purl, row.component.purl);
}

/** A package URL without a version matches all versions; without qualifiers, any. */
export function isSamePackage(wanted: string, purl: string | undefined): boolean {
  if (purl === undefined) return false;
  const [short, long] = [wanted, purl].map((text) => text.replaceAll(/%40/gi, '@'));
  if (short === undefined || long === undefined || !long.startsWith(short)) return false;
  return long.length === short.length || /^[@?#]/.test(long.slice(short.length));
}

export function noteExpired({ expired }: IgnoreRules): string[] {
  return expired.map(
    ({ id, purl, expires, reason }) =>
      `warning: ignoring ${[id, purl].filter(Boolean).join(' in ')} ended on ${expires}; it counts again (${reason}).`,
  );
}
