import type { Expr } from './ast.ts';
import { CelEvaluationError, CelSyntaxError, evaluationError, type Issue, placeOf } from './cel-error.ts';
import { bestOverload, type Choice, describeCall } from './choose-overload.ts';
import { compileLoop } from './compile-loop.ts';
import { type Compiled, constant, toMessage, type Walk } from './compiled.ts';
import type { Environment } from './environment.ts';
import { equals } from './equals.ts';
import type { Evaluation } from './evaluation.ts';
import { isIn } from './is-in.ts';
import { compileLogic } from './logic.ts';
import { fieldReader, fieldTester, unknownField } from './message.ts';
import { dottedName } from './parse.ts';
import { readDynamically, readVariable } from './read-dynamically.ts';
import {
  BOOL,
  DYN,
  describeType,
  listOf,
  mapOf,
  messageType,
  newVariable,
  resolve,
  type Type,
} from './type.ts';
import { join, type Trail, undo, unify } from './unify.ts';
import { CelMap } from './value.ts';

/** A limit, because finding the position of an issue takes time linear in the expression. */
const MAX_ISSUES = 50;
const LONG_TEXT = 1_000;
/** The limit of instructions of all regular expressions together. Compiling more would block the event loop. */
const MAX_INSTRUCTIONS = 10_000;

function isIdentical(evaluation: Evaluation, left: unknown, right: unknown): boolean {
  if (typeof left === 'string' && left.length > LONG_TEXT) evaluation.spendOn(left.length);
  return left === right;
}

/** The evaluation rejects invalid keys. As part of a type they would let types grow without limit. */
function keyType(type: Type): Type {
  return ['list', 'map', 'message', 'type'].includes(resolve(type).kind) ? DYN : type;
}

/** Checks the types of an expression and compiles it to closures in one pass. */
export class Compiler implements Walk {
  readonly environment: Environment;
  private readonly source: string;
  private readonly strict: boolean;
  private readonly issues: Issue[] = [];
  private instructions = 0;
  private readonly scope: { name: string; type: Type }[] = [];

  /** Not strict: type errors fail at evaluation. */
  constructor(environment: Environment, source: string, strict: boolean) {
    this.environment = environment;
    this.source = source;
    this.strict = strict;
  }

  compileAll(expr: Expr): Compiled {
    const compiled = this.compile(expr);
    if (this.issues.length > 0) throw new CelSyntaxError(this.issues);
    return compiled;
  }

  compile(expr: Expr): Compiled {
    switch (expr.kind) {
      case 'literal':
        return constant(expr.type, expr.value);
      case 'ident':
        return this.compileName(expr.name) ?? this.fail(expr.at, `undeclared reference to '${expr.name}'`);
      case 'select':
        return this.compileSelect(expr);
      case 'call':
        return this.compileCall(expr);
      case 'logic':
        return compileLogic(
          expr.op,
          expr.operands.map((each) => this.compileBool(each)),
        );
      case 'conditional':
        return this.compileConditional(expr);
      case 'list':
        return this.compileList(expr.elements);
      case 'map':
        return this.compileMap(expr.entries);
      case 'message':
        return this.compileMessage(expr);
      case 'loop':
        return compileLoop(this, expr);
      case 'bind':
        return this.compileBind(expr);
    }
  }

  /** Declares the variables of a comprehension. Returns the index of the first one. */
  open(variables: readonly { name: string; type: Type }[]): number {
    this.scope.push(...variables);
    return this.scope.length - variables.length;
  }

  close(variables: number): void {
    this.scope.length -= variables;
  }

  compileBool(expr: Expr): Compiled {
    const compiled = this.compile(expr);
    const trail: Trail = [];
    if (unify(compiled.type, BOOL, trail)) return compiled;
    return this.fail(expr.at, `expected type 'bool' but found '${describeType(compiled.type)}'`);
  }

  fail(at: number, message: string): Compiled {
    if (this.strict && this.issues.length < MAX_ISSUES) {
      this.issues.push({ ...placeOf(this.source, at), message });
    }
    return {
      type: DYN,
      run: () => {
        throw evaluationError(message);
      },
    };
  }

  private isLocal(name: string): boolean {
    return this.scope.some((variable) => variable.name === name);
  }

  private compileName(name: string): Compiled | undefined {
    const local = this.scope.findLastIndex((variable) => variable.name === name);
    if (local >= 0) return { type: this.scope[local]?.type ?? DYN, run: ({ locals }) => locals[local] };
    const variable = this.environment.findVariable(name);
    if (variable) return { type: variable.type, run: readVariable(variable.name) };
    const fixed = this.environment.findConstant(name);
    return fixed && constant(fixed.type, fixed.value);
  }

