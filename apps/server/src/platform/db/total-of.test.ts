import { expect, it } from 'vitest';
import { totalOf } from './total-of.ts';

const counted = async () => 1000;

it.each([
  ['a first page that is not full', { offset: 0, limit: 100 }, 7, 7],
  ['an empty first page', { offset: 0, limit: 100 }, 0, 0],
  ['a later page that is not full', { offset: 200, limit: 100 }, 7, 207],
  ['everything', { offset: 0, limit: null }, 3000, 3000],
  ['everything from some row on', { offset: 10, limit: null }, 5, 15],
])('the total needs no counting after %s', async (_what, page, found, total) => {
  expect(await totalOf(page, found, () => Promise.reject(new Error('counted')))).toBe(total);
});

it.each([
  ['a full page', { offset: 0, limit: 100 }, 100],
  ['a page beyond the end', { offset: 5000, limit: 100 }, 0],
  ['nothing from some row on', { offset: 5000, limit: null }, 0],
])('the total is counted after %s', async (_what, page, found) => {
  expect(await totalOf(page, found, counted)).toBe(1000);
});
