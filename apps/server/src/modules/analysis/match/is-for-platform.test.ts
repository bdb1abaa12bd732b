import { expect, test } from 'vitest';
import { isForPlatform } from './is-for-platform.ts';

test.each([
  ['.net', 'nuget'],
  ['.net_core', 'nuget'],
  ['asp.net', 'nuget'],
  ['drupal', 'composer'],
  ['go', 'golang'],
  ['golang', 'golang'],
  ['jenkins', 'maven'],
  ['joomla', 'composer'],
  ['joomla\\!', 'composer'],
  ['magento', 'composer'],
  ['node.js', 'npm'],
  ['python', 'pypi'],
  ['python', 'conda'],
  ['ruby', 'gem'],
  ['ruby_on_rails', 'gem'],
  ['rust', 'cargo'],
  ['typo3', 'composer'],
  ['wordpress', 'composer'],
])('criteria for the platform %s apply to components of type %s and not of other types', (platform, type) => {
  expect(isForPlatform(platform, type)).toBe(true);
  const others = ['cargo', 'composer', 'gem', 'golang', 'maven', 'npm', 'nuget', 'pypi'];
  const expected = platform === 'python' ? ['pypi'] : [type];
  expect(others.filter((other) => isForPlatform(platform, other))).toEqual(expected);
});

test.each([
  ['word!press', 'npm', true],
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