  private compileSelect(expr: Extract<Expr, { kind: 'select' }>): Compiled {
    const name = expr.test ? undefined : dottedName(expr);
    if (name !== undefined && !this.isLocal(name.split('.')[0] ?? '')) {
      const qualified = this.compileName(name);
      if (qualified) return qualified;
    }
    const operand = this.compile(expr.operand);
    const type = resolve(operand.type);
    if (type.kind === 'message') return this.compileField(expr, operand, type.name);
    if (type.kind === 'map') {
      return {
        type: expr.test ? BOOL : type.value,
        run: readDynamically(this.environment, operand.run, expr),
      };
    }
    if (type.kind === 'dyn' || type.kind === 'variable' || !this.strict) {
      return { type: expr.test ? BOOL : DYN, run: readDynamically(this.environment, operand.run, expr) };
    }
    return this.fail(expr.at, `type '${describeType(type)}' does not support field selection`);
  }

  private compileField(
    { at, field, test }: Extract<Expr, { kind: 'select' }>,
    operand: Compiled,
    typeName: string,
  ): Compiled {
    const fields = this.environment.messages.get(typeName)?.fields;
    const declaration = fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (!declaration) return this.fail(at, unknownField(field, messageType(typeName)));
    const { run } = operand;
    const read = test ? fieldTester(field, declaration) : fieldReader(field, declaration);
    return {
      type: test ? BOOL : declaration.type,
      run: (evaluation) => {
        const value = run(evaluation);
        if (typeof value !== 'object' || value === null) throw evaluationError(`no such field: ${field}`);
        return read(value);
      },
    };
  }

  private compileCall(expr: Extract<Expr, { kind: 'call' }>): Compiled {
    const namespace = expr.target && dottedName(expr.target);
    const qualified = namespace === undefined ? undefined : `${namespace}.${expr.name}`;
    const isMethod = expr.target && !(qualified && this.environment.overloads(qualified).length > 0);
    const name = isMethod || !qualified ? expr.name : qualified;
    const parts = isMethod && expr.target ? [expr.target, ...expr.args] : expr.args;
    const args = parts.map((each) => this.compile(each));
    if (!isMethod && (name === '_==_' || name === '_!=_')) return this.compileEquality(expr.at, name, args);
    if (!isMethod && name === '@in') return this.compileIn(expr.at, args);
    return this.compileOverload(expr.at, name, Boolean(isMethod), args);
  }

  private compileOverload(at: number, name: string, isMethod: boolean, args: readonly Compiled[]): Compiled {
    const overloads = this.environment
      .overloads(name)
      .filter(({ receiver }) => Boolean(receiver) === isMethod);
    const choice = bestOverload(overloads, args, this.strict);
    if (!choice) {
      const known = this.environment.overloads(name).length > 0;
      const call = describeCall(
        name,
        isMethod,
        args.map(({ type }) => type),
      );
      return this.fail(at, known ? `no matching overload for ${call}` : `undeclared function '${name}'`);
    }
    this.inspect(at, choice, args);
    return { type: choice.type, run: choice.bind(args.map(({ run }) => run)) };
  }

  private inspect(at: number, { overloads }: Choice, args: readonly Compiled[]): void {
    try {
      const constants = args.map(({ constant: known }) => known?.value);
      for (const { inspect } of overloads) inspect?.(constants, (instructions) => this.pay(instructions));
    } catch (error) {
      if (!(error instanceof CelEvaluationError)) throw error;
      this.fail(at, error.message);
    }
  }

  private pay(instructions: number): void {
    this.instructions += instructions;
    if (this.instructions > MAX_INSTRUCTIONS)
      throw evaluationError('the regular expressions of this expression are too large together');
  }

  private compileEquality(at: number, name: '_==_' | '_!=_', args: readonly Compiled[]): Compiled {
    const [left, right] = args as [Compiled, Compiled];
    const trail: Trail = [];
    if (this.strict && !unify(left.type, right.type, trail)) {
      undo(trail);
      return this.fail(at, `no matching overload for ${describeCall(name, false, [left.type, right.type])}`);
    }
    const wanted = name === '_==_';
    const kinds = [resolve(left.type).kind, resolve(right.type).kind];
    const a = left.run;
    const b = right.run;
    if (kinds.every((kind) => kind === 'string') || kinds.every((kind) => kind === 'bool')) {
      return {
        type: BOOL,
        run: (evaluation) => isIdentical(evaluation, a(evaluation), b(evaluation)) === wanted,
      };
    }
    return { type: BOOL, run: (evaluation) => equals(a(evaluation), b(evaluation), evaluation) === wanted };
  }

