/** PostgreSQL stores no NUL character and no half of a surrogate pair; what stood there leaves a mark. */
export function toStorableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** JSON of which every text can be stored. Where one cannot, JavaScript writes a \u escape: most have none. */
export function toStorableJson(value: object): string {
  const json = JSON.stringify(value);
  return json.includes('\\u') ? JSON.stringify(value, withStorableText) : json;
}

function withStorableText(_name: string, value: unknown): unknown {
  if (typeof value === 'string') return toStorableText(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [toStorableText(name), member]));
}
