import { type ChosenSetting, preferredName } from './chosen-settings.ts';
import { describeEntry, type Findings } from './config-entries.ts';
import type { Expand } from './expand-values.ts';
import { toKey } from './property-key.ts';
import type { ValueContext, ValueType } from './value-type.ts';

export interface Resolution {
  readonly expand: Expand;
  readonly context: ValueContext;
  readonly findings: Findings;
}

/** The value of a setting. Returns undefined and reports a problem if it is invalid. */
export function resolveValue<T>(
  chosen: ChosenSetting,
  type: ValueType<T>,
  { expand, context, findings }: Resolution,
): T | undefined {
  const expanded = expand(chosen.entry.raw, toKey(chosen.setting.name));
  if (!expanded.ok) {
    const why = type.hidden ? expanded.discreetly : expanded.why;
    findings.problems.push(`${describeEntry(chosen.entry)}: ${why}.`);
    return undefined;
  }
  if (expanded.text.trim() === '') {
    findings.warnings.push(`${describeEntry(chosen.entry)} is an empty text and counts as not set.`);
    return undefined;
  }
  const outcome = readText(expanded.text, chosen, type, context);
  if ('why' in outcome) findings.problems.push(`${describeEntry(chosen.entry)}: ${outcome.why}`);
  return 'why' in outcome ? undefined : outcome.value;
}

/** Converts an old unit and parses the text. `why` is a sentence with the remedy. */
export function readText<T>(
  text: string,
  chosen: ChosenSetting,
  type: ValueType<T>,
  context: ValueContext,
): { readonly value: T } | { readonly why: string } {
  const { conversion } = chosen.setting;
  const present = conversion ? conversion.convert(text) : text;
  if (present === undefined) return { why: explain(chosen, type, conversion?.expected ?? type.expected) };
  const parsed = type.parse(present, context);
  return parsed.ok ? { value: parsed.value } : { why: explain(chosen, type, type.expected, parsed.why) };
}

function explain<T>(chosen: ChosenSetting, type: ValueType<T>, expected: string, why?: string): string {
  const reason = why ?? `${shown(chosen, type)} is not ${expected}`;
  return `${reason}; write for example ${preferredName(chosen.setting, chosen.entry)}=${type.example}.`;
}

const MAX_SHOWN_LENGTH = 60;

function shown<T>({ entry }: ChosenSetting, type: ValueType<T>): string {
  if (type.hidden) return 'the value';
  const cut = entry.raw.length > MAX_SHOWN_LENGTH ? `${entry.raw.slice(0, MAX_SHOWN_LENGTH)}…` : entry.raw;
  return JSON.stringify(cut);
}
