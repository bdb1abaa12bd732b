export interface TableUse {
  readonly table: string;
  readonly access: 'read' | 'write';
}

const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]+"|[a-z_][a-z_0-9.]*|[(),;]|\S/gi;

/** Words after which a list of tables ends. */
const END_OF_LIST = new Set(
  'where join left right full inner cross natural group order having limit offset union except intersect on using set values returning for window select'.split(
    ' ',
  ),
);

/**
 * Lists the tables that a piece of SQL reads and writes, in order of appearance. It knows the positions of table names,
 * not the grammar: names of common table expressions and temporary tables are listed too.
 */
export function scanSql(sql: string): TableUse[] {
  const tokens = (sql.match(TOKEN) ?? []).filter((token) => !/^(--|\/\*|')/.test(token));
  // A quoted name keeps its case: "PROJECT" is not the table project.
  const words = tokens.map((token) => (token.startsWith('"') ? token : token.toLowerCase()));
  return words.flatMap((word, index) => {
    const write = findWritten(words, index);
    if (write !== undefined) return [{ table: unquote(write), access: 'write' as const }];
    const isList = word === 'from' || word === 'join' || word === 'using' || word === 'truncate';
    if (!isList || !isBeforeTables(words, index)) return [];
    const access = word === 'truncate' ? ('write' as const) : ('read' as const);
    return listNames(words, index + 1).map((table) => ({ table: unquote(table), access }));
  });
}

/** The table that the statement at `index` writes to. */
function findWritten(words: readonly string[], index: number): string | undefined {
  const [word, next] = [words[index], words[index + 1]];
  if (word === 'into' && ['insert', 'merge'].includes(words[index - 1] ?? '')) return next;
  if (word === 'from' && words[index - 1] === 'delete') return next === 'only' ? words[index + 2] : next;
  if (word === 'copy') return next;
  if (word === 'update' && !['do', 'for', 'key', 'or', 'after', 'before'].includes(words[index - 1] ?? '')) {
    return next === 'only' ? words[index + 2] : next;
  }
  return undefined;
}

/** `is distinct from x`, `extract(epoch from x)` and `join … using (x)` are not followed by tables. */
function isBeforeTables(words: readonly string[], index: number): boolean {
  if (words[index] === 'using') return words[index + 1] !== '(';
  return !['distinct', 'epoch', 'delete', 'both', 'leading', 'trailing'].includes(words[index - 1] ?? '');
}

function listNames(words: readonly string[], start: number): string[] {
  const names: string[] = [];
  let isExpected = true;
  let depth = 0;
  for (let index = start; index < words.length; index += 1) {
    const word = words[index] as string;
    if (word === '(') depth += 1;
    else if (word === ')') depth -= 1;
    if (depth < 0 || word === ';' || (depth === 0 && END_OF_LIST.has(word))) break;
    if (depth > 0) continue;
    if (word === ',') isExpected = true;
    else if (isExpected && !['lateral', 'only', 'table'].includes(word)) {
      isExpected = false;
      if (isName(word) && words[index + 1] !== '(') names.push(word);
    }
  }
  return names;
}

function isName(word: string): boolean {
  return /^["a-z_]/.test(word);
}

function unquote(name: string): string {
  return name.replaceAll('"', '');
}
