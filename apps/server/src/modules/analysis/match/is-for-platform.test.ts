import { expect, test } from 'vitest';
import { isForPlatform } from './is-for-platform.ts';

test.each([
  ['wordpress', 'npm', false],
  ['wordpress', 'composer', true],
  ['node.js', 'npm', true],
  ['Node\\.js', 'npm', true],
  ['node.js', 'pypi', false],
  ['node.js', null, true],
  ['node.js', 'deb', true],
  ['*', 'npm', true],
  ['android', 'npm', true],
  ['constructor', 'npm', true],
])('criteria for the platform %s apply to a component of type %s: %s', (platform, type, applies) => {
  expect(isForPlatform(platform, type)).toBe(applies);
});
