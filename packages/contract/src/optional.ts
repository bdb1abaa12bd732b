import Type, { type TSchema } from 'typebox';
import { nullable } from './nullable.ts';
import { ONE_LINE } from './values.ts';

/** A member that may be absent or `null`. */
export function optional<S extends TSchema & { readonly type: string }>(schema: S) {
  return Type.Optional(nullable(schema));
}

export function choice<T extends string>(values: readonly T[], options: object = {}) {
  return Type.Optional(
    Type.Unsafe<T | null>({ type: ['string', 'null'], enum: [...values, null], ...options }),
  );
}

export function text(maxLength: number, pattern = ONE_LINE) {
  return optional(Type.String({ maxLength, pattern }));
}
