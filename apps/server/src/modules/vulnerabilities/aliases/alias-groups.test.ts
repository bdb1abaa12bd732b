import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AliasEdge, type AliasMember, planGroups } from './alias-groups.ts';

const edge = (text: string): AliasEdge => {
  const [left = '', right = ''] = text.split('-');
  return { left, right };
};
const members = (group: number, ...nodes: string[]): AliasMember[] => nodes.map((node) => ({ node, group }));

describe('alias groups', () => {
  it.each<[rule: string, touched: string[], members: AliasMember[], edges: string[], groups: unknown[]]>([
    ['connect two aliases', ['a', 'b'], [], ['a-b'], [{ group: null, nodes: ['a', 'b'] }]],
    [
      'connect aliases of aliases',
      ['a', 'b', 'c'],
      [],
      ['a-b', 'c-b'],
      [{ group: null, nodes: ['a', 'b', 'c'] }],
    ],
    ['have more than one member', ['a'], [], [], []],
    ['ignore an alias of itself', ['a'], [], ['a-a'], []],
    [
      'keep their id when they grow',
      ['c'],
      members(7, 'a', 'b'),
      ['a-b', 'b-c'],
      [{ group: 7, nodes: ['a', 'b', 'c'] }],
    ],
    [
      'keep the lowest id when they merge',
      ['b', 'c'],
      [...members(9, 'a', 'b'), ...members(4, 'c', 'd')],
      ['a-b', 'c-d', 'b-c'],
      [{ group: 4, nodes: ['a', 'b', 'c', 'd'] }],
    ],
    [
      'keep their id for one part when they split',
      ['b', 'c'],
      members(4, 'a', 'b', 'c', 'd'),
      ['a-b', 'c-d'],
      [
        { group: 4, nodes: ['a', 'b'] },
        { group: null, nodes: ['c', 'd'] },
      ],
    ],
    ['end when the last alias is withdrawn', ['a', 'b'], members(4, 'a', 'b'), [], []],
  ])('%s', (_rule, touched, stored, edges, groups) => {
    expect(planGroups(touched, stored, edges.map(edge))).toEqual(groups);
  });

  const node = fc.nat(9).map(String);
  const edges = fc.array(fc.record({ left: node, right: node }), { maxLength: 12 });
  const stored = fc.uniqueArray(fc.record({ node, group: fc.integer({ min: 1, max: 4 }) }), {
    selector: (member) => member.node,
  });

  it('are disjoint, and every alias is in the group of its counterpart', () => {
    fc.assert(
      fc.property(stored, edges, (known, stated) => {
        const groups = planGroups([], known, stated);
        const nodes = groups.flatMap((group) => group.nodes);
        expect(new Set(nodes).size).toBe(nodes.length);
        const groupOf = new Map(groups.flatMap((group) => group.nodes.map((each) => [each, group])));
        for (const { left, right } of stated) {
          if (left !== right) expect(groupOf.get(left)).toBe(groupOf.get(right));
        }
      }),
    );
  });

  it('never share an id', () => {
    fc.assert(
      fc.property(stored, edges, (known, stated) => {
        const ids = planGroups([], known, stated).flatMap(({ group }) => group ?? []);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('do not depend on the order of the statements', () => {
    fc.assert(
      fc.property(stored, edges, (known, stated) => {
        expect(planGroups([], known, stated.toReversed())).toEqual(planGroups([], known, stated));
      }),
    );
  });
});
