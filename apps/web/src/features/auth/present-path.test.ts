import { expect, it } from 'vitest';
import { presentPath } from './present-path.ts';

it.each([
  ['https://a.example/projects?tag=x#top', 'https://a.example/', '/projects?tag=x#top'],
  ['https://a.example/tallyman/projects', 'https://a.example/tallyman/', '/projects'],
  ['https://a.example/tallyman', 'https://a.example/tallyman/', '/'],
])('%s below %s is the page %s', (address, base, page) => {
  expect(presentPath(new URL(address), base)).toBe(page);
});
