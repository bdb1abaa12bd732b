import type { ValueType } from './value-type.ts';

/** A former name of the property with another unit or form of its value. */
export interface Conversion {
  /** Completes the sentence "… is not …". */
  readonly expected: string;
  /** Converts the old text. Returns undefined if it is invalid. */
  convert(text: string): string | undefined;
}

interface OldName {
  /** Without prefix. Accepted without a prefix and with every prefix. */
  readonly name: string;
  readonly conversion?: Conversion;
}

/** One row of the table of properties. */
export interface Property<T> {
  readonly type: ValueType<NonNullable<T>>;
  readonly default: T;
  readonly description: string;
  /** If false, the value is validated but has no effect, because this release lacks the capability. */
  readonly inUse: boolean;
  /**
   * The property is older than the prefix `svc.`, so its environment variable without prefix counts too. A new property
   * must not use a name such as `HTTP_PORT`, which belongs to other programs.
   */
  readonly carriedOver: boolean;
  /** Other current names, without prefix. Not deprecated with the prefix `svc.`. */
  readonly synonyms: readonly string[];
  readonly oldNames: readonly OldName[];
}

interface Details {
  readonly description: string;
  readonly inUse?: false;
  readonly carriedOver?: true;
  readonly synonyms?: readonly string[];
  readonly oldNames?: readonly (string | OldName)[];
}

export function property<T>(
  type: ValueType<T>,
  details: Details & { readonly default: NoInfer<T> },
): Property<T>;
export function property<T>(type: ValueType<T>, details: Details): Property<T | undefined>;
export function property<T>(
  type: ValueType<NonNullable<T>>,
  details: Details & { readonly default?: T },
): Property<T | undefined> {
  const { description, inUse = true, carriedOver = false, synonyms = [], oldNames = [] } = details;
  return {
    type,
    default: details.default,
    description,
    inUse,
    carriedOver,
    synonyms,
    oldNames: oldNames.map((old) => (typeof old === 'string' ? { name: old } : old)),
  };
}
