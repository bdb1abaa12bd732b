import { describe, expect, it } from 'vitest';
import { type LicenseExpression, parseLicenseExpression } from './parse-license-expression.ts';

function show(expression: LicenseExpression | undefined): string | undefined {
  if (!expression) return undefined;
  if (expression.kind === 'license') return expression.orLater ? `+(${expression.id})` : expression.id;
  if (expression.kind === 'with') return `WITH(${show(expression.license)}, ${show(expression.exception)})`;
  return `${expression.kind.toUpperCase()}(${expression.operands.map(show).join(', ')})`;
}

describe('a licence expression', () => {
  it.each([
    ['MIT', 'MIT'],
    ['(MIT)', 'MIT'],
    ['GPL-2.0+ WITH Classpath-exception-2.0', 'WITH(+(GPL-2.0), Classpath-exception-2.0)'],
    ['MIT AND (LGPL-2.1-or-later OR BSD-3-Clause)', 'AND(MIT, OR(LGPL-2.1-or-later, BSD-3-Clause))'],
    ['MIT OR Apache-2.0 AND ISC OR Zlib', 'OR(MIT, AND(Apache-2.0, ISC), Zlib)'],
    ['mit and apache-2.0', 'AND(mit, apache-2.0)'],
    ['(MIT)AND(LGPL-2.1-or-later WITH(CC0 OR GPL-2))', 'AND(MIT, WITH(LGPL-2.1-or-later, OR(CC0, GPL-2)))'],
    ['DocumentRef-a:LicenseRef-b OR LicenseRef-c', 'OR(DocumentRef-a:LicenseRef-b, LicenseRef-c)'],
  ])('%s is %s', (text, tree) => {
    expect(show(parseLicenseExpression(text))).toBe(tree);
  });

  it.each([
    '',
    ' ',
    'MIT (OR BSD-3-Clause',
    'MIT )(OR BSD-3-Clause',
    'MIT OR',
    'OR MIT',
    'MIT AND OR Apache-2.0',
    'MIT Apache-2.0',
    'MIT, Apache-2.0',
    '(MIT OR BSD-3-Clause) WITH Classpath-exception-2.0',
    'GPL-2.0 +',
    '()',
    'MIT WITH',
    '('.repeat(100_000),
    `${'('.repeat(101)}MIT${')'.repeat(101)}`,
  ])('%.60s is not an expression', (text) => {
    expect(parseLicenseExpression(text)).toBeUndefined();
  });

  it('may be long', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `LicenseRef-${index}`);
    expect(parseLicenseExpression(ids.join(' OR '))).toMatchObject({
      kind: 'or',
      operands: { length: 10_000 },
    });
  });
});
