import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMPONENT } from './policy-messages.ts';
import { ProjectGraph } from './project-graph.ts';

const PROJECT = 0;
const edges = fc.array(
  fc.record({ source: fc.integer({ min: 0, max: 7 }), target: fc.integer({ min: 1, max: 7 }) }),
  { maxLength: 20 },
);
const nodes = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 3 });
const component = (id: number) => ({ $typeName: COMPONENT, id, uuid: '', name: '' }) as const;

type Edge = { readonly source: number; readonly target: number };

/** The slow and obvious way: follows edges until nothing is added. */
function reachable(given: readonly Edge[], start: readonly number[], blocked: readonly number[] = []) {
  const reached = new Set(start);
  for (let size = -1; size !== reached.size; ) {
    size = reached.size;
    for (const { source, target } of given)
      if (reached.has(source) && !blocked.includes(source)) reached.add(target);
  }
  return reached;
}

const childrenOf = (given: readonly Edge[], ids: readonly number[]) =>
  given.filter(({ source, target }) => ids.includes(source) && source !== target).map(({ target }) => target);

describe('The dependency graph of a project', () => {
  it('direct dependencies are those of the project itself', () => {
    fc.assert(
      fc.property(edges, fc.integer({ min: 1, max: 7 }), (given, id) => {
        const expected = given.some(({ source, target }) => source === PROJECT && target === id);
        expect(new ProjectGraph(given).isDirect(component(id))).toBe(expected);
      }),
    );
  });

  it('descendants are all that can be reached from the children, in cycles as well', () => {
    fc.assert(
      fc.property(edges, nodes, (given, ids) => {
        const found = new ProjectGraph(given).descendantsOf(new Set(ids));
        expect(new Set(found)).toEqual(reachable(given, childrenOf(given, ids)));
      }),
    );
  });

  it('exclusive dependencies cannot be reached without going through one of the components', () => {
    fc.assert(
      fc.property(edges, nodes, (given, ids) => {
        const start = childrenOf(given, [PROJECT]);
        const around = reachable(given, start, ids);
        const expected = [...reachable(given, start)].filter((id) => !around.has(id));
        expect(new Set(new ProjectGraph(given).exclusiveTo(new Set(ids)))).toEqual(new Set(expected));
      }),
    );
  });
});
