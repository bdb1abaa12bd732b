import type { CheckedLine, ConfigChange, Severity } from './checked-line.ts';
import { type ChosenSetting, toSetting } from './chosen-settings.ts';
import { describeEntry, type Entry } from './config-entries.ts';
import { toDatasourceProperty } from './datasource-name.ts';
import { hasExpression, parseExpression } from './expressions.ts';
import { logLevel } from './logging-levels.ts';
import { explainName, explainSecretFile, looksLikeName, toFileAssignment } from './name-findings.ts';
import type { Setting } from './name-meaning.ts';
import { getProperty } from './properties.ts';
import type { PropertyLine } from './properties-file.ts';
import { readText } from './resolve-value.ts';
import type { ValueType } from './value-type.ts';

type Outcome = Omit<CheckedLine, 'change' | 'lastLine'> & Omit<ConfigChange, 'line' | 'written'>;

/** Translates one line. `counts`: no other line overrides its setting. */
export function checkLine(line: PropertyLine, entry: Entry, counts: boolean): CheckedLine {
  const setting = toSetting(entry);
  const outcome = setting ? checkSetting({ entry, setting }, counts) : checkOtherName(entry);
  const { note, severity, becomes, ...rest } = outcome;
  const written = entry.meaning.kind === 'unknown' && !looksLikeName(entry.name) ? '' : entry.name;
  const change = { line: line.line, written, note, severity, ...(becomes === undefined ? {} : { becomes }) };
  return { ...rest, change, lastLine: line.lastLine };
}

function checkSetting(chosen: ChosenSetting, counts: boolean): Outcome {
  const { entry, setting } = chosen;
  const type = typeOf(setting);
  const isDelicate = type.hidden && !isPlainReference(entry.raw);
  if (entry.raw.trim() === '') {
    const outcome = { note: 'It has no value and counts as not set.', severity: 'ok', isDelicate } as const;
    return setting.deprecated ? { ...outcome, replacement: [] } : outcome;
  }
  if (!counts) {
    const note = `It is ignored, because another line sets ${setting.name}.`;
    return { note, severity: 'removed', isDelicate, replacement: [] };
  }
  const why = explainInvalid(chosen, type);
  if (why !== undefined) return { note: why, severity: 'invalid', isDelicate };
  if (entry.name === setting.name) return { note: 'It needs no change.', severity: 'ok', isDelicate };
  return { ...translateSetting(chosen), isDelicate };
}

export function typeOf(setting: Setting): ValueType<unknown> {
  return setting.kind === 'logger' ? logLevel : getProperty(setting.property).type;
}

/** An expression without a default names a secret without containing it. */
function isPlainReference(raw: string): boolean {
  return /^\s*\$\{(?:file::[^{}]*|[^{}:]*)\}\s*$/.test(raw);
}

/** Expressions are parsed but not evaluated: their files are on the machine that runs the service. */
function explainInvalid(chosen: ChosenSetting, type: ValueType<unknown>): string | undefined {
  const { raw } = chosen.entry;
  if (!hasExpression(raw)) {
    const outcome = readText(raw, chosen, type, { cwd: '.', home: '~' });
    return 'why' in outcome ? capitalise(outcome.why) : undefined;
  }
  const parsed = parseExpression(raw);
  return parsed.ok ? undefined : `${capitalise(parsed.why)}.`;
}

function capitalise(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function translateSetting({ entry, setting }: ChosenSetting): Omit<Outcome, 'isDelicate'> {
  const converted = hasExpression(entry.raw) ? undefined : setting.conversion?.convert(entry.raw);
  const severity: Severity = setting.deprecated ? 'deprecated' : 'ok';
  return {
    note: explainTranslation(setting, converted !== undefined),
    severity,
    becomes: converted === undefined ? setting.name : `${setting.name}=${converted}`,
    replacement: [{ name: setting.name, value: converted ?? entry.raw }],
  };
}

function explainTranslation({ deprecated, conversion }: Setting, isConverted: boolean): string {
  const renamed = deprecated ? 'The name is deprecated' : 'The name is another spelling';
  if (isConverted) return `${renamed} and the unit changes.`;
  return conversion
    ? `${renamed} and the unit changes; convert the value of the expression (${conversion.expected}) by hand.`
    : `${renamed}.`;
}

function checkOtherName(entry: Entry): Outcome {
  const { meaning } = entry;
  if (meaning.kind === 'secret file' && entry.raw.trim() !== '') return checkSecretFile(entry, meaning.name);
  const note = (explainName(entry) ?? '').replace(describeEntry(entry), 'It');
  if (meaning.kind === 'unknown' || meaning.kind === 'profile') {
    return { note, severity: 'unknown', isDelicate: true };
  }
  const outcome: Outcome = { note, severity: 'removed', isDelicate: true, replacement: [] };
  if (meaning.kind !== 'removed' || !meaning.datasource || entry.raw.trim() === '') return outcome;
  const name = toDatasourceProperty(meaning.datasource);
  const replacement = [{ name, value: entry.raw }];
  const isDelicate = !isPlainReference(entry.raw);
  return { ...outcome, isDelicate, becomes: name, replacement, movedField: meaning.datasource.field };
}

function checkSecretFile(entry: Entry, name: string): Outcome {
  const becomes = toFileAssignment(entry, name);
  const value = becomes.slice(becomes.indexOf('=') + 1);
  const note = `It ${explainSecretFile(entry, name)}`;
  return { note, severity: 'refused', becomes, isDelicate: false, replacement: [{ name, value }] };
}
