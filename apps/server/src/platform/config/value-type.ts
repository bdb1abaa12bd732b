export interface ValueContext {
  /** Relative paths are resolved against it. */
  readonly cwd: string;
  readonly home: string;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      /** A more specific reason than "is not <expected>". It never repeats the value. */
      readonly why?: string;
    };

/** Parses and formats the text of a property. */
export interface ValueType<T> {
  /** The column "Type" of the reference page. */
  readonly label: string;
  /** Completes the sentence "… is not …". */
  readonly expected: string;
  readonly example: string;
  /** The value is a secret and never shown. */
  readonly secret: boolean;
  /** The value may contain a secret, such as a URL with credentials. Messages do not repeat it. */
  readonly hidden: boolean;
  parse(text: string, context: ValueContext): Parsed<T>;
  format(value: T): string;
}

type Details<T> = Pick<ValueType<T>, 'label' | 'expected' | 'example' | 'parse'> & Partial<ValueType<T>>;

export function valueType<T>(details: Details<T>): ValueType<T> {
  return { secret: false, hidden: details.secret ?? false, format: String, ...details };
}

export function valid<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function invalid(why?: string): Parsed<never> {
  return why === undefined ? { ok: false } : { ok: false, why };
}
