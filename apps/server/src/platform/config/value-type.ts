export interface ValueContext {
  /** Relative paths are resolved against it. */
  readonly cwd: string;
  readonly home: string;
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      /** A reason more telling than "is not <expected>"; it never repeats the value. */
      readonly why?: string;
    };

/** What a property's text may look like and what it becomes. */
export interface ValueType<T> {
  /** The word in the column "Type" of the reference page. */
  readonly label: string;
  /** Completes the sentence "… is not …". */
  readonly expected: string;
  readonly example: string;
  /** The value itself is a secret: shown nowhere. */
  readonly secret: boolean;
  /** The value may carry a secret, as a URL with credentials does: not repeated in messages. */
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