  private compileIn(at: number, args: readonly Compiled[]): Compiled {
    const [needle, haystack] = args as [Compiled, Compiled];
    const type = resolve(haystack.type);
    const held = type.kind === 'list' ? type.element : type.kind === 'map' ? type.key : DYN;
    if (
      this.strict &&
      (!['list', 'map', 'dyn', 'variable'].includes(type.kind) || !unify(needle.type, held, []))
    ) {
      return this.fail(at, `no matching overload for ${describeCall('@in', false, [needle.type, type])}`);
    }
    const known = haystack.constant?.value;
    if (Array.isArray(known) && known.every((each) => typeof each === 'string')) {
      const members = new Set<unknown>(known);
      return { type: BOOL, run: (evaluation) => members.has(needle.run(evaluation)) };
    }
    return {
      type: BOOL,
      run: (evaluation) => isIn(needle.run(evaluation), haystack.run(evaluation), evaluation),
    };
  }

  private compileConditional(expr: Extract<Expr, { kind: 'conditional' }>): Compiled {
    const test = this.compileBool(expr.test);
    const then = this.compile(expr.then);
    const otherwise = this.compile(expr.otherwise);
    const trail: Trail = [];
    if (this.strict && !unify(then.type, otherwise.type, trail)) {
      undo(trail);
      const types = [BOOL, then.type, otherwise.type];
      return this.fail(expr.at, `no matching overload for ${describeCall('_?_:_', false, types)}`);
    }
    return {
      type: join(then.type, otherwise.type),
      run: (evaluation) => {
        const holds = test.run(evaluation);
        if (typeof holds !== 'boolean') throw evaluationError('no such overload: _?_:_');
        return holds ? then.run(evaluation) : otherwise.run(evaluation);
      },
    };
  }

  private compileList(parts: readonly Expr[]): Compiled {
    const elements = parts.map((each) => this.compile(each));
    const [first] = elements;
    const element = first
      ? elements.reduce((type, each) => join(type, each.type), first.type)
      : newVariable();
    if (elements.every((each) => each.constant)) {
      return constant(
        listOf(element),
        elements.map((each) => each.constant?.value),
      );
    }
    return { type: listOf(element), run: (evaluation) => elements.map(({ run }) => run(evaluation)) };
  }

  private compileMap(entries: readonly { key: Expr; value: Expr }[]): Compiled {
    const pairs = entries.map(({ key, value }) => [this.compile(key), this.compile(value)] as const);
    const [first] = pairs;
    const key = first
      ? keyType(pairs.reduce((type, [each]) => join(type, each.type), first[0].type))
      : newVariable();
    const value = first
      ? pairs.reduce((type, [, each]) => join(type, each.type), first[1].type)
      : newVariable();
    return {
      type: mapOf(key, value),
      run: (evaluation) => {
        const map = new CelMap();
        for (const [eachKey, eachValue] of pairs) {
          if (!map.add(eachKey.run(evaluation), eachValue.run(evaluation)))
            throw evaluationError('repeated key');
        }
        return map;
      },
    };
  }

  private compileMessage(expr: Extract<Expr, { kind: 'message' }>): Compiled {
    const declaration = this.environment.findMessage(expr.name);
    if (!declaration) return this.fail(expr.at, `undeclared reference to '${expr.name}'`);
    const type = messageType(declaration.name);
    const fields = expr.fields.map(({ name, value, at }) => {
      const field = Object.hasOwn(declaration.fields, name) ? declaration.fields[name] : undefined;
      const compiled = this.compile(value);
      if (!field) return { key: name, ...this.fail(at, unknownField(name, type)) };
      if (!unify(compiled.type, field.type, [])) {
        const types = `'${describeType(field.type)}' but found '${describeType(compiled.type)}'`;
        return { key: name, ...this.fail(at, `expected type of field '${name}' is ${types}`) };
      }
      return { key: field.key ?? name, run: compiled.run, constant: compiled.constant };
    });
    return toMessage(declaration.name, fields);
  }

  private compileBind(expr: Extract<Expr, { kind: 'bind' }>): Compiled {
    const value = this.compile(expr.value);
    const at = this.open([{ name: expr.variable, type: value.type }]);
    const body = this.compile(expr.body);
    this.close(1);
    return {
      type: body.type,
      run: (evaluation) => {
        evaluation.locals[at] = value.run(evaluation);
        return body.run(evaluation);
      },
    };
  }
}
