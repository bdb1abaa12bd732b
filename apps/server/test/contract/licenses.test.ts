import { licenseGroupOperations, licenseOperations, licenseV2Operations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

describe('Licenses', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  const get = async (path: string) => (await service.asAdmin('GET', path)).body;

  describe('GET /license', () => {
    it('lists complete licenses, paginated, with a count', async () => {
      const answer = await service.asAdmin('GET', '/api/v1/license?pageNumber=1&pageSize=5');
      expect(answer.body).toHaveLength(5);
      expect(Number(answer.headers.get('x-total-count'))).toBeGreaterThan(700);
      expect(answer.headers.get('link')).toContain('offset=5');
      expect(answer.body[0]).toMatchObject({
        uuid: expect.any(String),
        name: expect.any(String),
        licenseId: expect.any(String),
        licenseText: expect.any(String),
        isOsiApproved: expect.any(Boolean),
        isFsfLibre: expect.any(Boolean),
        isDeprecatedLicenseId: expect.any(Boolean),
        isCustomLicense: false,
        licenseGroups: expect.any(Array),
      });
      expect(answer.body[0]).not.toHaveProperty('licenseComments');
    });

    it('searchText filters by name and licenseId, ignoring case', async () => {
      const byId = await get('/api/v1/license?searchText=APACHE-2');
      expect(byId.map((license: { licenseId: string }) => license.licenseId)).toEqual(['Apache-2.0']);
      const byName = await get('/api/v1/license?searchText=mit%20license');
      expect(byName.map((license: { licenseId: string }) => license.licenseId)).toContain('MIT');
      expect(await get('/api/v1/license?searchText=%25')).toEqual([]);
    });

    it('sorts by known fields and rejects others', async () => {
      const [first] = await get('/api/v1/license?sortName=licenseId&sortOrder=desc&offset=0&limit=1');
      const [last] = await get('/api/v1/license?sortName=licenseId&sortOrder=asc&offset=0&limit=1');
      expect(first.licenseId > last.licenseId).toBe(true);
      const refused = await service.asAdmin('GET', '/api/v1/license?sortName=licenseText&sortOrder=asc');
      expect(refused.status).toBe(400);
      expect(refused.body.type).toBe('/problems/invalid-sort-field');
    });
  });

  it('an SPDX licence has its template, header and comments, if there are any', async () => {
    const apache = (await service.asAdmin('GET', '/api/v1/license/Apache-2.0')).body;
    expect(apache.standardLicenseTemplate).toBe(apache.licenseText);
    expect(apache.standardLicenseHeader).toContain('Licensed under the Apache License, Version 2.0');
    expect(apache).not.toHaveProperty('licenseComments');
    const old = (await service.asAdmin('GET', '/api/v1/license/GPL-2.0')).body;
    expect(old.licenseComments).toContain('Use GPL-2.0-only instead');
  });

  it('GET /license/concise lists all licenses, without paging', async () => {
    const answer = await service.asAdmin('GET', '/api/v1/license/concise');
    expect(answer.body.length).toBeGreaterThan(700);
    expect(answer.headers.has('x-total-count')).toBe(false);
    const mit = answer.body.find((license: { licenseId: string }) => license.licenseId === 'MIT');
    expect(mit).toEqual({
      uuid: expect.any(String),
      name: 'MIT License',
      licenseId: 'MIT',
      isOsiApproved: true,
      isFsfLibre: true,
      isDeprecatedLicenseId: false,
      isCustomLicense: false,
    });
  });

  it('GET /license/{licenseId} returns a license with its groups', async () => {
    expect(await get('/api/v1/license/AGPL-3.0-only')).toMatchObject({
      licenseId: 'AGPL-3.0-only',
      licenseText: expect.stringContaining('AFFERO'),
      seeAlso: [expect.any(String)],
      licenseGroups: [{ uuid: expect.any(String), name: 'Copyleft' }],
    });
    const missing = await service.asAdmin('GET', '/api/v1/license/no-such-license');
    expect(missing.status).toBe(404);
    expect(missing.body.detail).toBe('The license could not be found.');
  });

  describe('PUT /license', () => {
    it('creates a custom license', async () => {
      const answer = await service.asAdmin('PUT', '/api/v1/license', {
        name: ' Ours ',
        licenseId: 'LicenseRef-ours',
        licenseText: 'Do what\nyou like.',
        standardLicenseHeader: 'Header',
        licenseComments: 'Comments',
        isOsiApproved: true,
        isCustomLicense: false,
        seeAlso: ['https://example.org/license'],
        unheardOf: 1,
      });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        uuid: expect.any(String),
        name: 'Ours',
        licenseId: 'LicenseRef-ours',
        licenseText: 'Do what\nyou like.',
        standardLicenseHeader: 'Header',
        licenseComments: 'Comments',
        isOsiApproved: true,
        isFsfLibre: false,
        isDeprecatedLicenseId: false,
        isCustomLicense: true,
        seeAlso: ['https://example.org/license'],
        licenseGroups: [],
      });
      expect(await get('/api/v1/license/licenseref-OURS')).toEqual(answer.body);
    });

    it('accepts licenseExceptionId instead of licenseId', async () => {
      const body = { name: 'By alias', licenseExceptionId: 'alias' };
      expect((await service.asAdmin('PUT', '/api/v1/license', body)).body.licenseId).toBe('alias');
    });

    it('answers 409 if the id exists already', async () => {
      const answer = await service.asAdmin('PUT', '/api/v1/license', { name: 'MIT again', licenseId: 'mit' });
      expect(answer.status).toBe(409);
      expect(answer.body.detail).toContain('already exists');
    });

    it('rejects a license without a name or an id', async () => {
      expect((await service.asAdmin('PUT', '/api/v1/license', { licenseId: 'x' })).status).toBe(400);
      const noId = await service.asAdmin('PUT', '/api/v1/license', { name: 'x' });
      expect(noId.status).toBe(400);
      expect(noId.body.errors).toEqual([{ path: 'body/licenseId', message: 'is required' }]);
    });
  });

  describe('DELETE /license/{licenseId}', () => {
    it('deletes a custom license', async () => {
      await service.asAdmin('PUT', '/api/v1/license', { name: 'Short-lived', licenseId: 'short-lived' });
      expect((await service.asAdmin('DELETE', '/api/v1/license/short-lived')).status).toBe(204);
      expect((await service.asAdmin('DELETE', '/api/v1/license/short-lived')).status).toBe(404);
    });

    it('answers 409 for an SPDX license', async () => {
      const answer = await service.asAdmin('DELETE', '/api/v1/license/MIT');
      expect(answer.status).toBe(409);
      expect((await service.asAdmin('GET', '/api/v1/license/MIT')).status).toBe(200);
    });
  });

  describe('License groups', () => {
    const groups = '/api/v1/licenseGroup';
    const create = async (name: string) => (await service.asAdmin('PUT', groups, { name })).body;
    const uuidOf = async (licenseId: string) => (await get(`/api/v1/license/${licenseId}`)).uuid;

    it('four default groups exist, with their risk weights', async () => {
      const seeded = await get(groups);
      const weights = seeded.map((group: { name: string; riskWeight: number }) => [
        group.name,
        group.riskWeight,
      ]);
      expect(weights).toEqual([
        ['Copyleft', 8],
        ['Non-Commercial', 10],
        ['Permissive', 0],
        ['Weak Copyleft', 3],
      ]);
      const idsOf = (name: string): string[] =>
        seeded
          .find((group: { name: string }) => group.name === name)
          .licenses.map((license: { licenseId: string }) => license.licenseId);
      expect(idsOf('Copyleft')).toEqual(expect.arrayContaining(['GPL-2.0-only', 'AGPL-3.0-or-later']));
      expect(idsOf('Weak Copyleft')).toEqual(expect.arrayContaining(['LGPL-2.1-only', 'MPL-2.0', 'EPL-2.0']));
      expect(idsOf('Permissive')).toEqual(
        expect.arrayContaining(['MIT', 'Apache-2.0', 'BSD-3-Clause', '0BSD']),
      );
      expect(idsOf('Non-Commercial')).toEqual(expect.arrayContaining(['CC-BY-NC-4.0', 'CC-BY-NC-SA-4.0']));
    });

    it('PUT creates a group, 409 if the name exists already', async () => {
      const answer = await service.asAdmin('PUT', groups, { name: ' Reviewed ' });
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        uuid: expect.any(String),
        name: 'Reviewed',
        licenses: [],
        riskWeight: 0,
      });
      expect(await get(`${groups}/${answer.body.uuid}`)).toEqual(answer.body);
      expect((await service.asAdmin('PUT', groups, { name: 'Reviewed' })).status).toBe(409);
    });

    it('POST renames a group', async () => {
      const { uuid } = await create('Before');
      const answer = await service.asAdmin('POST', groups, { uuid, name: 'After' });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ uuid, name: 'After' });
      expect((await service.asAdmin('POST', groups, { uuid, name: 'Permissive' })).status).toBe(409);
      expect((await service.asAdmin('POST', groups, { uuid: NOBODY, name: 'x' })).status).toBe(404);
    });

    it('DELETE deletes a group', async () => {
      const { uuid } = await create('Short-lived');
      expect((await service.asAdmin('DELETE', `${groups}/${uuid}`)).status).toBe(204);
      expect((await service.asAdmin('DELETE', `${groups}/${uuid}`)).status).toBe(404);
      expect((await service.asAdmin('GET', `${groups}/${uuid}`)).status).toBe(404);
    });

    it('POST and DELETE …/license/{licenseUuid} change the members; 304 if nothing changes', async () => {
      const { uuid } = await create('With members');
      const member = `${groups}/${uuid}/license/${await uuidOf('MIT')}`;
      const added = await service.asAdmin('POST', member);
      expect(added.status).toBe(200);
      expect(added.body.licenses).toMatchObject([{ licenseId: 'MIT' }]);
      expect((await service.asAdmin('POST', member)).status).toBe(304);
      const removed = await service.asAdmin('DELETE', member);
      expect(removed.body.licenses).toEqual([]);
      expect((await service.asAdmin('DELETE', member)).status).toBe(304);
    });

    it('answers 404 for an unknown group and an unknown license', async () => {
      const { uuid } = await create('Lonely');
      const mit = await uuidOf('MIT');
      expect((await service.asAdmin('POST', `${groups}/${NOBODY}/license/${mit}`)).status).toBe(404);
      expect((await service.asAdmin('POST', `${groups}/${uuid}/license/${NOBODY}`)).status).toBe(404);
      expect((await service.asAdmin('POST', `${groups}/${uuid}/license/x`)).status).toBe(400);
    });
  });

  describe('GET /api/v2/licenses', () => {
    const list = (query: string, apiKey?: string) =>
      apiKey === undefined
        ? service.asAdmin('GET', `/api/v2/licenses?${query}`)
        : service.request('GET', `/api/v2/licenses?${query}`, { apiKey });
    const counts = async (query: string, apiKey?: string) =>
      Object.fromEntries(
        (await list(query, apiKey)).body.items.map(
          (item: { license_id: string; component_count: number }) => [item.license_id, item.component_count],
        ),
      );
    const projects: { uuid: string }[] = [];

    beforeAll(async () => {
      await service.asAdmin('PUT', '/api/v1/license', { name: 'House rules', licenseId: 'LicenseRef-house' });
      for (const [name, active] of [
        ['one', true],
        ['two', true],
        ['old', false],
      ] as const) {
        const project = (await service.asAdmin('PUT', '/api/v1/project', { name, active })).body;
        projects.push(project);
        const add = async (component: object) => {
          const body = { project_uuid: project.uuid, ...component };
          expect((await service.asAdmin('POST', '/api/v2/components', body)).status).toBe(201);
        };
        await add({ name: 'a', license: 'ISC' });
        await add({ name: 'b', license_expression: '(isc OR 0BSD) AND LicenseRef-house' });
        await add({ name: 'c', license_expression: 'ISC-like' });
      }
    });

    it('counts components of active projects by their licence and by the parts of their expression', async () => {
      expect(await counts('only_used=true')).toEqual({ '0BSD': 2, ISC: 4, 'LicenseRef-house': 2 });
      expect(await counts('only_custom=true&only_used=true')).toEqual({ 'LicenseRef-house': 2 });
      expect(await counts('q=isc license')).toMatchObject({ ISC: 4 });
      expect((await list('q=house')).body).toMatchObject({
        items: [{ name: 'House rules', custom_license: true, osi_approved: false, deprecated: false }],
        total: { count: 1, type: 'EXACT' },
      });
    });

    it('is paged, and sorted by known fields only', async () => {
      const query = 'only_used=true&sort_by=component_count&sort_direction=DESC&limit=2';
      const first = (await list(query)).body;
      expect(first.items.map((item: { license_id: string }) => item.license_id)[0]).toBe('ISC');
      expect(first.total).toEqual({ count: 3, type: 'EXACT' });
      const second = (await list(`${query}&page_token=${first.next_page_token}`)).body;
      expect(second.items).toHaveLength(1);
      expect(second).not.toHaveProperty('next_page_token');
      expect((await list('sort_by=text')).body.type).toBe('/problems/invalid-sort-field');
      expect((await list('page_token=x')).status).toBe(400);
    });

    it('GET /api/v2/components?license= lists the components that are counted', async () => {
      const named = async (license: string) =>
        (
          await service.asAdmin('GET', `/api/v2/components?project_state=ACTIVE&license=${license}`)
        ).body.items.map((item: { name: string }) => item.name);
      expect(await named('isc')).toEqual(['a', 'b', 'a', 'b']);
      expect(await named('LicenseRef-house')).toEqual(['b', 'b']);
      expect(await named('nothing')).toEqual([]);
    });

    it('counts only what the caller may see', async () => {
      const { apiKey, teamUuid: team } = await createTeamKey(service, 'VIEW_PORTFOLIO');
      await switchAccessControl(service, true);
      expect(await counts('only_used=true', apiKey)).toEqual({});
      await service.asAdmin('PUT', '/api/v1/acl/mapping', { team, project: projects[0]?.uuid });
      expect(await counts('only_used=true', apiKey)).toEqual({ '0BSD': 1, ISC: 2, 'LicenseRef-house': 1 });
      await switchAccessControl(service, false);
    });
  });

  itKeepsAccessRules(
    [
      ...Object.values(licenseOperations),
      ...Object.values(licenseGroupOperations),
      ...Object.values(licenseV2Operations),
    ],
    () => service,
  );
});
