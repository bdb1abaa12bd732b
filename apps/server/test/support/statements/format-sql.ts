const WIDTH = 110;

/** Comments, strings, quoted names, parameters and numbers, words, operators of several characters, other characters. */
const TOKEN =
  /--[^\n]*|e?'(?:[^']|'')*'|"(?:[^"]|"")*"|\$?\d+(?:\.\d+)?|[a-z_][a-z_0-9]*|::|->>|->|<>|<=|>=|~>=~|~<~|\|\||=>|\S/gi;

/** Phrases that start a line of their own. Longer ones come first. */
const CLAUSES = [
  'left join lateral',
  'cross join lateral',
  'join lateral',
  'left join',
  'full join',
  'cross join',
  'join',
  'union all',
  'union',
  'group by',
  'order by',
  'for update',
  'on conflict',
  'insert into',
  'delete from',
  'with',
  'select',
  'update',
  'set',
  'from',
  'where',
  'having',
  'limit',
  'offset',
  'returning',
].map((phrase) => phrase.split(' '));

const STARTS_QUERY = new Set(['select', 'with', 'insert', 'update', 'delete']);

/** After these words a parenthesis is not that of a function call. */
const NOT_A_FUNCTION =
  /(^|\s)(all|and|any|as|by|else|end|exists|filter|from|in|join|lateral|materialized|not|on|or|over|row|select|then|using|values|when|where)$/i;

interface Level {
  readonly isQuery: boolean;
  /** Of the lines inside, and of the line that closes it. */
  readonly indent: number;
  readonly closingIndent: number;
  /** Inside `case … end` and `between … and`, `and` does not start a line. */
  inlineAnds: number;
}

/** Formats a statement for reading: one clause per line, sub-queries indented. The tokens stay the same. */
export function formatSql(sql: string): string {
  return new Formatter(toTokens(sql)).format();
}

export function toTokens(sql: string): string[] {
  return sql.match(TOKEN) ?? [];
}

class Formatter {
  readonly #tokens: readonly string[];
  readonly #lines: string[] = [];
  readonly #levels: Level[] = [{ isQuery: true, indent: 0, closingIndent: 0, inlineAnds: 0 }];
  #line = '';

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  format(): string {
    for (let at = 0; at < this.#tokens.length; ) at += this.#take(at);
    this.#breakLine();
    return `${this.#lines.flatMap(wrap).join('\n')}\n`;
  }

  /** Returns the number of tokens taken. */
  #take(at: number): number {
    const token = this.#tokens[at] ?? '';
    if (token.startsWith('--')) return this.#takeComment(token);
    if (token === '(') return this.#open(at);
    if (token === ')') return this.#close();
    const clause = this.#level.isQuery ? this.#clauseAt(at) : 0;
    if (clause > 0) return this.#takeClause(at, clause);
    if (this.#level.isQuery && this.#startsCondition(token)) this.#breakLine(2);
    this.#countAnds(token);
    this.#append(token);
    return 1;
  }

  get #level(): Level {
    return this.#levels.at(-1) as Level;
  }

  #takeComment(token: string): number {
    this.#breakLine();
    this.#append(token);
    this.#breakLine();
    return 1;
  }

  #open(at: number): number {
    const isQuery = STARTS_QUERY.has((this.#tokens[at + 1] ?? '').toLowerCase());
    this.#append('(');
    const closingIndent = indentOf(this.#line).length;
    const indent = isQuery ? closingIndent + 2 : this.#level.indent;
    this.#levels.push({ isQuery, indent, closingIndent, inlineAnds: 0 });
    return 1;
  }

  #close(): number {
    const { isQuery, closingIndent } = this.#level;
    if (isQuery) this.#breakLine();
    if (isQuery) this.#line = ' '.repeat(closingIndent);
    if (this.#levels.length > 1) this.#levels.pop();
    this.#append(')');
    return 1;
  }

  #clauseAt(at: number): number {
    const clause = CLAUSES.find((words) =>
      words.every((word, index) => this.#tokens[at + index]?.toLowerCase() === word),
    );
    const before = this.#tokens[at - 1]?.toLowerCase();
    // `with ordinality`, `is distinct from`, `for update of`, `do update set`, `null::tid`.
    const isPartOfPhrase =
      (clause?.[0] === 'with' && this.#tokens[at + 1]?.toLowerCase() === 'ordinality') ||
      (clause?.[0] === 'from' && before === 'distinct') ||
      (clause?.[0] === 'update' && (before === 'for' || before === 'do' || before === 'key'));
    return clause && !isPartOfPhrase ? clause.length : 0;
  }

  #takeClause(at: number, length: number): number {
    this.#breakLine();
    for (const word of this.#tokens.slice(at, at + length)) this.#append(word);
    return length;
  }

  #startsCondition(token: string): boolean {
    const word = token.toLowerCase();
    return (word === 'and' || word === 'or') && this.#level.inlineAnds === 0;
  }

  #countAnds(token: string): void {
    const word = token.toLowerCase();
    if (word === 'case') this.#level.inlineAnds++;
    if (word === 'end' && this.#level.inlineAnds > 0) this.#level.inlineAnds--;
  }

  #append(token: string): void {
    const isFirst = this.#line.trim() === '';
    const isAttached = /[(.[]$|::$/.test(this.#line) || /^([,).;[\]]|::)/.test(token);
    const isCall = token === '(' && /\w$/.test(this.#line) && !NOT_A_FUNCTION.test(this.#line);
    this.#line += isFirst || isAttached || isCall ? token : ` ${token}`;
  }

  #breakLine(extra = 0): void {
    if (this.#line.trim() !== '') this.#lines.push(this.#line);
    this.#line = ' '.repeat(this.#level.indent + extra);
  }
}

const BREAKS = /, | and | or | then | else /g;

/** Wraps a long line. Continuation lines are indented by four. */
function wrap(line: string): string[] {
  const [indent, lines] = [indentOf(line), [] as string[]];
  for (let rest = line; ; ) {
    const end = rest.length <= WIDTH || rest.trimStart().startsWith('--') ? undefined : findBreak(rest);
    lines.push(rest.slice(0, end));
    if (end === undefined) return lines;
    rest = `${indent}    ${rest.slice(end).trim()}`;
  }
}

function findBreak(line: string): number | undefined {
  const breaks = [...line.matchAll(BREAKS)].map(({ index, 0: text }) => index + (text === ', ' ? 1 : 0));
  return breaks.findLast((index) => index <= WIDTH && index > indentOf(line).length + 4);
}

function indentOf(line: string): string {
  return /^ */.exec(line)?.[0] ?? '';
}
