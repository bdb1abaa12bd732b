import type { NewPolicyCondition } from '@tallyman/contract';
import { AppError } from '../../platform/errors.ts';
import { compileExpression } from './compile-expression.ts';
import { componentEnvironment } from './policy-environment.ts';

/**
 * "EXPRESSION needs violationType and is stored with operator MATCHES; bad CEL → 400 {celErrors}." Other errors are not
 * rejected: the condition shows them when it is evaluated.
 */
export function toConditionColumns({ subject, operator, value, violationType }: NewPolicyCondition) {
  if (subject !== 'EXPRESSION') {
    if (!operator) throw invalid('operator', 'is required');
    return { subject, operator, value, violation_type: null };
  }
  if (!violationType) throw invalid('violationType', 'is required for expressions');
  const { issues } = compileExpression(componentEnvironment, value);
  if (issues) {
    throw new AppError('invalid', 'The expression is invalid.', {
      members: { celErrors: issues, errors: issues },
    });
  }
  return { subject, operator: 'MATCHES', value, violation_type: violationType };
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid', `${path} ${message}.`, { errors: [{ path, message }] });
}
