import fastJson from 'fast-json-stringify';

/** Serialiser compiler for the HTTP framework. Like the validators, each is made when it is first used. */
export function compileSerializer({ schema }: { readonly schema: object }): (data: unknown) => string {
  let serialize: ((data: unknown) => string) | undefined;
  return (data) => {
    serialize ??= fastJson(schema);
    return serialize(data);
  };
}
