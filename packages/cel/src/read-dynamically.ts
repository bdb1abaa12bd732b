import { evaluationError } from './cel-error.ts';
import type { Environment } from './environment.ts';
import type { Run } from './function.ts';
import { fieldReader, fieldTester } from './message.ts';
import { CelMap, isMessage } from './value.ts';

/** Reads a field of a value whose type is known only at run time. */
export function readDynamically(
  { messages }: Environment,
  operand: Run,
  { field, test }: { readonly field: string; readonly test: boolean },
): Run {
  return (evaluation) => {
    const value = operand(evaluation);
    if (value instanceof CelMap) return readEntry(value, field, test);
    if (!isMessage(value)) throw evaluationError('this type does not support field selection');
    const fields = messages.get(value.$typeName)?.fields;
    const declaration = fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (!declaration) throw evaluationError(`no such field: ${field}`);
    return test ? fieldTester(field, declaration)(value) : fieldReader(field, declaration)(value);
  };
}

function readEntry(map: CelMap, field: string, test: boolean): unknown {
  const found = map.find(field);
  if (test) return found !== undefined;
  if (!found) throw evaluationError(`no such key: ${field}`);
  return found[1];
}

export function readVariable(name: string): Run {
  return ({ variables }) => {
    const value = variables[name];
    if (value === undefined) throw evaluationError(`no value for ${name}`);
    return value;
  };
}
