import type { KnownSetting } from './known-settings.ts';
import type { ValueRule } from './value-rules.ts';

/** The value to store (`null` restores the default), or why it is rejected. */
export type ResolvedValue = { readonly value: string | null } | { readonly refusal: string };

/** Parses the requested value of a setting. */
export function resolveSettingValue(
  setting: KnownSetting,
  requested: string | null | undefined,
): ResolvedValue {
  const property = `The property ${setting.group}.${setting.name}`;
  if (setting.readOnly) return { refusal: `${property} can not be modified.` };
  const text = requested?.trim() ?? '';
  if (text === '') return mayBeEmpty(setting) ? { value: null } : { refusal: `${property} needs a value.` };
  const value = setting.type === 'BOOLEAN' ? text.toLowerCase() : text;
  const problem = typeRules[setting.type](value) ?? setting.rule?.(value);
  return problem ? { refusal: `${property} ${problem}.` } : { value };
}

function mayBeEmpty({ type }: KnownSetting): boolean {
  return type === 'STRING' || type === 'URL';
}

const typeRules: Record<KnownSetting['type'], ValueRule> = {
  BOOLEAN: (value) => (value === 'true' || value === 'false' ? undefined : 'must be true or false'),
  INTEGER: (value) =>
    /^-?\d+$/.test(value) && Number.isSafeInteger(Number(value)) ? undefined : 'must be a whole number',
  STRING: () => undefined,
  URL: (value) => (isHttpUrl(value) ? undefined : 'must be an address that starts with http:// or https://'),
};

function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
