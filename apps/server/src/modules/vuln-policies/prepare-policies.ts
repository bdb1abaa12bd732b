import { callsIn, type Narrowing, narrow, type Program } from '@tallyman/cel';
import { compileExpression } from '../policies/compile-expression.ts';
import type { GroundNeeds } from '../policies/load-ground.ts';
import { findingEnvironment } from '../policies/policy-environment.ts';
import type { PolicyDraft } from './vuln-policy.ts';

/** A policy ready to be held against findings. */
export interface PreparedPolicy<Policy extends PolicyDraft = PolicyDraft> {
  readonly policy: Policy;
  /** Absent when the condition does not compile, with the reason. */
  readonly program?: Program;
  readonly error?: string;
  readonly narrowing?: Narrowing | undefined;
  readonly needs: GroundNeeds;
}

const MOST_KEPT = 2_000;
const kept = new Map<string, ReturnType<typeof compileCondition>>();

/** Compiled once, however many projects they are held against. */
export function preparePolicy<Policy extends PolicyDraft>(policy: Policy): PreparedPolicy<Policy> {
  const known = kept.get(policy.condition) ?? compileCondition(policy.condition);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(policy.condition, known);
  return { policy, ...known };
}

function compileCondition(condition: string): Omit<PreparedPolicy, 'policy'> {
  const { program, issues } = compileExpression(findingEnvironment, condition);
  if (!program) {
    const error = issues.map(({ line, column, message }) => `${line}:${column}: ${message}`).join('; ');
    return { error, needs: { components: 'affected', graph: false } };
  }
  return { program, narrowing: narrow(program.tree), needs: needsOf(program) };
}

const LOOKING_AROUND = [
  'depends_on',
  'is_dependency_of',
  'is_direct_dependency_of',
  'is_exclusive_dependency_of',
];
const LOOKING_UP = ['version_distance', 'compare_version_distance'];

function needsOf({ tree }: Program): GroundNeeds {
  const calls = callsIn(tree);
  const around = LOOKING_AROUND.some((name) => calls.has(name));
  return {
    components: around ? 'all' : 'affected',
    graph: around || LOOKING_UP.some((name) => calls.has(name)),
  };
}

export function allNeeds(policies: readonly PreparedPolicy[]): GroundNeeds {
  return {
    components: policies.some(({ needs }) => needs.components === 'all') ? 'all' : 'affected',
    graph: policies.some(({ needs }) => needs.graph),
  };
}
