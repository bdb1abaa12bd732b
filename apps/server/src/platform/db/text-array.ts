import { type RawBuilder, sql } from 'kysely';

const SEPARATOR = '\n';

/**
 * Many short texts of one line as an array. As one text it costs a fraction of what the client takes to write an array,
 * element by element.
 */
export function toTextArray(lines: readonly string[]): RawBuilder<string[]> {
  if (lines.length === 0) return sql`array[]::text[]`;
  return sql`string_to_array(${lines.join(SEPARATOR)}, ${SEPARATOR})`;
}
