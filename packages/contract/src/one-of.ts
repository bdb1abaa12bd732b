import Type from 'typebox';

/** One of some words. */
export function oneOf<const T extends string>(values: readonly T[], options: object = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options });
}
