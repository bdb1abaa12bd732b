import { expect, it } from 'vitest';
import { toReturnPath } from './to-return-path.ts';

it.each(['/', '/projects', '/projects?tag=a&sort=-name#top', '/vulnerabilities/NVD/CVE-2021-44228'])(
  '%s is a page of the web interface',
  (path) => {
    expect(toReturnPath(path)).toBe(path);
  },
);

it.each([
  undefined,
  '',
  'projects',
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/a/..//evil.example',
  '/./..//evil.example',
  'javascript:alert(1)',
  '/api/v2/session',
  '/x\r\nSet-Cookie: a=b',
])('%j becomes the start page', (path) => {
  expect(toReturnPath(path)).toBe('/');
});
