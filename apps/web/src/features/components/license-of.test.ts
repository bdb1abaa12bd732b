import { expect, test } from 'vitest';
import { licenseOf } from './license-of.ts';

const resolved_license = { license_id: 'MIT' };

test.each([
  [{ license_expression: 'MIT OR Apache-2.0', resolved_license, license: 'The MIT' }, 'MIT OR Apache-2.0'],
  [{ resolved_license, license: 'The MIT' }, 'MIT'],
  [{ license: 'The MIT' }, 'The MIT'],
  [{}, undefined],
])('the licence of %j is %s', (component, expected) => {
  expect(licenseOf(component)).toBe(expected);
});
