import { KeyAnswer } from '@tallyman/contract';
import { Ajv } from 'ajv';
import { AppError } from '../../../platform/errors.ts';

const isKeyAnswer = new Ajv({ strict: false }).compile<KeyAnswer>(KeyAnswer);

/** Reads the answer of a security key from a field of a form, where it is JSON. */
export function parseKeyAnswer(text: string | undefined): KeyAnswer | undefined {
  if (text === undefined || text === '') return undefined;
  const value = parseJson(text);
  if (isKeyAnswer(value)) return value;
  throw new AppError('invalid', 'The field `key` is not the answer of a security key, as JSON.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
