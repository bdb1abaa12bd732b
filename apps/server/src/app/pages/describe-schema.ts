interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

/** A short description of a JSON schema: names, types, optional members. */
export function describeSchema(schema: object, indent = ''): string {
  const { type, enum: values, anyOf, items, properties, const: constant } = schema as JsonSchema;
  if (constant !== undefined) return JSON.stringify(constant);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return anyOf.map((member) => describeSchema(member, indent)).join(' | ');
  if (type === 'array') return `[ ${items ? describeSchema(items, indent) : 'anything'} ]`;
  if (properties) return describeObject(schema as JsonSchema, indent);
  return type ?? 'anything';
}

function describeObject({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?';
    const note = property.description ? `  — ${property.description}` : '';
    return `${inner}${name}${mark}: ${describeSchema(property, inner)}${note}`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}
