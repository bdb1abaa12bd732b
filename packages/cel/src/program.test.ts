import { describe, expect, it } from 'vitest';
import { CelEvaluationError, CelLimitError, CelSyntaxError } from './cel-error.ts';
import { Environment } from './environment.ts';
import { method } from './function.ts';
import { narrow } from './narrow.ts';
import { parse } from './parse.ts';
import { compile } from './program.ts';
import { BOOL, DYN, INT, listOf, messageType, STRING, TIMESTAMP } from './type.ts';
import { Timestamp } from './value.ts';

const ITEM = 'org.example.v1.Item';
const environment = new Environment({
  container: 'org.example',
  variables: { item: messageType(ITEM), anything: DYN, now: TIMESTAMP },
  messages: [
    {
      name: ITEM,
      fields: {
        name: { type: STRING, key: 'title' },
        note: { type: STRING, optional: true },
        rank: { type: INT, read: (raw) => BigInt(raw as number) },
        parts: { type: listOf(messageType(ITEM)) },
        made: { type: TIMESTAMP },
      },
    },
  ],
  functions: [
    method(
      'same_as',
      messageType(ITEM),
      [messageType(ITEM)],
      BOOL,
      (_, a: Item, b: Item) => a.title === b.title,
    ),
  ],
  constants: { 'Level.HIGH': { type: INT, value: 2n } },
});

interface Item {
  readonly title?: string;
}

const item = { $typeName: ITEM, title: 'foo', rank: 2, parts: [{ $typeName: ITEM, title: 'bar' }] };
const now = new Timestamp(0n);

function evaluate(source: string, limits = { steps: 100_000, milliseconds: 1_000 }): unknown {
  return compile(environment, source, { limits }).evaluate({ item, now, anything: item });
}

function issues(source: string): unknown {
  try {
    compile(environment, source, { result: BOOL });
  } catch (error) {
    return error instanceof CelSyntaxError ? error.issues : error;
  }
  return [];
}

