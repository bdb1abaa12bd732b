import { formatSql } from './format-sql.ts';
import type { Statement } from './record-statements.ts';

/** The statements as a readable file, each followed by its parameters. */
export function presentStatements(statements: readonly Statement[]): string {
  return statements.map(presentStatement).join('\n');
}

function presentStatement({ sql, parameters }: Statement): string {
  const values = parameters.map((value, index) => `-- $${index + 1}: ${JSON.stringify(value)}\n`);
  return formatSql(sql) + values.join('');
}
