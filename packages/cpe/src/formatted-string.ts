import { any, type Cpe, CpeError, cpeAttributes } from './cpe.ts';

const prefix = 'cpe:2.3:';
const partValue = /^[aoh*-]$/i;
const strictValue = /^(?:[*-]|\?+|(?:\?+|\*)?(?:[a-zA-Z0-9._-]|\\[!-/:-@[-`{-~])+(?:\?+|\*)?)$/;
const plainCharacter = /[a-zA-Z0-9._-]/;

export function isFormattedString(text: string): boolean {
  return text.slice(0, prefix.length).toLowerCase() === prefix;
}

/** NIST IR 7695, 6.2.3. In lenient mode punctuation may lack its backslash. */
export function parseFormattedString(text: string, lenient: boolean): Cpe {
  const values = splitValues(text.slice(prefix.length));
  if (values.length !== cpeAttributes.length) {
    throw new CpeError(`a CPE 2.3 name has ${cpeAttributes.length} attributes, not ${values.length}`);
  }
  const entries = cpeAttributes.map((attribute, index) => {
    const value = lenient ? repairValue(values[index] ?? '') : (values[index] ?? '');
    if (!isValidValue(value)) throw new CpeError(`the ${attribute} of a CPE name is not valid`);
    return [attribute, value] as const;
  });
  const cpe = Object.fromEntries(entries) as Record<keyof Cpe, string>;
  if (!partValue.test(cpe.part)) throw new CpeError('the part of a CPE name is a, o or h');
  return cpe;
}

export function formatFormattedString(cpe: Cpe): string {
  return prefix + cpeAttributes.map((attribute) => cpe[attribute]).join(':');
}

/** A logical value, or text with wildcards only at its ends and all other punctuation escaped. */
export function isValidValue(value: string): boolean {
  return strictValue.test(value);
}

/** Splits at unescaped colons. */
function splitValues(text: string): string[] {
  const values: string[] = [];
  let start = 0;
  for (let i = 0; i <= text.length; i++) {
    if (text[i] === '\\') i++;
    else if (i === text.length || text[i] === ':') {
      values.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return values;
}

/** Escapes punctuation that is neither escaped nor a wildcard at an end. An empty value is ANY. */
export function repairValue(value: string): string {
  if (value === '') return any;
  if (isValidValue(value)) return value;
  const leading = leadingWildcards(value);
  const trailing = trailingWildcards(value);
  let repaired = '';
  for (let i = 0; i < value.length; i++) {
    const character = value.charAt(i);
    if (character === '\\' && i + 1 < value.length) repaired += character + value.charAt(++i);
    else if (plainCharacter.test(character) || i < leading || i >= trailing) repaired += character;
    else repaired += `\\${character}`;
  }
  return repaired;
}

/** The index after `*` or the run of `?` at the start. */
function leadingWildcards(value: string): number {
  if (value.startsWith('*')) return 1;
  let i = 0;
  while (value[i] === '?') i++;
  return i;
}

/** The index of `*` or of the run of `?` at the end. */
function trailingWildcards(value: string): number {
  if (value.endsWith('*')) return value.length - 1;
  let i = value.length;
  while (value[i - 1] === '?') i--;
  return i;
}
