import type { Expr } from './ast.ts';
import { expandMacro } from './expand-macro.ts';
import { lex, refuse, type Token } from './lex.ts';
import { partsOf } from './parts-of.ts';
import { readLiteral } from './read-literal.ts';
import { BOOL, NULL } from './type.ts';

const MAX_LENGTH = 65_536;
const MAX_DEPTH = 200;
/** The maximum height of the tree, so that no recursion overflows the stack. Chains such as `a + b + c` count too. */
const MAX_HEIGHT = 400;
const RESERVED = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);
const KEYWORDS = new Set(['in', 'true', 'false', 'null']);
const RELATIONS = new Set(['<', '<=', '>', '>=', '==', '!=']);

/** Parses an expression and expands macros. Throws `CelSyntaxError`. */
export function parse(source: string): Expr {
  if (source.length > MAX_LENGTH)
    throw refuse(source, 0, `the expression is longer than ${MAX_LENGTH} characters`);
  const tree = new Parser(source).parseAll();
  requireHeight(source, tree);
  return tree;
}

function requireHeight(source: string, tree: Expr): void {
  let level: readonly Expr[] = [tree];
  for (let height = 1; level.length > 0; height += 1) {
    if (height > MAX_HEIGHT) throw refuse(source, level[0]?.at ?? 0, 'the expression is nested too deeply');
    level = level.flatMap(partsOf);
  }
}

class Parser {
  private readonly source: string;
  private readonly tokens: readonly Token[];
  private next = 0;
  private depth = 0;

  constructor(source: string) {
    this.source = source;
    this.tokens = lex(source);
  }

  parseAll(): Expr {
    const expr = this.expression();
    if (this.token.kind !== 'end') throw this.unexpected('the expression to end');
    return expr;
  }

  private get token(): Token {
    return this.tokens[this.next] as Token;
  }

  private is(mark: string): boolean {
    return this.token.kind === 'mark' && this.token.text === mark;
  }

  private accept(mark: string): boolean {
    if (!this.is(mark)) return false;
    this.next += 1;
    return true;
  }

  private expect(mark: string): void {
    if (!this.accept(mark)) throw this.unexpected(`'${mark}'`);
  }

  private unexpected(wanted: string): Error {
    const { text, at, kind } = this.token;
    return refuse(this.source, at, `expected ${wanted}, found ${kind === 'end' ? text : `'${text}'`}`);
  }

  private expression(): Expr {
    this.depth += 1;
    if (this.depth > MAX_DEPTH)
      throw refuse(this.source, this.token.at, 'the expression is nested too deeply');
    const test = this.logic('||', () => this.logic('&&', () => this.relation()));
    const result = this.is('?') ? this.conditional(test) : test;
    this.depth -= 1;
    return result;
  }

  private conditional(test: Expr): Expr {
    const { at } = this.token;
    this.expect('?');
    const then = this.logic('||', () => this.logic('&&', () => this.relation()));
    this.expect(':');
    return { kind: 'conditional', at, test, then, otherwise: this.expression() };
  }

  private logic(op: '&&' | '||', operand: () => Expr): Expr {
    const first = operand();
    if (!this.is(op)) return first;
    const { at } = this.token;
    const operands = [first];
    while (this.accept(op)) operands.push(operand());
    return { kind: 'logic', op, at, operands };
  }

  private relation(): Expr {
    return this.binary(
      () => this.binary(() => this.binary(() => this.unary(), new Set(['*', '/', '%'])), new Set(['+', '-'])),
      RELATIONS,
      true,
    );
  }

  private binary(operand: () => Expr, operators: ReadonlySet<string>, withIn = false): Expr {
    let left = operand();
    for (;;) {
      const { kind, text, at } = this.token;
      const isIn = withIn && kind === 'ident' && text === 'in';
      if (!isIn && !(kind === 'mark' && operators.has(text))) return left;
      this.next += 1;
      left = { kind: 'call', at, name: isIn ? '@in' : `_${text}_`, args: [left, operand()] };
    }
  }

  private unary(): Expr {
    const { at } = this.token;
    for (const mark of ['!', '-'] as const) {
      if (!this.is(mark)) continue;
      let count = 0;
      while (this.accept(mark)) count += 1;
      return this.applyUnary(mark, count, at);
    }
    return this.member(this.primary());
  }

