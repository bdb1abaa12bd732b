import { expect, it } from 'vitest';
import { describeChanges } from './describe-changes.ts';

it.each([
  [{ name: { from: 'a', to: 'b' } }, 'name: a → b'],
  [{ name: { to: 'b' }, suspended: { to: false } }, 'name: b; suspended: false'],
  [{ email: { from: 'a@example.org' } }, 'email: a@example.org → (none)'],
  [{ permissions: { added: ['A'], removed: ['B', 'C'] } }, 'permissions: + A, - B, - C'],
  [{ projects: { added: ['a:1'], total: 250 } }, 'projects: + a:1 … (250)'],
  [{}, ''],
])('%j is shown as "%s"', (changes, text) => {
  expect(describeChanges(changes)).toBe(text);
});
