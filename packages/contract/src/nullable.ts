import Type, { type Static, type TSchema } from 'typebox';

/** Some clients send `null` for absent members; it counts as absent. */
export function nullable<S extends TSchema & { readonly type: string }>(schema: S) {
  return Type.Unsafe<Static<S> | null>({ ...schema, type: [schema.type, 'null'] });
}
