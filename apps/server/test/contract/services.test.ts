import { serviceOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { dependsOn } from '../support/portfolio-graph.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

type Body = Record<string, unknown>;

describe('Services', () => {
  let service: TestService;
  let project: { uuid: string; name: string };
  beforeAll(async () => {
    service = await startTestService();
    project = (await service.asAdmin('PUT', '/api/v1/project', { name: 'with services' })).body;
  });
  afterAll(() => service.close());

  const tryToCreate = (body: Body, owner = project) =>
    service.asAdmin('PUT', `/api/v1/service/project/${owner.uuid}`, body);
  const create = async (body: Body, owner = project) => {
    const answer = await tryToCreate(body, owner);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const read = async (uuid: string) => (await service.asAdmin('GET', `/api/v1/service/${uuid}`)).body;

  const full = {
    provider: { name: 'Example', urls: ['https://example.org'], contacts: [{ name: 'Ada' }] },
    group: 'org.example',
    name: 'orders',
    version: '2',
    description: 'Takes orders',
    endpoints: ['https://example.org/orders'],
    authenticated: true,
    crossesTrustBoundary: false,
    data: [{ direction: 'BI_DIRECTIONAL', name: 'PII' }],
    externalReferences: [{ type: 'documentation', url: 'https://example.org/doc' }],
    notes: 'A note',
  };

  it('PUT /service/project/{uuid} creates a service with every member', async () => {
    const created = await create(full);
    expect(created).toEqual({
      ...full,
      lastInheritedRiskScore: 0,
      uuid: expect.any(String),
      project: {
        uuid: project.uuid,
        name: project.name,
        classifier: 'APPLICATION',
        active: true,
        isLatest: false,
      },
    });
    expect(await read(created.uuid)).toEqual(created);
  });

  it('PUT /service/project/{uuid} requires only a name', async () => {
    const created = await create({ name: ' plain ', endpoints: null, version: '' });
    expect(Object.keys(created).sort()).toEqual(['lastInheritedRiskScore', 'name', 'project', 'uuid']);
    expect(created.name).toBe('plain');
    expect((await tryToCreate({})).status).toBe(400);
    expect((await tryToCreate({ name: 'x', data: [{ direction: 'UPWARDS' }] })).status).toBe(400);
    expect((await tryToCreate({ name: 'x' }, { uuid: NOBODY, name: '' })).status).toBe(404);
  });

  it('PUT /service/project/{uuid} answers 400 for collection projects', async () => {
    const collectionLogic = 'AGGREGATE_DIRECT_CHILDREN';
    const collection = await service.asAdmin('PUT', '/api/v1/project', {
      name: 'collection',
      collectionLogic,
    });
    expect((await tryToCreate({ name: 'x' }, collection.body)).status).toBe(400);
  });

  it('POST /service replaces all members, except provider, data and externalReferences', async () => {
    const { uuid, project: owner } = await create({ ...full, name: 'changing' });
    const answer = await service.asAdmin('POST', '/api/v1/service', { uuid, name: 'changed', endpoints: [] });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      uuid,
      name: 'changed',
      provider: full.provider,
      data: full.data,
      externalReferences: full.externalReferences,
      lastInheritedRiskScore: 0,
      project: owner,
    });
    expect(await read(uuid)).toEqual(answer.body);
    expect((await service.asAdmin('POST', '/api/v1/service', { uuid: NOBODY, name: 'x' })).status).toBe(404);
  });

  it('POST /service changes nothing when a service is sent back as it was read', async () => {
    const created = await create({ ...full, name: 'round trip' });
    expect((await service.asAdmin('POST', '/api/v1/service', created)).body).toEqual(created);
  });

  it('DELETE /service/{uuid} deletes a service with its dependencies', async () => {
    const gone = await create({ name: 'gone' });
    await dependsOn(service, project, null, gone);
    expect((await service.asAdmin('DELETE', `/api/v1/service/${gone.uuid}`)).status).toBe(204);
    const missing = await service.asAdmin('GET', `/api/v1/service/${gone.uuid}`);
    expect(missing.status).toBe(404);
    expect(missing.body.detail).toBe('The service could not be found.');
    expect((await service.asAdmin('DELETE', `/api/v1/service/${gone.uuid}`)).status).toBe(404);
    const { body } = await service.asAdmin('GET', `/api/v1/bom/cyclonedx/project/${project.uuid}`);
    expect(body).not.toHaveProperty('dependencies');
  });

  it('GET /service/project/{uuid} lists by name, paged, searched and sorted', async () => {
    const owner = (await service.asAdmin('PUT', '/api/v1/project', { name: 'list of services' })).body;
    for (const [name, group] of [
      ['c', 'z'],
      ['a', 'y'],
      ['b', undefined],
    ]) {
      await create({ name, group }, owner);
    }
    const list = async (query: string) => {
      const answer = await service.asAdmin('GET', `/api/v1/service/project/${owner.uuid}${query}`);
      const names = answer.body.map((listed: { name: string }) => listed.name).join('');
      return `${names} of ${answer.headers.get('x-total-count')}`;
    };
    expect(await list('')).toBe('abc of 3');
    expect(await list('?pageNumber=2&pageSize=2')).toBe('c of 3');
    expect(await list('?sortName=group&sortOrder=desc')).toBe('cab of 3');
    expect(await list('?searchText=Y')).toBe('a of 1');
    const unknown = await service.asAdmin(
      'GET',
      `/api/v1/service/project/${owner.uuid}?sortName=x&sortOrder=asc`,
    );
    expect(unknown.body.type).toBe('/problems/invalid-sort-field');
    expect((await service.asAdmin('GET', `/api/v1/service/project/${NOBODY}`)).status).toBe(404);
  });

  it('with portfolio access control on, services are visible to users who may access their project', async () => {
    const { uuid } = await create({ name: 'hidden' });
    const { apiKey } = await createTeamKey(service, 'VIEW_PORTFOLIO', 'PORTFOLIO_MANAGEMENT');
    const ask = (method: string, path: string, body?: unknown) =>
      service.request(method, path, { apiKey, body });
    await switchAccessControl(service, true);
    try {
      const refused = [
        await ask('GET', `/api/v1/service/${uuid}`),
        await ask('DELETE', `/api/v1/service/${uuid}`),
        await ask('POST', '/api/v1/service', { uuid, name: 'x' }),
        await ask('GET', `/api/v1/service/project/${project.uuid}`),
        await ask('PUT', `/api/v1/service/project/${project.uuid}`, { name: 'x' }),
      ];
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
    } finally {
      await switchAccessControl(service, false);
    }
  });

  itKeepsAccessRules(Object.values(serviceOperations), () => service);
});
