import { type RawBuilder, sql } from 'kysely';

const SEPARATOR = '\n';

/**
 * An array of short texts without line breaks. Sent as one text, which is much cheaper than the array of the driver.
 */
export function toTextArray(lines: readonly string[]): RawBuilder<string[]> {
  return lines.length === 0 ? sql`array[]::text[]` : linesToArray(lines.join(SEPARATOR));
}

/** The same for texts that are joined already. */
export function linesToArray(lines: string): RawBuilder<string[]> {
  return sql`string_to_array(${lines}, ${SEPARATOR})`;
}
