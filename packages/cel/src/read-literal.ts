import type { Expr } from './ast.ts';
import { refuse, type Token } from './lex.ts';
import { BYTES, DOUBLE, INT, STRING, UINT } from './type.ts';
import { isInt64, isUint64, Uint } from './value.ts';

/** Parses a literal: a number, a string or bytes. `negated` if a minus precedes it. */
export function readLiteral(source: string, { kind, text, at, value }: Token, negated = false): Expr {
  switch (kind) {
    case 'string':
      return { kind: 'literal', at, value, type: STRING };
    case 'bytes':
      return { kind: 'literal', at, value, type: BYTES };
    case 'double':
      return { kind: 'literal', at, value: negated ? -Number(text) : Number(text), type: DOUBLE };
    case 'uint': {
      const number = BigInt(text);
      if (!isUint64(number)) throw refuse(source, at, 'the number does not fit a uint');
      return { kind: 'literal', at, value: new Uint(number), type: UINT };
    }
    default: {
      const number = negated ? -BigInt(text) : BigInt(text);
      if (!isInt64(number)) throw refuse(source, at, 'the number does not fit an int');
      return { kind: 'literal', at, value: number, type: INT };
    }
  }
}
