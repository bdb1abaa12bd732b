import { newVariable, resolve, type Type, type TypeVariable } from './type.ts';

/** The variables that an attempt has bound, to undo it. */
export type Trail = TypeVariable[];

export function undo(trail: Trail, to = 0): void {
  while (trail.length > to) {
    const variable = trail.pop();
    if (variable) variable.bound = undefined;
  }
}

/** Whether two types unify. Binds variables. `dyn` unifies with every type. */
export function unify(left: Type, right: Type, trail: Trail): boolean {
  const a = resolve(left);
  const b = resolve(right);
  if (a === b || a.kind === 'dyn' || b.kind === 'dyn') return true;
  if (a.kind === 'variable') return bind(a, b, trail);
  if (b.kind === 'variable') return bind(b, a, trail);
  if (a.kind === 'null') return b.kind === 'null' || isNullable(b);
  if (b.kind === 'null') return isNullable(a);
  if (a.kind === 'list' && b.kind === 'list') return unify(a.element, b.element, trail);
  if (a.kind === 'map' && b.kind === 'map') {
    return unify(a.key, b.key, trail) && unify(a.value, b.value, trail);
  }
  if (a.kind === 'message' && b.kind === 'message') return a.name === b.name;
  if (a.kind === 'type' && b.kind === 'type') return true;
  return a.kind === b.kind;
}

function bind(variable: TypeVariable, type: Type, trail: Trail): boolean {
  if (occurs(variable, type)) return false;
  variable.bound = type;
  trail.push(variable);
  return true;
}

function occurs(variable: TypeVariable, type: Type): boolean {
  const known = resolve(type);
  if (known === variable) return true;
  if (known.kind === 'list') return occurs(variable, known.element);
  if (known.kind === 'map') return occurs(variable, known.key) || occurs(variable, known.value);
  return false;
}

function isNullable(type: Type): boolean {
  return type.kind === 'message' || type.kind === 'timestamp' || type.kind === 'duration';
}

/** Replaces the type parameters of a signature by variables. */
export function instantiate(type: Type, parameters: Map<string, TypeVariable>): Type {
  switch (type.kind) {
    case 'parameter': {
      const known = parameters.get(type.name) ?? newVariable();
      parameters.set(type.name, known);
      return known;
    }
    case 'list':
      return { kind: 'list', element: instantiate(type.element, parameters) };
    case 'map':
      return {
        kind: 'map',
        key: instantiate(type.key, parameters),
        value: instantiate(type.value, parameters),
      };
    case 'type':
      return { kind: 'type', of: instantiate(type.of, parameters) };
    default:
      return type;
  }
}

/** The common type of two alternatives: theirs if they unify, otherwise `dyn`. */
export function join(left: Type, right: Type): Type {
  const trail: Trail = [];
  const a = resolve(left);
  const b = resolve(right);
  if (!unify(a, b, trail)) {
    undo(trail);
    return { kind: 'dyn' };
  }
  if (a.kind === 'dyn' || b.kind === 'dyn') return { kind: 'dyn' };
  return a.kind === 'null' ? b : a;
}
