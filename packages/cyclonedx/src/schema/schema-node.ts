/** The position and reason of a violation. */
export interface Finding {
  readonly pointer: string;
  readonly message: string;
}

/**
 * A compiled schema. `accepts` is the hot path and allocates nothing. `explain` finds the position of the violations of
 * the few values that were not accepted.
 */
export interface SchemaNode {
  accepts(value: unknown): boolean;

  explain(value: unknown, pointer: string): Finding[];

  /**
   * Removes everything that the schema does not allow. Returns undefined if nothing is left, and the value itself if
   * nothing was removed.
   */
  prune(value: unknown): unknown;

  /** Removes members of the wrong JSON type. Keeps unknown members and values. */
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
