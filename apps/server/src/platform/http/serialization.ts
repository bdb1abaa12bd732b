import fastJson from 'fast-json-stringify';

/** Serialiser compiler for the HTTP framework. Compiles at the first use, like the validators. */
export function compileSerializer({ schema }: { readonly schema: object }): (data: unknown) => string {
  let serialize: ((data: unknown) => string) | undefined;
  return (data) => {
    serialize ??= fastJson(schema);
    return serialize(data);
  };
}
