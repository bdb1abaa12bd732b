import { expect, it } from 'vitest';
import { isExcluded } from './proxy-exclusions.ts';

it.each([
  ['https://example.org/a', 'example.org'],
  ['https://EXAMPLE.org./a', 'Example.Org'],
  ['https://api.example.org/', '.example.org'],
  ['https://api.example.org/', '*.example.org'],
  ['http://example.org:8080/', 'example.org:8080'],
  ['https://example.org/', 'example.org:443'],
  ['http://example.org/', 'example.org:80'],
  ['http://127.0.0.1:9/', '127.0.0.1'],
  ['http://[::1]:9/', '::1'],
  ['http://[::1]:9/', '[::1]:9'],
  ['http://anything/', '*'],
])('%s is excluded by %s', (url, exclusion) => {
  expect(isExcluded(new URL(url), ['other.test', exclusion])).toBe(true);
});

it.each([
  ['https://example.org/', '.example.org'],
  ['https://badexample.org/', '*.example.org'],
  ['https://api.example.org/', 'example.org'],
  ['https://example.org/', 'example.org:80'],
  ['http://[::1]:9/', '[::1]:10'],
  ['http://[::1]:9/', '::'],
  ['http://example.org/', ''],
])('%s is not excluded by "%s"', (url, exclusion) => {
  expect(isExcluded(new URL(url), [exclusion])).toBe(false);
});

it('nothing is excluded by no exclusions', () => {
  expect(isExcluded(new URL('http://example.org/'), [])).toBe(false);
});
