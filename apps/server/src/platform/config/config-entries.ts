import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describeFailure } from './file-value.ts';
import { type NameMeaning, resolveName, type SourceKind } from './name-meaning.ts';
import { type PropertyLine, parsePropertiesFile } from './properties-file.ts';
import { toKey } from './property-key.ts';

export interface ConfigInputs {
  /** Arguments of the command, without the program and the command itself. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** A name with a value, as written in one of the sources. */
export interface Entry {
  readonly name: string;
  readonly raw: string;
  readonly source: SourceKind;
  /** For messages: `--set`, `environment`, `tallyman.properties, line 3`. */
  readonly where: string;
  readonly meaning: NameMeaning;
}

export interface Findings {
  readonly problems: string[];
  readonly warnings: string[];
}

export const DEFAULT_FILE = 'tallyman.properties';

/** All entries, strongest source first and, within one source, the last one first. */
export function listEntries(inputs: ConfigInputs, findings: Findings): Entry[] {
  const { settings, file } = readArguments(inputs.argv, findings);
  const fromFile = readConfigurationFile(inputs.cwd, file, findings);
  return [...settings.reverse(), ...readEnvironment(inputs.env), ...fromFile.reverse()];
}

export function describeEntry(entry: Pick<Entry, 'name' | 'where'>): string {
  return `${entry.name} (${entry.where})`;
}

interface Arguments {
  readonly settings: Entry[];
  readonly file: string | undefined;
}

function readArguments(argv: readonly string[], { problems }: Findings): Arguments {
  const settings: Entry[] = [];
  let file: string | undefined;
  for (let index = 0; index < argv.length; index++) {
    const [option = '', attached] = splitOnce(argv[index] ?? '');
    if (option !== '--set' && option !== '--config') {
      problems.push(
        `${describeArgument(argv[index])} is not an option; use --config <path> or --set key=value.`,
      );
      continue;
    }
    const value = attached ?? argv[++index];
    if (value === undefined || value === '') problems.push(`${option} needs ${NEEDED[option]}.`);
    else if (option === '--config') file = value;
    else readSetting(value, settings, problems);
  }
  return { settings, file };
}

const NEEDED = { '--set': 'a key and a value, as in --set svc.http.port=8081', '--config': 'a path' };

/** An argument that is not an option is not repeated in messages, because it may be a secret. */
function describeArgument(argument: string | undefined): string {
  return /^--?[a-z][a-z-]*(=|$)/i.test(argument ?? '') ? (splitOnce(argument ?? '')[0] ?? '') : 'An argument';
}

function splitOnce(argument: string): [string, string?] {
  const equals = argument.indexOf('=');
  return equals < 0 ? [argument] : [argument.slice(0, equals), argument.slice(equals + 1)];
}

function readSetting(argument: string, settings: Entry[], problems: string[]): void {
  const [name, raw] = splitOnce(argument);
  if (raw === undefined || name.trim() === '') problems.push(`--set needs ${NEEDED['--set']}.`);
  else settings.push(toEntry(name.trim(), raw, 'command line', '--set'));
}

function toEntry(name: string, raw: string, source: SourceKind, where: string): Entry {
  return { name, raw, source, where, meaning: resolveName(name, source) };
}

/** The exact form of a variable, all upper case, goes before equivalent forms. */
function readEnvironment(env: ConfigInputs['env']): Entry[] {
  const entries = Object.entries(env).flatMap(([name, raw]) =>
    raw === undefined ? [] : [toEntry(name, raw, 'environment', 'environment')],
  );
  const known = entries.filter((entry) => entry.meaning.kind !== 'foreign');
  return known.sort((left, right) => Number(isExact(right)) - Number(isExact(left)));
}

function isExact(entry: Entry): boolean {
  return entry.name === toKey(entry.name);
}

function readConfigurationFile(cwd: string, file: string | undefined, findings: Findings): Entry[] {
  const path = file === undefined ? join(cwd, DEFAULT_FILE) : resolve(cwd, file);
  const name = file ?? relative(cwd, path);
  try {
    const bytes = readFileSync(path);
    return toFileEntries(new TextDecoder('utf-8', { fatal: true }).decode(bytes), name, findings);
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (file !== undefined || !isAbsent) {
      findings.problems.push(`The configuration file ${path} ${describeFailure(error)}.`);
    }
    return [];
  }
}

function toFileEntries(text: string, fileName: string, findings: Findings): Entry[] {
  const { lines, problems } = parsePropertiesFile(text);
  for (const { line, why } of problems) findings.problems.push(`${fileName}, line ${line}: ${why}.`);
  return lines.map((line) => toFileEntry(line, fileName));
}

export function toFileEntry({ name, value, line }: PropertyLine, fileName: string): Entry {
  return toEntry(name, value, 'file', `${fileName}, line ${line}`);
}
