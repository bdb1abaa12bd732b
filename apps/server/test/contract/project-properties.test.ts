import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

describe('Project properties', () => {
  let service: TestService;
  let path: string;
  beforeAll(async () => {
    service = await startTestService();
    const project = await service.asAdmin('PUT', '/api/v1/project', { name: 'with properties' });
    path = `/api/v1/project/${project.body.uuid}/property`;
  });
  afterAll(() => service.close());

  const put = (property: object) => service.asAdmin('PUT', path, property);
  const post = (property: object) => service.asAdmin('POST', path, property);
  const key = (propertyName: string, groupName = 'g') => ({ groupName, propertyName });

  it('PUT adds one and answers 201 with it', async () => {
    const property = { ...key('added'), propertyValue: 'v', propertyType: 'STRING', description: 'why' };
    const answer = await put(property);
    expect([answer.status, answer.body]).toEqual([201, property]);
  });

  it('GET lists them sorted by group and name', async () => {
    await put({ ...key('b', 'a group'), propertyType: 'STRING' });
    await put({ ...key('a', 'b group'), propertyType: 'STRING' });
    await put({ ...key('a', 'a group'), propertyType: 'STRING' });
    const found = (await service.asAdmin('GET', path)).body as { groupName: string; propertyName: string }[];
    const listed = found.filter(({ groupName }) => groupName.endsWith('group'));
    expect(listed).toEqual([
      { ...key('a', 'a group'), propertyType: 'STRING' },
      { ...key('b', 'a group'), propertyType: 'STRING' },
      { ...key('a', 'b group'), propertyType: 'STRING' },
    ]);
  });

  it('PUT refuses a property that exists with 409', async () => {
    const property = { ...key('twice'), propertyType: 'STRING' };
    await put(property);
    const answer = await put(property);
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toBe('A property with the specified group and name already exists.');
  });

  it('POST changes the value, and type and description if they are present', async () => {
    await put({ ...key('changed'), propertyValue: '1', propertyType: 'INTEGER', description: 'kept' });
    const answer = await post({ ...key('changed'), propertyValue: '2' });
    expect([answer.status, answer.body]).toEqual([
      200,
      { ...key('changed'), propertyValue: '2', propertyType: 'INTEGER', description: 'kept' },
    ]);
    expect((await post({ ...key('changed'), propertyValue: 'x' })).status).toBe(400);
    const retyped = await post({
      ...key('changed'),
      propertyValue: 'x',
      propertyType: 'STRING',
      description: '',
    });
    expect(retyped.body).toEqual({ ...key('changed'), propertyValue: 'x', propertyType: 'STRING' });
  });

  it('DELETE takes the key in its body and answers 204', async () => {
    await put({ ...key('gone'), propertyType: 'STRING' });
    expect((await service.asAdmin('DELETE', path, key('gone'))).status).toBe(204);
    expect((await service.asAdmin('DELETE', path, key('gone'))).status).toBe(404);
  });

  it('POST and DELETE refuse an unknown property with 404', async () => {
    expect((await post({ ...key('unknown'), propertyValue: 'x' })).status).toBe(404);
    expect((await service.asAdmin('DELETE', path, key('unknown'))).status).toBe(404);
  });

  it('are answered with 404 for an unknown project', async () => {
    const unknown = `/api/v1/project/${NOBODY}/property`;
    const property = { ...key('x'), propertyType: 'STRING' };
    for (const method of ['PUT', 'POST', 'DELETE']) {
      expect((await service.asAdmin(method, unknown, property)).status).toBe(404);
    }
    expect((await service.asAdmin('GET', unknown)).status).toBe(404);
  });

  it.each([
    ['BOOLEAN', 'true'],
    ['BOOLEAN', 'False'],
    ['INTEGER', '-12'],
    ['NUMBER', '1.5e3'],
    ['STRING', 'anything ☃'],
    ['TIMESTAMP', '2026-01-31T12:00:00Z'],
    ['TIMESTAMP', '1767225600000'],
    ['URL', 'https://example.org/path?x=y'],
    ['UUID', '0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f'],
    ['INTEGER', null],
  ])('accept a value of their type: %s %s', async (propertyType, propertyValue) => {
    const answer = await put({
      ...key(`fits ${propertyType} ${propertyValue}`),
      propertyType,
      propertyValue,
    });
    expect(answer.status, answer.text).toBe(201);
  });

  it.each([
    ['BOOLEAN', 'yes'],
    ['INTEGER', '1.5'],
    ['NUMBER', 'NaN'],
    ['NUMBER', '1e999'],
    ['TIMESTAMP', 'yesterday'],
    ['TIMESTAMP', '2026-13-31T12:00:00Z'],
    ['URL', 'example'],
    ['UUID', '0190c3e0'],
  ])('refuse a value of another type with 400: %s %s', async (propertyType, propertyValue) => {
    const answer = await put({ ...key('unfit'), propertyType, propertyValue });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ path: 'body/propertyValue' }]);
  });

  it('accept values of at most 1024 characters', async () => {
    const property = { ...key('long'), propertyType: 'STRING' };
    expect((await put({ ...property, propertyValue: 'x'.repeat(1025) })).status).toBe(400);
    expect((await put({ ...property, propertyValue: 'x'.repeat(1024) })).status).toBe(201);
  });

  it.each([
    ['no group', { propertyName: 'x', propertyType: 'STRING' }],
    ['a blank name', { ...key(' '), propertyType: 'STRING' }],
    ['no type', key('x')],
    ['an unknown type', { ...key('x'), propertyType: 'SECRET' }],
  ])('refuse %s with 400', async (_what, property) => {
    expect((await put(property)).status).toBe(400);
  });

  it('are deleted with their project', async () => {
    const { body } = await service.asAdmin('PUT', '/api/v1/project', { name: 'short-lived' });
    const property = { ...key('x'), propertyType: 'STRING' };
    expect((await service.asAdmin('PUT', `/api/v1/project/${body.uuid}/property`, property)).status).toBe(
      201,
    );
    expect((await service.asAdmin('DELETE', `/api/v1/project/${body.uuid}`)).status).toBe(204);
  });
});
