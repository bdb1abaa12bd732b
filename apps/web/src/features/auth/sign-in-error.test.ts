import { expect, it } from 'vitest';
import { describeSignInError } from './sign-in-error.ts';

it('a page without the parameter has no error', () => {
  expect(describeSignInError('?tag=x')).toBeUndefined();
});

it.each([
  ['PROVIDER_UNAVAILABLE', 'cannot be reached'],
  ['INVALID_CREDENTIALS', 'was refused'],
  ['<b>Call 0800</b>', 'was refused'],
])('%s is described in our own words', (cause, text) => {
  const described = describeSignInError(`?signInError=${encodeURIComponent(cause)}`);
  expect(described).toContain(text);
  expect(described).not.toContain(cause);
});
