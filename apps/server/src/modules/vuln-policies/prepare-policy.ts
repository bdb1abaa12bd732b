import { callsIn, type Narrowing, narrow, type Program } from '@tallyman/cel';
import { compileExpression } from '../policies/compile-expression.ts';
import type { ContextNeeds } from '../policies/load-project-contexts.ts';
import { findingEnvironment } from '../policies/policy-environment.ts';
import type { PolicyDraft } from './vuln-policy.ts';

/** A policy with its compiled condition. */
export interface PreparedPolicy<Policy extends PolicyDraft = PolicyDraft> {
  readonly policy: Policy;
  /** Absent if the condition does not compile; `error` says why. */
  readonly program?: Program;
  readonly error?: string;
  readonly narrowing?: Narrowing | undefined;
  readonly needs: ContextNeeds;
}

const MAX_CACHED = 2_000;
const cache = new Map<string, ReturnType<typeof compileCondition>>();

/** Compiles each condition once for all projects. */
export function preparePolicy<Policy extends PolicyDraft>(policy: Policy): PreparedPolicy<Policy> {
  const known = cache.get(policy.condition) ?? compileCondition(policy.condition);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(policy.condition, known);
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

const GRAPH_FUNCTIONS = [
  'depends_on',
  'is_dependency_of',
  'is_direct_dependency_of',
  'is_exclusive_dependency_of',
];
const DIRECT_DEPENDENCY_FUNCTIONS = ['version_distance', 'compare_version_distance'];

function needsOf({ tree }: Program): ContextNeeds {
  const calls = callsIn(tree);
  const usesGraph = GRAPH_FUNCTIONS.some((name) => calls.has(name));
  return {
    components: usesGraph ? 'all' : 'affected',
    graph: usesGraph || DIRECT_DEPENDENCY_FUNCTIONS.some((name) => calls.has(name)),
  };
}

export function allNeeds(policies: readonly PreparedPolicy[]): ContextNeeds {
  return {
    components: policies.some(({ needs }) => needs.components === 'all') ? 'all' : 'affected',
    graph: policies.some(({ needs }) => needs.graph),
  };
}
