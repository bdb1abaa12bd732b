/** Replaces characters that PostgreSQL does not store, NUL and lone surrogates, by a replacement character. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** JSON whose texts can all be stored. `JSON.stringify` escapes the others with \u, which is rare. */
export function toStorableJson(value: object): string {
  const json = JSON.stringify(value);
  return json.includes('\\u') ? JSON.stringify(value, withStorableText) : json;
}

function withStorableText(_name: string, value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [toStorableText(name), member]));
}
