const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Text before 0.6.0: not every value is one. */
export function toUuid(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return UUID.test(text) ? text.toLowerCase() : undefined;
}

/** One line, as names are here. */
export function toName(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll(/\p{Cc}+/gu, ' ').trim() : '';
}

/** Blank is nothing. */
export function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
