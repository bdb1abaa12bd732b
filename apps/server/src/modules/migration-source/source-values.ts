const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** UUIDs were text before 0.6.0, so a value may be invalid. */
export function toUuid(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return UUID.test(text) ? text.toLowerCase() : undefined;
}

/** Names are one line: control characters become a space. */
export function toName(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/\p{Cc}+/gu, ' ').trim() : '';
}

/** Returns undefined for blank text. */
export function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
