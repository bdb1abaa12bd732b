import type { Overload } from './function.ts';
import { CONVERSIONS } from './functions/conversions.ts';
import { OPERATORS } from './functions/operators.ts';
import { STRINGS } from './functions/strings.ts';
import { TIMES } from './functions/times.ts';
import type { MessageDeclaration } from './message.ts';
import { DYN, messageType, type Type, typeOf } from './type.ts';
import { TypeValue } from './value.ts';
import { TYPE_NAMES } from './value-type.ts';

export interface EnvironmentOptions {
  /** The prefix that is tried first: with `org.example`, `v1.Thing` means `org.example.v1.Thing`. */
  readonly container?: string;
  readonly variables?: Readonly<Record<string, Type>>;
  readonly messages?: readonly MessageDeclaration[];
  readonly functions?: readonly Overload[];
  /** Names with a fixed value, such as those of enumerations. */
  readonly constants?: Readonly<Record<string, { readonly type: Type; readonly value: unknown }>>;
}

/** The variables, messages and functions of expressions. Create it once and share it. */
export class Environment {
  readonly messages: ReadonlyMap<string, MessageDeclaration>;
  private readonly container: readonly string[];
  private readonly variables: ReadonlyMap<string, Type>;
  private readonly constants: ReadonlyMap<string, { readonly type: Type; readonly value: unknown }>;
  private readonly functions: ReadonlyMap<string, readonly Overload[]>;

  constructor(options: EnvironmentOptions) {
    this.container = options.container ? options.container.split('.') : [];
    this.variables = new Map(Object.entries(options.variables ?? {}));
    this.messages = new Map((options.messages ?? []).map((message) => [message.name, message]));
    this.constants = new Map([
      ...[...TYPE_NAMES, ...this.messages.keys()].map(typeConstant),
      ...Object.entries(options.constants ?? {}),
    ]);
    this.functions = Map.groupBy(
      [...OPERATORS, ...CONVERSIONS, ...STRINGS, ...TIMES, ...(options.functions ?? [])],
      ({ name }) => name,
    );
  }

  findVariable(name: string): { readonly name: string; readonly type: Type } | undefined {
    for (const candidate of this.candidates(name)) {
      const type = this.variables.get(candidate);
      if (type) return { name: candidate, type };
    }
    return undefined;
  }

  findConstant(name: string): { readonly type: Type; readonly value: unknown } | undefined {
    return this.candidates(name)
      .map((candidate) => this.constants.get(candidate))
      .find((found) => found !== undefined);
  }

  findMessage(name: string): MessageDeclaration | undefined {
    return this.candidates(name)
      .map((candidate) => this.messages.get(candidate))
      .find((found) => found !== undefined);
  }

  overloads(name: string): readonly Overload[] {
    return this.functions.get(name.startsWith('.') ? name.slice(1) : name) ?? [];
  }

  /** The full names to try, most specific first. */
  private candidates(name: string): string[] {
    if (name.startsWith('.')) return [name.slice(1)];
    return this.container
      .map((_, index) => [...this.container.slice(0, this.container.length - index), name].join('.'))
      .concat(name);
  }
}

function typeConstant(name: string): [string, { type: Type; value: unknown }] {
  const type = TYPE_NAMES.includes(name) ? DYN : messageType(name);
  return [name, { type: typeOf(type), value: new TypeValue(name) }];
}
