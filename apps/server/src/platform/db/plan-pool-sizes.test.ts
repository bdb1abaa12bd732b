import { expect, it } from 'vitest';
import { planPoolSizes } from './plan-pool-sizes.ts';

it.each([
  [20, 'all', { core: 3, interactive: 9, background: 8 }],
  [8, 'all', { core: 1, interactive: 4, background: 3 }],
  [100, 'all', { core: 4, interactive: 56, background: 40 }],
  [20, 'web', { core: 3, interactive: 17, background: 0 }],
  [20, 'worker', { core: 3, interactive: 0, background: 17 }],
  [1, 'all', { core: 1, interactive: 2, background: 3 }],
] as const)('divides %i connections of profile %s into %o', (total, profile, sizes) => {
  expect(planPoolSizes(total, profile)).toEqual(sizes);
});

it('uses exactly the total if it is large enough', () => {
  for (let total = 8; total <= 200; total++) {
    for (const profile of ['all', 'web', 'worker'] as const) {
      const { core, interactive, background } = planPoolSizes(total, profile);
      expect(core + interactive + background).toBe(total);
    }
  }
});
