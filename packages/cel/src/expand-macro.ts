import type { Expr, LoopMacro } from './ast.ts';

type Call = Extract<Expr, { kind: 'call' }>;
type Refuse = (at: number, message: string) => Error;

interface Shape {
  readonly macro: LoopMacro;
  readonly variables: number;
  readonly filter: 'none' | 'optional' | 'is the body';
}

const LOOPS: Readonly<Record<string, readonly Shape[]>> = {
  all: [
    { macro: 'all', variables: 1, filter: 'none' },
    { macro: 'all', variables: 2, filter: 'none' },
  ],
  exists: [
    { macro: 'exists', variables: 1, filter: 'none' },
    { macro: 'exists', variables: 2, filter: 'none' },
  ],
  exists_one: [{ macro: 'existsOne', variables: 1, filter: 'none' }],
  existsOne: [
    { macro: 'existsOne', variables: 1, filter: 'none' },
    { macro: 'existsOne', variables: 2, filter: 'none' },
  ],
  map: [{ macro: 'list', variables: 1, filter: 'optional' }],
  filter: [{ macro: 'list', variables: 1, filter: 'is the body' }],
  transformList: [{ macro: 'list', variables: 2, filter: 'optional' }],
  transformMap: [{ macro: 'map', variables: 2, filter: 'optional' }],
};

/** Returns the expansion of a macro, or undefined for a plain call. */
export function expandMacro(call: Call, refuse: Refuse): Expr | undefined {
  if (!call.target)
    return call.name === 'has' && call.args.length === 1 ? expandHas(call, refuse) : undefined;
  if (call.name === 'bind' && call.target.kind === 'ident' && call.target.name === 'cel') {
    return expandBind(call, refuse);
  }
  const shape = Object.hasOwn(LOOPS, call.name)
    ? LOOPS[call.name]?.find((each) => fits(each, call))
    : undefined;
  return shape && expandLoop(call, call.target, shape, refuse);
}

function fits({ variables, filter }: Shape, { args }: Call): boolean {
  return args.length === variables + 1 || (filter === 'optional' && args.length === variables + 2);
}

function expandHas({ args, at }: Call, refuse: Refuse): Expr {
  const [argument] = args;
  if (argument?.kind !== 'select' || argument.test) throw refuse(at, 'has() takes a field: has(a.b)');
  return { ...argument, test: true };
}

function expandBind({ args, at }: Call, refuse: Refuse): Expr {
  const [variable, value, body] = args;
  if (args.length !== 3 || !value || !body)
    throw refuse(at, 'cel.bind() takes a name, a value and an expression');
  return { kind: 'bind', at, variable: simpleName(variable, refuse, at), value, body };
}

function expandLoop(call: Call, range: Expr, shape: Shape, refuse: Refuse): Expr {
  const { args, at } = call;
  const variables = args.slice(0, shape.variables).map((arg) => simpleName(arg, refuse, at));
  if (new Set(variables).size < variables.length) throw refuse(at, 'the two variables have the same name');
  const last = args.at(-1) as Expr;
  const common = { kind: 'loop', at, macro: shape.macro, range, variables } as const;
  if (shape.filter === 'is the body') {
    return { ...common, filter: last, body: { kind: 'ident', at, name: variables[0] ?? '' } };
  }
  const filter = args.length === shape.variables + 2 ? args[shape.variables] : undefined;
  return { ...common, ...(filter && { filter }), body: last };
}

function simpleName(expr: Expr | undefined, refuse: Refuse, at: number): string {
  if (expr?.kind !== 'ident' || expr.name.startsWith('.')) {
    throw refuse(expr?.at ?? at, 'a simple name is needed here');
  }
  return expr.name;
}
