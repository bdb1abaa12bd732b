/** A value of a row in PostgreSQL's text form of COPY. */
export type CopyValue = string | number | bigint | boolean | object | null | undefined;

const ESCAPED = /[\\\n\r\t\0]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** One field: text and numbers as they are, objects as JSON, nothing as null. */
export function toCopyField(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'object') return escapeText(toStorableJson(value));
  return String(value);
}

export function toCopyLine(fields: readonly string[]): string {
  return `${fields.join('\t')}\n`;
}

/** A NUL character cannot be stored; what stood there is not lost without a trace. */
function escapeText(text: string): string {
  if (!ESCAPED.test(text)) return text;
  return text.replaceAll(/[\\\n\r\t\0]/g, (character) => ESCAPES[character] ?? '\ufffd');
}

/** PostgreSQL refuses JSON with NUL characters or halves of surrogate pairs, which JavaScript writes as \u escapes. */
function toStorableJson(value: object): string {
  const json = JSON.stringify(value);
  return json.includes('\\u') ? JSON.stringify(value, withStorableText) : json;
}

function withStorableText(_name: string, value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [toStorableText(name), member]));
}

function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
