/** Where and why a value breaks the schema. */
export interface Finding {
  readonly pointer: string;
  readonly message: string;
}

/**
 * One schema, compiled. `accepts` is the hot path and allocates nothing; the place of an error is worked out by
 * `explain` only for the few values that were not accepted.
 */
export interface SchemaNode {
  accepts(value: unknown): boolean;

  explain(value: unknown, pointer: string): Finding[];

  /**
   * The value without everything that this schema does not know, or undefined when nothing acceptable is left.
   * Returns the value itself when there is nothing to remove.
   */
  prune(value: unknown): unknown;

  /** The value without members of the wrong JSON type; unknown members, values and gaps are kept. */
  coerce(value: unknown): unknown;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function childPointer(pointer: string, key: string | number): string {
  const token = typeof key === 'number' ? key : key.replaceAll('~', '~0').replaceAll('/', '~1');
  return `${pointer}/${token}`;
}
