import { expect, test } from 'vitest';
import { licensesToCyclonedx, type StoredLicense } from './licenses-to-cyclonedx.ts';

const NONE: StoredLicense = {
  ...{ license_name: null, license_expression: null, license_url: null },
  ...{ resolved_id: null, resolved_name: null, resolved_is_custom: null },
};
const MIT = { resolved_id: 'MIT', resolved_name: 'MIT License', resolved_is_custom: false };

test.each<[string, Partial<StoredLicense>, object | undefined]>([
  ['nothing', {}, undefined],
  ['the id of an SPDX licence', MIT, [{ license: { id: 'MIT' } }]],
  [
    'the name of a custom licence',
    { ...MIT, resolved_is_custom: true },
    [{ license: { name: 'MIT License' } }],
  ],
  ['the name of an unknown licence', { license_name: 'Mine' }, [{ license: { name: 'Mine' } }]],
  ['the URL as well', { ...MIT, license_url: 'u' }, [{ license: { id: 'MIT', url: 'u' } }]],
  ['no URL without a licence', { license_url: 'u' }, undefined],
  [
    'the expression before everything else',
    { ...MIT, license_expression: 'MIT OR X', license_url: 'u' },
    [{ expression: 'MIT OR X' }],
  ],
])('The licences of a component are exported as %s', (_what, stored, expected) => {
  expect(licensesToCyclonedx({ ...NONE, ...stored })).toEqual(expected);
});
