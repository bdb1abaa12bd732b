import { toStorableJson } from './storable-text.ts';

/** A value of a row in the text format of COPY. */
export type CopyValue = string | number | bigint | boolean | object | null | undefined;

export type CopyRow = Readonly<Record<string, CopyValue>>;

const ESCAPED = /[\\\n\r\t\0]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One field: text and numbers unchanged, objects as JSON, undefined as null. */
export function toCopyField(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'object') return escapeText(toStorableJson(value));
  return String(value);
}

/** One line with its line break. Concatenating is faster than joining an array of fields. */
export function toCopyLine(columns: readonly string[], row: CopyRow): string {
  let line = '';
  let separator = '';
  for (const column of columns) {
    line += separator + toField(row[column]);
    separator = '\t';
  }
  return `${line}\n`;
}

function toField(value: CopyValue): string {
  return value instanceof Uint8Array ? `\\\\x${Buffer.from(value).toString('hex')}` : toCopyField(value);
}

/** NUL becomes a replacement character, as halves of surrogate pairs do when the text is encoded. */
function escapeText(text: string): string {
  if (!ESCAPED.test(text)) return text;
  return text.replaceAll(/[\\\n\r\t\0]/g, (character) => ESCAPES[character] ?? '\ufffd');
}
