import { createSchemaComparison, type Schema } from './compare-schemas.ts';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

interface OperationObject {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses?: Readonly<Record<string, Content & { readonly headers?: object }>>;
  readonly security?: readonly object[];
}

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

interface OperationPair {
  readonly released: OperationObject;
  readonly current: OperationObject;
  /** Method and path. */
  readonly at: string;
}

type CompareSchemas = ReturnType<typeof createSchemaComparison>;

/** Lists the changes that break clients of the released API, each as one line. */
export function listBreakingChanges(released: OpenApiDocument, current: OpenApiDocument): string[] {
  const compare = createSchemaComparison(
    released.components?.schemas ?? {},
    current.components?.schemas ?? {},
  );
  return Object.entries(released.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const counterpart = current.paths[path]?.[method];
      if (!counterpart) return [`${at}: removed`];
      return compareOperations({ released: operation, current: counterpart, at }, compare);
    }),
  );
}

function compareOperations(pair: OperationPair, compare: CompareSchemas): string[] {
  const { released, current, at } = pair;
  const needsAuthentication = !released.security?.length && (current.security?.length ?? 0) > 0;
  return [
    ...(needsAuthentication ? [`${at}: now needs authentication`] : []),
    ...compareParameters(pair, compare),
    ...compareRequestBody(pair, compare),
    ...compareResponses(pair, compare),
  ];
}

function compareParameters({ released, current, at }: OperationPair, compare: CompareSchemas): string[] {
  const before = toParameters(released);
  const after = toParameters(current);
  return [
    ...[...before].flatMap(([key, { schema = {} }]) => {
      const counterpart = after.get(key);
      if (!counterpart) return [`${at}: parameter ${key} removed`];
      const place = `${at} ${key}`;
      return compare({
        released: schema,
        current: counterpart.schema ?? {},
        direction: 'request',
        at: place,
      });
    }),
    ...[...after]
      .filter(([key, { required }]) => required === true && before.get(key)?.required !== true)
      .map(([key]) => `${at}: parameter ${key} newly required`),
  ];
}

function toParameters({ parameters = [] }: OperationObject): Map<string, Parameter> {
  return new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
}

function compareRequestBody({ released, current, at }: OperationPair, compare: CompareSchemas): string[] {
  const before = released.requestBody;
  const after = current.requestBody;
  const isNewlyRequired = after?.required === true && before?.required !== true;
  return [
    ...(isNewlyRequired ? [`${at}: request body newly required`] : []),
    ...(before && !after ? [`${at}: request body removed`] : []),
    ...(before && after ? compareContent(before, after, `${at} request`, 'request', compare) : []),
  ];
}

function compareResponses({ released, current, at }: OperationPair, compare: CompareSchemas): string[] {
  return Object.entries(released.responses ?? {}).flatMap(([status, before]) => {
    const after = current.responses?.[status];
    if (!after) return [`${at}: response ${status} removed`];
    const place = `${at} ${status}`;
    const headers = Object.keys(before.headers ?? {}).filter((name) => !(name in (after.headers ?? {})));
    return [
      ...headers.map((name) => `${place}: header ${name} removed`),
      ...compareContent(before, after, place, 'response', compare),
    ];
  });
}

function compareContent(
  before: Content,
  after: Content,
  at: string,
  direction: 'request' | 'response',
  compare: CompareSchemas,
): string[] {
  return Object.entries(before.content ?? {}).flatMap(([type, { schema = {} }]) => {
    const counterpart = after.content?.[type];
    if (!counterpart) return [`${at}: media type ${type} removed`];
    return compare({ released: schema, current: counterpart.schema ?? {}, direction, at });
  });
}
