/** An SPDX licence expression. Does not check whether the licences exist. */
export type LicenseExpression =
  | { readonly kind: 'license'; readonly id: string; readonly orLater: boolean }
  | { readonly kind: 'with'; readonly license: LicenseExpression; readonly exception: LicenseExpression }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly LicenseExpression[] };

const TOKEN = /\s*(?:([()])|((?:DocumentRef-[A-Za-z0-9.-]+:)?[A-Za-z0-9.-]+\+?)|(\S))/y;
const OPERATORS = new Set(['AND', 'OR', 'WITH']);

/** Limits recursion. */
const MAX_DEPTH = 100;

/** Returns undefined if the text is not an expression. `WITH` binds tightest, then `AND`, then `OR`. */
export function parseLicenseExpression(text: string): LicenseExpression | undefined {
  const tokens = tokenize(text.trim());
  if (!tokens) return undefined;
  const parser = { tokens, at: 0, depth: 0 };
  const expression = parseOr(parser);
  return parser.at === tokens.length ? expression : undefined;
}

interface Parser {
  readonly tokens: readonly string[];
  at: number;
  depth: number;
}

function tokenize(text: string): string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match || match[3] !== undefined) return undefined;
    tokens.push(match[1] ?? match[2] ?? '');
  }
  return tokens;
}

function parseOr(parser: Parser): LicenseExpression | undefined {
  return parseChain(parser, 'or', (operand) => parseChain(operand, 'and', parseWith));
}

function parseChain(
  parser: Parser,
  kind: 'and' | 'or',
  parseOperand: (parser: Parser) => LicenseExpression | undefined,
): LicenseExpression | undefined {
  const operands: LicenseExpression[] = [];
  do {
    const operand = parseOperand(parser);
    if (!operand) return undefined;
    operands.push(operand);
  } while (takeOperator(parser, kind));
  return operands.length === 1 ? operands[0] : { kind, operands };
}

function parseWith(parser: Parser): LicenseExpression | undefined {
  const license = parseAtom(parser);
  if (!license || !takeOperator(parser, 'with')) return license;
  const exception = parseAtom(parser);
  // Only a single licence can have an exception.
  return exception && license.kind === 'license' ? { kind: 'with', license, exception } : undefined;
}

function parseAtom(parser: Parser): LicenseExpression | undefined {
  const token = parser.tokens[parser.at];
  if (token === undefined || token === ')' || OPERATORS.has(token.toUpperCase())) return undefined;
  parser.at++;
  return token === '(' ? parseGroup(parser) : toLicense(token);
}

function parseGroup(parser: Parser): LicenseExpression | undefined {
  if (++parser.depth > MAX_DEPTH) return undefined;
  const expression = parseOr(parser);
  parser.depth--;
  return parser.tokens[parser.at++] === ')' ? expression : undefined;
}

function toLicense(token: string): LicenseExpression {
  const orLater = token.endsWith('+');
  return { kind: 'license', id: orLater ? token.slice(0, -1) : token, orLater };
}

function takeOperator(parser: Parser, operator: 'and' | 'or' | 'with'): boolean {
  if (parser.tokens[parser.at]?.toLowerCase() !== operator) return false;
  parser.at++;
  return true;
}
