import Type, { type Static, type TSchema } from 'typebox';

/** Clients in the field send `null` where they have nothing to say; it counts as absent. */
export function nullable<S extends TSchema & { readonly type: string }>(schema: S) {
  return Type.Unsafe<Static<S> | null>({ ...schema, type: [schema.type, 'null'] });
}
