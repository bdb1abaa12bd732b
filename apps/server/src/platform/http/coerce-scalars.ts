/** The parts of a JSON schema that describe scalars. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly maxItems?: number;
}

/** The value with its numbers as text: `1.10` would otherwise become `1.1`. */
type AsWritten = () => unknown;

/** The member is left out. */
const ABSENT = Symbol('absent');

/**
 * Clients of v1 were written against a parser that converts between strings, numbers and booleans. If the schema expects
 * another scalar than was sent, and the meaning is clear, the value is converted. Everything else is left to the
 * validator.
 */
export function coerceScalars(schema: object, value: unknown, text: string): unknown {
  const coerced = coerce(schema, value, asWritten(text));
  return coerced === ABSENT ? undefined : coerced;
}

/** Parses the text again only if a number becomes text. */
function asWritten(text: string): AsWritten {
  let parsed: { readonly value: unknown } | undefined;
  const keepSource = (_name: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? context?.source : value;
  return () => {
    parsed ??= { value: JSON.parse(text, keepSource) };
    return parsed.value;
  };
}

function coerce(schema: Schema, value: unknown, written: AsWritten): unknown {
  if (Array.isArray(value)) {
    const { items, maxItems = Number.POSITIVE_INFINITY } = schema;
    // Longer lists are rejected by the validator.
    return items && value.length <= maxItems ? coerceItems(items, value, written) : value;
  }
  if (typeof value === 'object' && value !== null) {
    return schema.properties ? coerceMembers(schema.properties, value, written) : value;
  }
  return coerceScalar(typesOf(schema), value, written);
}

function coerceItems(items: Schema, values: readonly unknown[], written: AsWritten): unknown[] {
  return values.map((value, at) => {
    const coerced = coerce(items, value, () => (written() as unknown[])[at]);
    return coerced === ABSENT ? value : coerced;
  });
}

function coerceMembers(
  properties: Readonly<Record<string, Schema>>,
  members: object,
  written: AsWritten,
): Record<string, unknown> {
  const coerced = Object.entries(members).map(([name, value]): [string, unknown] => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (schema === undefined) return [name, value];
    return [name, coerce(schema, value, () => (written() as Record<string, unknown>)[name])];
  });
  return Object.fromEntries(coerced.filter(([, value]) => value !== ABSENT));
}

function typesOf({ type }: Schema): readonly string[] {
  return type === undefined ? [] : typeof type === 'string' ? [type] : type;
}

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'number']);
const INTEGER_TEXT = /^\s*[+-]?\d{1,16}\s*$/;
const NUMBER_TEXT = /^\s*[+-]?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,3})?\s*$/;

function coerceScalar(types: readonly string[], value: unknown, written: AsWritten): unknown {
  const [expected, ...others] = types.filter((type) => type !== 'null');
  // If several types are accepted, the meaning is not clear.
  if (expected === undefined || others.length > 0) return value;
  if (expected === 'string') {
    if (typeof value === 'boolean') return String(value);
    return typeof value === 'number' ? written() : value;
  }
  if (expected !== 'boolean' && !NUMERIC.has(expected)) return value;
  if (typeof value === 'string' && value.trim() === '') return types.includes('null') ? null : ABSENT;
  return expected === 'boolean' ? toBoolean(value) : toNumber(expected, value);
}

const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  True: true,
  TRUE: true,
  false: false,
  False: false,
  FALSE: false,
};

function toBoolean(value: unknown): unknown {
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return value;
  const word = value.trim();
  return Object.hasOwn(WORDS, word) ? WORDS[word] : value;
}

function toNumber(expected: string, value: unknown): unknown {
  const pattern = expected === 'integer' ? INTEGER_TEXT : NUMBER_TEXT;
  if (typeof value !== 'string' || !pattern.test(value)) return value;
  const number = Number(value);
  return expected === 'integer' && !Number.isSafeInteger(number) ? value : number;
}