  private applyUnary(mark: '!' | '-', count: number, at: number): Expr {
    let operand: Expr;
    let times = count;
    if (mark === '-' && ['int', 'double'].includes(this.token.kind)) {
      operand = this.member(readLiteral(this.source, this.take(), true));
      times -= 1;
    } else operand = this.member(this.primary());
    for (; times > 0; times -= 1) operand = { kind: 'call', at, name: `${mark}_`, args: [operand] };
    return operand;
  }

  private take(): Token {
    const { token } = this;
    this.next += 1;
    return token;
  }

  private member(start: Expr): Expr {
    let expr = start;
    for (;;) {
      const { at } = this.token;
      if (this.accept('.')) expr = this.selection(expr, at);
      else if (this.accept('[')) {
        expr = { kind: 'call', at, name: '_[_]', args: [expr, this.expression()] };
        this.expect(']');
      } else if (this.is('{') && dottedName(expr) !== undefined) expr = this.messageLiteral(expr);
      else return expr;
    }
  }

  private selection(operand: Expr, at: number): Expr {
    const { kind, text } = this.token;
    if (kind !== 'quoted' && (kind !== 'ident' || KEYWORDS.has(text)))
      throw this.unexpected('the name of a field');
    this.next += 1;
    if (kind === 'ident' && this.is('(')) return this.call(text, at, operand);
    return { kind: 'select', at, operand, field: text, test: false };
  }

  private call(name: string, at: number, target?: Expr): Expr {
    const args = this.list('(', ')');
    const call = { kind: 'call', at, name, args, ...(target && { target }) } as const;
    return expandMacro(call, (where, message) => refuse(this.source, where, message)) ?? call;
  }

  private list(open: string, close: string): Expr[] {
    this.expect(open);
    const items: Expr[] = [];
    while (!this.is(close)) {
      items.push(this.expression());
      if (!this.accept(',')) break;
      if (open === '(' && this.is(close)) throw this.unexpected('an argument');
    }
    this.expect(close);
    return items;
  }

  private messageLiteral(type: Expr): Expr {
    const name = dottedName(type) ?? '';
    this.expect('{');
    const fields: { name: string; value: Expr; at: number }[] = [];
    while (!this.is('}')) {
      const field = this.take();
      if (field.kind !== 'ident' && field.kind !== 'quoted') {
        this.next -= 1;
        throw this.unexpected('the name of a field');
      }
      this.expect(':');
      fields.push({ name: field.text, value: this.expression(), at: field.at });
      if (!this.accept(',')) break;
    }
    this.expect('}');
    return { kind: 'message', at: type.at, name, fields };
  }

  private primary(): Expr {
    const { kind, text, at } = this.token;
    if (kind === 'ident') return this.name();
    if (kind !== 'mark' && kind !== 'end' && kind !== 'quoted') return readLiteral(this.source, this.take());
    if (this.accept('.')) {
      if (this.token.kind !== 'ident') throw this.unexpected('a name');
      const name = this.take().text;
      return this.is('(') ? this.call(`.${name}`, at) : { kind: 'ident', at, name: `.${name}` };
    }
    if (this.accept('(')) {
      const inner = this.expression();
      this.expect(')');
      return inner;
    }
    if (text === '[') return { kind: 'list', at, elements: this.list('[', ']') };
    if (text === '{') return this.mapLiteral();
    throw this.unexpected('an expression');
  }

  private name(): Expr {
    const { text, at } = this.token;
    if (text === 'in' || RESERVED.has(text)) throw refuse(this.source, at, `'${text}' is a reserved word`);
    this.next += 1;
    if (text === 'true' || text === 'false')
      return { kind: 'literal', at, value: text === 'true', type: BOOL };
    if (text === 'null') return { kind: 'literal', at, value: null, type: NULL };
    return this.is('(') ? this.call(text, at) : { kind: 'ident', at, name: text };
  }

  private mapLiteral(): Expr {
    const { at } = this.token;
    this.expect('{');
    const entries: { key: Expr; value: Expr }[] = [];
    while (!this.is('}')) {
      const key = this.expression();
      this.expect(':');
      entries.push({ key, value: this.expression() });
      if (!this.accept(',')) break;
    }
    this.expect('}');
    return { kind: 'map', at, entries };
  }
}

/** Returns a name such as `a.b.c`, or undefined for other expressions. */
export function dottedName(expr: Expr): string | undefined {
  const fields: string[] = [];
  let part = expr;
  for (; part.kind === 'select'; part = part.operand) {
    if (part.test) return undefined;
    fields.push(part.field);
  }
  return part.kind === 'ident' ? [part.name, ...fields.reverse()].join('.') : undefined;
}
