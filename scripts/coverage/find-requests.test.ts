// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are sources of tests
import { expect, test } from 'vitest';
import { findRequests } from './find-requests.ts';

const requestsIn = (source: string) => findRequests(source).map(({ method, path }) => `${method} ${path}`);

test.each([
  ['a call', "asAdmin('PUT', '/api/project', body)", ['PUT /api/project']],
  ['a template', "request('GET', `/api/project/${uuid}/x`)", ['GET /api/project/{}/x']],
  ['a row of a table', "[['DELETE', '/api/tag', 204]]", ['DELETE /api/tag']],
  ['fetch', 'fetch(`${url}/metrics`)', ['GET /metrics']],
  ['fetch with a method', "fetch('/api/login', { method: 'POST' })", ['POST /api/login']],
  ['an expectation', "expect(location).toBe('/api/project')", []],
  ['a title', "test('/api/project is there', async () => {})", []],
])('finds the requests of %s', (_, source, expected) => {
  expect(requestsIn(source)).toEqual(expected);
});

test.each([
  ['a constant', "const path = '/api/tag'; asAdmin('GET', path);"],
  ['a variable that is set later', "let path; before(() => { path = '/api/tag'; }); asAdmin('GET', path);"],
  ['a loop', "for (const kind of ['tag', 'team']) asAdmin('GET', `/api/${kind}`);"],
  ['a loop over methods', "for (const method of ['GET', 'PUT']) asAdmin(method, '/api/tag');"],
  ['a table', "it.each([['tag', 1]])('%s', (kind) => asAdmin('GET', `/api/${kind}`));"],
  [
    'a table of objects',
    "const rows = [{ kind: 'tag' }]; it.each(rows)('x', ({ kind }) => asAdmin('GET', `/api/${kind}`));",
  ],
  ['the arguments of a function', "const list = (kind) => asAdmin('GET', `/api/${kind}`); list('tag');"],
  [
    'the default of a function',
    "function list(kind = 'tag') { return asAdmin('GET', `/api/${kind}`); } list();",
  ],
  ['what a function answers', "const at = (kind) => `/api/${kind}`; asAdmin('GET', at('tag'));"],
  ['what a function answers before the rest', "const at = () => '/api'; asAdmin('GET', `${at()}/tag`);"],
  ['a path that a function is given', "const get = (path) => asAdmin('GET', path); get('/api/tag');"],
])('resolves a name to the value that the source assigns: %s', (_, source) => {
  expect(requestsIn(source)).toContain('GET /api/tag');
});

test('methods and paths of different columns of a table are not combined', () => {
  const source = "it.each([['GET', '/a'], ['PUT', '/b']])('%s %s', (method, path) => request(method, path));";
  expect(requestsIn(source)).toEqual(['GET /a', 'PUT /b']);
});

test.each([
  [
    'followed',
    "const made = await asAdmin('POST', '/api/tag'); until(made.headers.get('location') ?? '');",
    true,
  ],
  [
    'looked at',
    "const made = await asAdmin('POST', '/api/tag'); expect(made.headers.get('location'));",
    false,
  ],
])('finds the request to a Location only if it is followed: %s', (_, source, isRequest) => {
  expect(requestsIn(source).includes('GET /api/tag/{}')).toBe(isRequest);
});
