import { describe, expect, test } from 'vitest';
import { matchEndpoint, toShape } from './match-endpoint.ts';

const endpoints = [
  { method: 'GET', path: '/api/project' },
  { method: 'PUT', path: '/api/project' },
  { method: 'GET', path: '/api/project/{uuid}' },
  { method: 'GET', path: '/api/project/lookup' },
  { method: 'GET', path: '/api/project/{uuid}/children' },
  { method: 'GET', path: '/api/{kind}/latest/children' },
  { method: 'POST', path: '/api/login' },
];

describe('matchEndpoint', () => {
  test.each([
    ['GET', '/api/project', '/api/project'],
    ['GET', '/api/project/0190c3e0', '/api/project/{uuid}'],
    ['GET', '/api/project/{}', '/api/project/{uuid}'],
    ['GET', '/api/project/lookup?name=x', '/api/project/lookup'],
    ['GET', '/api/project?tag={}', '/api/project'],
    ['GET', '/api/project{}', '/api/project'],
    ['GET', '/api/project/{}/children{}', '/api/project/{uuid}/children'],
    ['GET', '/api/project/latest/children', '/api/project/{uuid}/children'],
    [undefined, '/api/login', '/api/login'],
  ])('%s %s is matched with %s', (method, path, expected) => {
    expect(matchEndpoint(endpoints, { method, path })?.path).toBe(expected);
  });

  test.each([
    ['a method without endpoint', 'DELETE', '/api/project'],
    ['a path that is too long', 'GET', '/api/project/x/children/y'],
    ['a path with several methods, of which none is given', undefined, '/api/project'],
  ])('%s is matched with nothing', (_, method, path) => {
    expect(matchEndpoint(endpoints, { method, path })).toBeUndefined();
  });
});

test('endpoints with different parameter names are the same', () => {
  expect(toShape({ method: 'GET', path: '/a/{one}/b/{twoThree}' })).toBe('GET /a/{}/b/{}');
});
