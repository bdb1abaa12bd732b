import { describe, expect, it } from 'vitest';
import { publishedRows } from '../../../test/support/published-rows.ts';
import { compileExpression } from './compile-expression.ts';
import { licenseExpressionAllows, licenseExpressionRequiresAny } from './license-rules.ts';
import { componentEnvironment, findingEnvironment } from './policy-environment.ts';
import { COMPONENT } from './policy-messages.ts';

interface Documented {
  readonly title: string;
  readonly kind: 'policy' | 'notification-filter' | 'other';
  readonly expression: string;
}

interface LicenseRow {
  readonly operation: 'Allows' | 'RequiresAny';
  readonly expression: string;
  readonly licenses: readonly string[];
  readonly expected: boolean;
}

interface SpdxRow {
  readonly expression: string;
  readonly license_expression: string;
  readonly violation: boolean;
}

describe('published rows', () => {
  it('every documented policy expression compiles', () => {
    const rows = publishedRows<Documented>('cel/documented_expressions.json').filter(
      ({ kind }) => kind !== 'notification-filter',
    );
    const wrong = rows.map(({ expression }) => {
      const environment = /\bvuln\./.test(expression) ? findingEnvironment : componentEnvironment;
      return compileExpression(environment, expression).issues;
    });
    expect(wrong.filter((issues) => issues !== undefined)).toEqual([]);
  });

  it('for the SPDX functions hold', () => {
    const rows = publishedRows<SpdxRow>('cel/spdx_functions.json');
    const wrong = rows.filter(({ expression, license_expression, violation }) => {
      const { program } = compileExpression(componentEnvironment, expression);
      const component = { $typeName: COMPONENT, license_expression };
      return program?.evaluate({ component }) !== violation;
    });
    expect(wrong).toEqual([]);
  });

  it('for licence expressions hold', () => {
    const rows = publishedRows<LicenseRow>('licenses/expression_evaluation.json');
    const wrong = rows.filter(({ operation, expression, licenses, expected }) => {
      const evaluate = operation === 'Allows' ? licenseExpressionAllows : licenseExpressionRequiresAny;
      return evaluate(expression, licenses) !== expected;
    });
    expect(wrong).toEqual([]);
  });
});