describe('an expression', () => {
  it.each([
    ['item.name == "foo" && item.rank == Level.HIGH', true],
    ['anything.name + anything.parts[0].name', 'foobar'],
    ['has(item.note) || has(item.made)', false],
    ['has(item.name) && has(item.parts) && item.note == ""', true],
    ['item.parts.exists(part, part.name == "bar")', true],
    ['item.same_as(v1.Item{name: "foo"})', true],
    ['item.same_as(org.example.v1.Item{name: "bar"})', false],
    ['now + duration("14d") > timestamp("1970-01-14T00:00:00Z")', true],
    ['type(item) == v1.Item', true],
    ['"a.b".matches("a.b$") && matches("xaxbx", "a.b")', true],
  ])('%s gives %s', (source, value) => {
    expect(evaluate(source)).toBe(value);
  });

  it.each([
    ['item.nme == "x"', [{ line: 1, column: 5, message: `undefined field 'nme' of ${ITEM}` }]],
    ['true &&\n  itm.name == ""', [{ line: 2, column: 3, message: "undeclared reference to 'itm'" }]],
    [
      'item.name == 1',
      [{ line: 1, column: 11, message: "no matching overload for '_==_' applied to '(string, int)'" }],
    ],
    ['item.name ==', [{ line: 1, column: 13, message: 'expected an expression, found end of expression' }]],
    ['item.name.fly()', [{ line: 1, column: 10, message: "undeclared function 'fly'" }]],
    ['item.name', [{ line: 1, column: 1, message: "the expression must give 'bool' but gives 'string'" }]],
    ['v1.Item{nam: ""} == item', [{ line: 1, column: 9, message: `undefined field 'nam' of ${ITEM}` }]],
    ['"unclosed', [{ line: 1, column: 10, message: 'the string is not closed' }]],
    ['item.rank && 1', 2],
  ])('%j is refused with line and column', (source, expected) => {
    const found = issues(source);
    expect(typeof expected === 'number' ? (found as unknown[]).length : found).toEqual(expected);
  });

  it('with many large regular expressions is refused when it is compiled', () => {
    const large = Array.from({ length: 20 }, (_, n) => `"x".matches("((a|b){1,20}){1,20}${n}")`).join(' || ');
    expect(() => compile(environment, large)).toThrow('are too large together');
  });

  it('with an invalid regular expression is refused when it is compiled', () => {
    expect(issues('item.name.matches("(")')).toMatchObject([{ line: 1, column: 10 }]);
    expect(issues('item.name.matches("(((a{100}){100}){100})")')).toHaveLength(1);
  });

  it('nested too deeply is refused', () => {
    expect(issues('('.repeat(5_000))).toHaveLength(1);
    expect(issues(`${'['.repeat(1_000)}1${']'.repeat(1_000)}`)).toHaveLength(1);
  });

  it.each([
    ['signs', `${'!'.repeat(4_000)}true`],
    ['sums', `1${'+1'.repeat(30_000)} > 0`],
    ['comparisons', `true${'==true'.repeat(5_000)}`],
    ['indices', `item.parts${'[0]'.repeat(20_000)} == 1`],
    ['fields', `item${'.a'.repeat(30_000)} == 1`],
    ['methods', `"a"${'.trim()'.repeat(4_000)} == "a"`],
    ['names of messages', `a${'.a'.repeat(30_000)}{} == 1`],
  ])('with too long a chain of %s is refused', (_, source) => {
    expect(issues(source)).toHaveLength(1);
  });

  it('with many operands is accepted', () => {
    expect(evaluate(`item.rank${' + 1'.repeat(300)} == 302`)).toBe(true);
    expect(evaluate(`${'1 / 0 > 0 || '.repeat(5_000)}true`)).toBe(true);
  });

  it('with many errors reports the first ones', () => {
    expect(issues(`[${'a,'.repeat(30_000)}1] == 1`)).toHaveLength(50);
  });

  const doubled = (variable: string, make: (of: string) => string, inner: string): string => {
    const names = Array.from({ length: 60 }, (_, index) => `${variable}${index}`);
    return names.reduceRight(
      (body, name, index) => `cel.bind(${name}, ${make(names[index - 1] ?? '1')}, ${body})`,
      inner,
    );
  };

  it('exceeds the limit when it compares huge values of shared parts', () => {
    const pair = (of: string) => `[${of}, ${of}]`;
    const source = doubled('a', pair, doubled('b', pair, 'a59 == b59'));
    expect(() => evaluate(source)).toThrow(CelLimitError);
  });

  it('with huge types is checked in limited time', () => {
    const source = doubled('a', (of) => `{${of}: ${of}}`, 'a59 == 1');
    expect(issues(source)).toMatchObject([{ message: expect.stringContaining('no matching overload') }]);
  });

  it.each(['indexOf("b")', 'size()', 'substring(1)', 'lastIndexOf("b")', 'trim()', 'matches("b")'])(
    'charges steps for the text that %s scans',
    (call) => {
      const long = `["${'a'.repeat(4_000)}"].map(x, x + x).map(x, x + x)`;
      const tenfold = '[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]';
      const source = `${long}.map(x, ${tenfold}.map(i, ${tenfold}.map(j, x.${call}))).size() > 0`;
      expect(() => evaluate(source)).toThrow(CelLimitError);
    },
  );

  it('fails when it takes too many steps, even if another operand decides', () => {
    const list = `[${Array.from({ length: 100 }, () => 1).join(',')}]`;
    const loops = `${list}.all(a, ${list}.all(b, ${list}.all(c, ${list}.all(d, a + b + c + d > 0))))`;
    expect(() => evaluate(`${loops} || true`)).toThrow(CelLimitError);
    expect(() => evaluate(`${list}.map(a, "${'x'.repeat(10_000)}" + "y").size() > 0`, tight)).toThrow(
      CelLimitError,
    );
  });

  const tight = { steps: 10_000, milliseconds: 1_000 };

  it('with a pattern that invites backtracking is evaluated in linear time', () => {
    expect(evaluate(`"${'a'.repeat(200)}!".matches("^(a+)+$")`)).toBe(false);
  });

  it('without a value throws CelEvaluationError', () => {
    expect(() => evaluate('item.parts[7].name == "x"')).toThrow(CelEvaluationError);
    expect(evaluate('item.parts[7].name == "x" || true')).toBe(true);
  });
});

describe('narrow', () => {
  const one = (path: string, ...values: string[]) => ({ kind: 'one of', path, values });

  it.each([
    ['vuln.id == "A"', one('vuln.id', 'A')],
    ['"A" == vuln.id && !x', { kind: 'all', of: [one('vuln.id', 'A')] }],
    ['vuln.id in ["A", "B"]', one('vuln.id', 'A', 'B')],
    ['"t" in project.tags', one('project.tags[]', 't')],
    [
      'vuln.id == "A" || vuln.aliases.exists(a, a.id == "A")',
      { kind: 'any', of: [one('vuln.id', 'A'), one('vuln.aliases[].id', 'A')] },
    ],
    ['vuln.id == "A" || x', undefined],
    ['vuln.id != "A"', undefined],
    ['[1].exists(vuln, vuln.id == "A")', undefined],
  ])('%s', (source, expected) => {
    expect(narrow(parse(source))).toEqual(expected);
  });
});
