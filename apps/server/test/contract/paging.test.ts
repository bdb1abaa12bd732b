import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

const names = Array.from({ length: 101 }, (_, i) => `tag ${String(i).padStart(3, '0')}`);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  await service.asAdmin('PUT', '/api/v1/tag', names.slice(0, 100));
  await service.asAdmin('PUT', '/api/v1/tag', names.slice(100));
});
afterAll(() => service.close());

async function list(query: string) {
  const { body, headers } = await service.asAdmin('GET', `/api/v1/tag?${query}`);
  expect(headers.get('x-total-count')).toBe('101');
  return { names: body.map((tag: { name: string }) => tag.name), link: headers.get('link') };
}

describe('Pages of v1', () => {
  it('have 100 rows by default, and a link to the next page', async () => {
    const { names: first, link } = await list('');
    expect(first).toEqual(names.slice(0, 100));
    const next = /<(.*)>; rel="next"/.exec(link ?? '')?.[1] ?? '';
    const { body } = await service.asAdmin('GET', next);
    expect(body.map((tag: { name: string }) => tag.name)).toEqual(names.slice(100));
  });

  it.each([
    ['pageNumber=3&pageSize=10', 20, 30],
    ['page=3&size=10', 20, 30],
    ['page=3&limit=10', 20, 30],
    ['offset=20&limit=10', 20, 30],
    ['offset=20&pageSize=10', 20, 30],
    ['offset=20', 20, 101],
    ['offset=1&limit=0', 1, 101],
    ['pageNumber=3', 0, 100],
    ['pageSize=10', 0, 100],
    ['pageNumber=11&pageSize=10', 100, 101],
  ])('are requested by number and size, or by offset: %s', async (query, from, to) => {
    expect((await list(query)).names).toEqual(names.slice(from, to));
  });

  it('have no link after the last row', async () => {
    expect((await list('offset=91&limit=10')).link).toBeNull();
  });
});
