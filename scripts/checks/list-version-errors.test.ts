import { expect, test } from 'vitest';
import { listVersionErrors } from './list-version-errors.ts';

const LOCK = { version: '1.2.3', packages: { '': { version: '1.2.3' } } };

test('accepts packages without a version', () => {
  const manifest = { dependencies: { '@tallyman/client': '*', yaml: '2.9.1' } };
  expect(listVersionErrors('1.2.3', new Map([['apps/cli/package.json', manifest]]), LOCK)).toEqual([]);
});

test('rejects versions of packages and of their dependencies in the workspace', () => {
  const manifest = { version: '1.2.3', devDependencies: { '@tallyman/client': '1.2.3' } };
  expect(listVersionErrors('1.2.3', new Map([['apps/cli/package.json', manifest]]), LOCK)).toEqual([
    'apps/cli/package.json: remove the version, it is in the root package.json',
    'apps/cli/package.json: the version of @tallyman/client must be "*"',
  ]);
});

test('rejects a lock file of another version', () => {
  expect(listVersionErrors('1.3.0', new Map(), LOCK)).toEqual([
    'package-lock.json: the version is not 1.3.0. Run npm install.',
  ]);
});
