import type { Finding, SchemaNode } from './schema-node.ts';

export interface StringRules {
  readonly pattern?: { readonly source: string; readonly test: (text: string) => boolean };
  readonly minLength: number;
  readonly maxLength: number;
  readonly format?: { readonly name: string; readonly check: (text: string) => boolean };
}

/** JSON Schema counts code points, JavaScript counts code units. Only strings near the limit need counting. */
function exceeds(text: string, maxLength: number): boolean {
  return text.length > maxLength && [...text].length > maxLength;
}

export class AnyNode implements SchemaNode {
  accepts(): boolean {
    return true;
  }

  explain(): Finding[] {
    return [];
  }

  prune(value: unknown): unknown {
    return value;
  }

  coerce(value: unknown): unknown {
    return value;
  }
}

export class StringNode implements SchemaNode {
  readonly #rules: StringRules;

  constructor(rules: StringRules) {
    this.#rules = rules;
  }

  accepts(value: unknown): boolean {
    return typeof value === 'string' && this.#complaint(value) === undefined;
  }

  explain(value: unknown, pointer: string): Finding[] {
    const message = typeof value === 'string' ? this.#complaint(value) : 'must be a string';
    return message === undefined ? [] : [{ pointer, message }];
  }

  prune(value: unknown): unknown {
    return this.accepts(value) ? value : undefined;
  }

  coerce(value: unknown): unknown {
    return typeof value === 'string' ? value : undefined;
  }

  #complaint(text: string): string | undefined {
    const { pattern, minLength, maxLength, format } = this.#rules;
    if (text.length < minLength) return `must not have fewer than ${minLength} characters`;
    if (exceeds(text, maxLength)) return `must not have more than ${maxLength} characters`;
    if (pattern !== undefined && !pattern.test(text)) return `must match the pattern ${pattern.source}`;
    if (format !== undefined && !format.check(text)) return `must be a ${format.name}`;
    return undefined;
  }
}

/** A string without further rules: the most frequent member. */
export class PlainStringNode implements SchemaNode {
  accepts(value: unknown): boolean {
    return typeof value === 'string';
  }

  explain(value: unknown, pointer: string): Finding[] {
    return typeof value === 'string' ? [] : [{ pointer, message: 'must be a string' }];
  }

  prune(value: unknown): unknown {
    return typeof value === 'string' ? value : undefined;
  }

  coerce(value: unknown): unknown {
    return this.prune(value);
  }
}

export class NumberNode implements SchemaNode {
  readonly #integer: boolean;
  readonly #minimum: number;
  readonly #maximum: number;

  constructor(integer: boolean, minimum: number, maximum: number) {
    this.#integer = integer;
    this.#minimum = minimum;
    this.#maximum = maximum;
  }

  accepts(value: unknown): boolean {
    return typeof value === 'number' && this.#complaint(value) === undefined;
  }

  explain(value: unknown, pointer: string): Finding[] {
    const message = typeof value === 'number' ? this.#complaint(value) : this.#typeMessage();
    return message === undefined ? [] : [{ pointer, message }];
  }

  prune(value: unknown): unknown {
    return this.accepts(value) ? value : undefined;
  }

  coerce(value: unknown): unknown {
    return typeof value === 'number' ? value : undefined;
  }

  #typeMessage(): string {
    return this.#integer ? 'must be an integer' : 'must be a number';
  }

  #complaint(value: number): string | undefined {
    if (this.#integer && !Number.isInteger(value)) return this.#typeMessage();
    if (value < this.#minimum) return `must not be less than ${this.#minimum}`;
    return value > this.#maximum ? `must not be more than ${this.#maximum}` : undefined;
  }
}

export class BooleanNode implements SchemaNode {
  accepts(value: unknown): boolean {
    return typeof value === 'boolean';
  }

  explain(value: unknown, pointer: string): Finding[] {
    return typeof value === 'boolean' ? [] : [{ pointer, message: 'must be true or false' }];
  }

  prune(value: unknown): unknown {
    return typeof value === 'boolean' ? value : undefined;
  }

  coerce(value: unknown): unknown {
    return this.prune(value);
  }
}

/** Enumerations up to this size are printed in error messages. */
const PRINTABLE_VALUES = 20;

/** Replacements for an unknown enumeration value, in order of preference. */
const FALLBACKS = ['other', 'unknown', 'library'];

export class EnumNode implements SchemaNode {
  readonly #values: ReadonlySet<unknown>;
  readonly #fallback: string | undefined;

  constructor(values: readonly (string | number | boolean)[]) {
    this.#values = new Set(values);
    this.#fallback = FALLBACKS.find((value) => this.#values.has(value));
  }

  accepts(value: unknown): boolean {
    return this.#values.has(value);
  }

  explain(value: unknown, pointer: string): Finding[] {
    if (this.accepts(value)) return [];
    const listed = this.#values.size <= PRINTABLE_VALUES ? `: ${[...this.#values].join(', ')}` : '';
    return [{ pointer, message: `must be one of the allowed values${listed}` }];
  }

  prune(value: unknown): unknown {
    if (this.accepts(value)) return value;
    return typeof value === 'string' ? this.#fallback : undefined;
  }

  coerce(value: unknown): unknown {
    return typeof value === 'string' ? value : undefined;
  }
}
