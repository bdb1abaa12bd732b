import { expect, test } from 'vitest';
import { resolveValidation } from './validation-mode.ts';

test.each([
  ['ENABLED_FOR_TAGS', ['a'], true],
  ['ENABLED_FOR_TAGS', ['b'], false],
  ['ENABLED_FOR_TAGS', [], false],
  ['DISABLED_FOR_TAGS', ['a'], false],
  ['DISABLED_FOR_TAGS', ['b'], true],
  ['DISABLED_FOR_TAGS', [], true],
])('%s with the tags %j: %s', (mode, tags, validated) => {
  expect(resolveValidation({ mode, tags: [' A '] }, tags)).toBe(validated);
});
