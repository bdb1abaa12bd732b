import { CelEvaluationError, CelLimitError } from '@tallyman/cel';
import { describe, expect, it } from 'vitest';
import type { ComponentSubject } from './conditions/condition.ts';
import { evaluateConditions, type Prepare } from './evaluate-conditions.ts';
import type { ProjectContext } from './load-project-contexts.ts';
import type { ConditionRow, PolicyRow } from './policy.ts';
import { COMPONENT, PROJECT } from './policy-messages.ts';
import { ProjectGraph } from './project-graph.ts';

const context: ProjectContext = {
  now: new Date(0),
  components: new Map(),
  graph: new ProjectGraph([]),
  project: { $typeName: PROJECT, uuid: '', name: 'shop', tags: [] },
  vulnerabilities: new Map(),
};
const subjects = [1, 2, 3, 4].map(
  (id): ComponentSubject => ({
    component: { $typeName: COMPONENT, id, uuid: '', name: `component ${id}` },
    vulns: [],
  }),
);

/** The value of a condition describes its behaviour: ids that violate it, `broken`, `fails on 2` or `stops at 3`. */
const condition = (id: number, value: string): ConditionRow => ({
  id,
  uuid: `condition ${id}`,
  subject: 'EXPRESSION',
  operator: 'MATCHES',
  value,
  violationType: 'SECURITY',
  evaluationError: null,
});
const policy = (operator: 'ANY' | 'ALL', ...values: string[]): PolicyRow => ({
  id: 1,
  uuid: 'policy',
  name: 'policy',
  operator,
  violationState: 'FAIL',
  includeChildren: false,
  onlyLatestProjectVersion: false,
  conditions: values.map((value, at) => condition(at + 1, value)),
});
const prepare: Prepare = ({ value }) => {
  if (value === 'broken') return { error: 'it is broken' };
  const [, reaction, at] = /^(fails on|stops at) (\d)$/.exec(value) ?? [];
  return {
    test: ({ component: { id } }) => {
      if (reaction === 'fails on' && id === Number(at)) throw new CelEvaluationError('no such key');
      if (reaction === 'stops at' && id === Number(at)) throw new CelLimitError('too many steps');
      return reaction !== undefined || value.split(' ').includes(String(id));
    },
  };
};

async function evaluate(...policies: PolicyRow[]) {
  const { found, unknown, errors } = await evaluateConditions(policies, subjects, context, prepare);
  const describeAll = (violations: typeof found) =>
    violations.map(({ componentId, conditionId }) => `${componentId} violates ${conditionId}`);
  return { found: describeAll(found), unknown: describeAll(unknown), errors: Object.fromEntries(errors) };
}

describe('A policy with operator ANY', () => {
  it('is violated by each condition for itself', async () => {
    expect(await evaluate(policy('ANY', '1 2', '2 3'))).toEqual({
      found: ['1 violates 1', '2 violates 1', '2 violates 2', '3 violates 2'],
      unknown: [],
      errors: { 1: null, 2: null },
    });
  });

  it('is violated by its other conditions where one cannot be evaluated', async () => {
    expect(await evaluate(policy('ANY', 'broken', '3'))).toEqual({
      found: ['3 violates 2'],
      unknown: [],
      errors: { 1: 'it is broken', 2: null },
    });
  });
});

describe('A policy with operator ALL', () => {
  it('is violated by components that violate every condition, once for each condition', async () => {
    expect(await evaluate(policy('ALL', '1 2', '2 3'))).toMatchObject({
      found: ['2 violates 1', '2 violates 2'],
      unknown: [],
    });
  });

  it('is not violated if one condition cannot be evaluated', async () => {
    expect(await evaluate(policy('ALL', 'broken', '1 2 3'))).toMatchObject({ found: [], unknown: [] });
  });

  it('may be violated only by components that no condition excludes', async () => {
    expect(await evaluate(policy('ALL', 'stops at 3', '1 4'))).toMatchObject({
      found: ['1 violates 1', '1 violates 2'],
      unknown: ['4 violates 1', '4 violates 2'],
    });
  });
});

describe('A condition', () => {
  it('is not violated by a component on which it fails, and is evaluated on the others', async () => {
    expect(await evaluate(policy('ANY', 'fails on 2'))).toEqual({
      found: ['1 violates 1', '3 violates 1', '4 violates 1'],
      unknown: [],
      errors: { 1: 'no such key' },
    });
  });

  it('is not evaluated further after it exceeds its limits; the rest is unknown', async () => {
    expect(await evaluate(policy('ANY', 'stops at 3'))).toEqual({
      found: ['1 violates 1', '2 violates 1'],
      unknown: ['3 violates 1', '4 violates 1'],
      errors: { 1: 'too many steps' },
    });
  });

  it('does not affect the conditions of another policy', async () => {
    const other = { ...policy('ANY'), id: 2, conditions: [condition(9, '4')] };
    expect(await evaluate(policy('ALL', 'broken', '1'), other)).toMatchObject({ found: ['4 violates 9'] });
  });

  it('without components has no violations', async () => {
    expect(await evaluateConditions([policy('ANY', '1')], [], context, prepare)).toMatchObject({
      found: [],
      unknown: [],
    });
  });
});

it('a policy without conditions has no violations', async () => {
  expect(await evaluate(policy('ALL'), policy('ANY'))).toEqual({ found: [], unknown: [], errors: {} });
});
