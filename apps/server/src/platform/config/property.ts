import type { ValueType } from './value-type.ts';

/** An earlier name that meant the same in another unit or form. */
export interface Conversion {
  /** Completes the sentence "… is not …". */
  readonly expected: string;
  /** The text under the present name; nothing when the old text cannot be read. */
  convert(text: string): string | undefined;
}

interface OldName {
  /** Without prefix: it is accepted unprefixed and behind every prefix. */
  readonly name: string;
  readonly conversion?: Conversion;
}

/** One row of the table from which the loader, the reference page and `tallyman config check` work. */
export interface Property<T> {
  readonly type: ValueType<NonNullable<T>>;
  readonly default: T;
  readonly description: string;
  /** False: the value is accepted and checked, but the capability that reads it is not part of this release. */
  readonly inUse: boolean;
  /**
   * The property existed before every name got the prefix `svc.`, so its unprefixed environment variable counts
   * too. A new property must not claim a name like `HTTP_PORT` that belongs to others.
   */
  readonly carriedOver: boolean;
  /** Other names of today, without prefix: not deprecated when written with `svc.`. */
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
