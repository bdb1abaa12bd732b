import { noSuchOverload } from './cel-error.ts';
import type { Compiled } from './compiled.ts';
import type { Evaluation } from './evaluation.ts';
import type { Overload, Run } from './function.ts';
import { DYN, describeType, resolve, type Type, type TypeVariable } from './type.ts';
import { instantiate, type Trail, undo, unify } from './unify.ts';
import { accepts } from './value-type.ts';

export interface Choice {
  readonly type: Type;
  readonly overloads: readonly Overload[];
  bind(args: readonly Run[]): Run;
}

type Body = (evaluation: Evaluation, ...args: unknown[]) => unknown;

/** Returns the overloads that fit the arguments, or undefined if none does. */
export function bestOverload(
  overloads: readonly Overload[],
  args: readonly Compiled[],
  strict: boolean,
): Choice | undefined {
  const sameSize = overloads.filter((each) => parametersOf(each).length === args.length);
  const fitting = sameSize.filter((each) => fits(each, args));
  if (fitting.length === 0) return strict || sameSize.length === 0 ? undefined : dynamicChoice(sameSize, DYN);
  const [only] = fitting;
  if (fitting.length > 1 || !only) return dynamicChoice(fitting, commonResult(fitting));
  const type = resultOf(only, args);
  const isStatic = parametersOf(only).every((wanted, index) => isCertain(wanted, args[index]?.type ?? DYN));
  return isStatic ? staticChoice(only, type) : dynamicChoice([only], type);
}

const parametersOf = ({ receiver, args }: Overload): readonly Type[] =>
  receiver ? [receiver, ...args] : args;

function fits(overload: Overload, args: readonly Compiled[]): boolean {
  const trail: Trail = [];
  const parameters = new Map<string, TypeVariable>();
  const all = parametersOf(overload).every((wanted, index) =>
    unify(instantiate(wanted, parameters), args[index]?.type ?? DYN, trail),
  );
  undo(trail);
  return all;
}

/** Binds the open type variables of the arguments, so that `[] + [1]` is a list of ints. */
function resultOf(overload: Overload, args: readonly Compiled[]): Type {
  const parameters = new Map<string, TypeVariable>();
  parametersOf(overload).forEach((wanted, index) => {
    unify(instantiate(wanted, parameters), args[index]?.type ?? DYN, []);
  });
  return instantiate(overload.result, parameters);
}

function commonResult(overloads: readonly Overload[]): Type {
  const [first] = overloads;
  return first && overloads.every(({ result }) => result.kind === first.result.kind) && isSimple(first.result)
    ? first.result
    : DYN;
}

const isSimple = ({ kind }: Type): boolean =>
  !['list', 'map', 'type', 'parameter', 'variable'].includes(kind);

/** Whether the type guarantees that the argument fits. Messages need a check at run time, because they may be null. */
function isCertain(wanted: Type, given: Type): boolean {
  if (wanted.kind === 'parameter' || wanted.kind === 'dyn') return true;
  const { kind } = resolve(given);
  return kind === wanted.kind;
}

function staticChoice(overload: Overload, type: Type): Choice {
  return { type, overloads: [overload], bind: (args) => bindAll(overload.run as Body, args) };
}

/** Closures for common numbers of arguments, because spreading an array costs more than most functions. */
function bindAll(run: Body, args: readonly Run[]): Run {
  const [a, b] = args;
  if (args.length === 1 && a) return (evaluation) => run(evaluation, a(evaluation));
  if (args.length === 2 && a && b) return (evaluation) => run(evaluation, a(evaluation), b(evaluation));
  return (evaluation) => run(evaluation, ...args.map((arg) => arg(evaluation)));
}

function dynamicChoice(overloads: readonly Overload[], type: Type): Choice {
  const forms = overloads.map((each) => ({ parameters: parametersOf(each), run: each.run as Body }));
  return {
    type,
    overloads,
    bind: (args) => (evaluation) => {
      const values = args.map((arg) => arg(evaluation));
      for (const { parameters, run } of forms) {
        if (parameters.every((wanted, index) => accepts(wanted, values[index])))
          return run(evaluation, ...values);
      }
      throw noSuchOverload(overloads[0]?.name ?? '');
    },
  };
}

export function describeCall(name: string, isMethod: boolean, types: readonly Type[]): string {
  const [first = '', ...rest] = types.map(describeType);
  const described = isMethod ? `${first}.(${rest.join(', ')})` : `(${[first, ...rest].join(', ')})`;
  return `'${name}' applied to '${described}'`;
}
