import { expect, it } from 'vitest';
import { publishedRows } from '../../../test/support/published-rows.ts';
import { type LicenseExpression, parseLicenseExpression } from './parse-license-expression.ts';

interface Row {
  readonly expression: string;
  readonly canonical_tree?: string;
  readonly invalid?: boolean;
}

it('published licence expressions are parsed', () => {
  const rows = publishedRows<Row>('licenses/expression_parsing.json');
  const wrong = rows.filter(({ expression, canonical_tree }) => {
    const tree = parseLicenseExpression(expression);
    return (tree && describe(tree)) !== canonical_tree;
  });
  expect(wrong).toEqual([]);
});

/** The order of operands does not matter. */
function describe(tree: LicenseExpression): string {
  switch (tree.kind) {
    case 'license':
      return tree.orLater ? `+(${tree.id})` : tree.id;
    case 'with':
      return `WITH(${describe(tree.license)}, ${describe(tree.exception)})`;
    default:
      return `${tree.kind.toUpperCase()}(${tree.operands.map(describe).sort().join(', ')})`;
  }
}
