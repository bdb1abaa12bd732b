import { type RawBuilder, sql } from 'kysely';

const SEPARATOR = '\n';

/**
 * Many short texts of one line as an array. As one text it costs a fraction of what the client takes to write an array,
 * element by element.
 */
export function toTextArray(lines: readonly string[]): RawBuilder<string[]> {
  return lines.length === 0 ? sql`array[]::text[]` : linesToArray(lines.join(SEPARATOR));
}

/** The same for a text that consists of these lines already. */
export function linesToArray(lines: string): RawBuilder<string[]> {
  return sql`string_to_array(${lines}, ${SEPARATOR})`;
}
