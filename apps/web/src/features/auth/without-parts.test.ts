import { expect, it } from 'vitest';
import { withoutParts } from './without-parts.ts';

it('leaves out the parts of permissions that are held as a whole', () => {
  const names = ['TAG_MANAGEMENT_DELETE', 'TAG_MANAGEMENT', 'POLICY_MANAGEMENT_READ', 'BOM_UPLOAD'] as const;
  expect(withoutParts(names)).toEqual(['BOM_UPLOAD', 'POLICY_MANAGEMENT_READ', 'TAG_MANAGEMENT']);
  expect(withoutParts([])).toEqual([]);
});
