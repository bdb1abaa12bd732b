import { componentV2Operations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { dependsOn } from '../support/portfolio-graph.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { withoutMetrics } from '../support/without-metrics.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const hex = (length: number, digit = 'a') => digit.repeat(length);

type Body = Record<string, unknown>;

describe('Components of v2', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  let projects = 0;
  const createProject = async (details: Body = {}) => {
    const answer = await service.asAdmin('PUT', '/api/v1/project', {
      name: `project ${++projects}`,
      ...details,
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const post = (body: Body) => service.asAdmin('POST', '/api/v2/components', body);
  const create = async (project: { uuid: string }, body: Body): Promise<string> => {
    const answer = await post({ project_uuid: project.uuid, ...body });
    expect(answer.status, answer.text).toBe(201);
    return (answer.headers.get('location') ?? '').split('/').at(-1) ?? '';
  };
  const get = async (path: string) => (await service.asAdmin('GET', `/api/v2/${path}`)).body;
  const names = ({ items }: { items: { name: string }[] }) => items.map((item) => item.name);

  describe('POST /components', () => {
    it('answers 201 with Location and no body', async () => {
      const { uuid } = await createProject();
      const answer = await post({ project_uuid: uuid, name: 'new' });
      expect(answer.status).toBe(201);
      expect(answer.text).toBe('');
      expect(answer.headers.get('location')).toMatch(/^\/api\/v2\/components\/[0-9a-f-]{36}$/);
    });

    it('stores every member', async () => {
      const hashes = {
        md5: hex(32),
        sha1: hex(40),
        sha3_256: hex(64),
        blake3: hex(64, 'b'),
        streebog_512: hex(128),
      };
      const uuid = await create(await createProject(), {
        name: 'full',
        version: '1',
        group: 'org',
        description: 'text',
        classifier: 'FILE',
        filename: 'f',
        extension: 'e',
        hashes,
        cpe: 'cpe:/a:v:p:1',
        purl: 'pkg:npm/full@1',
        swid_tag_id: 'swid',
        publisher: 'Example',
        supplier: { name: 'Example', urls: ['https://example.org'], contacts: [{ name: 'Ada' }] },
        authors: [{ name: 'Ada' }],
        internal: true,
        copyright: 'Example',
        license: 'MIT',
        license_expression: 'MIT OR ISC',
        license_url: 'https://example.org',
        notes: 'note',
      });
      const { body } = await service.asAdmin('GET', `/api/v1/component/${uuid}`);
      expect(body).toMatchObject({
        ...hashes,
        name: 'full',
        classifier: 'FILE',
        swidTagId: 'swid',
        isInternal: true,
        supplier: { name: 'Example', urls: ['https://example.org'], contacts: [{ name: 'Ada' }] },
        authors: [{ name: 'Ada' }],
        licenseExpression: 'MIT OR ISC',
        licenseUrl: 'https://example.org',
        resolvedLicense: { licenseId: 'MIT' },
        notes: 'note',
      });
    });

    it('answers 400 problem details, 404 for an unknown project, 409 for the same component again', async () => {
      const project = await createProject();
      const invalid = await post({ project_uuid: project.uuid, name: 'x', purl: 'x' });
      expect(invalid.status).toBe(400);
      expect(invalid.headers.get('content-type')).toBe('application/problem+json');
      expect(invalid.body).toMatchObject({ type: 'about:blank', title: 'Bad Request', status: 400 });
      expect(invalid.body.errors).toEqual([{ path: 'body/purl', message: expect.any(String) }]);
      expect((await post({ name: 'x' })).status).toBe(400);
      expect((await post({ project_uuid: NOBODY, name: 'x' })).status).toBe(404);
      const same = { project_uuid: project.uuid, name: 'once', version: '1', purl: 'pkg:npm/once@1' };
      expect((await post(same)).status).toBe(201);
      const again = await post({ ...same, description: 'another' });
      expect(again.status).toBe(409);
      expect(again.body.title).toBe('Resource already exists');
      expect((await post({ ...same, version: '2' })).status).toBe(201);
    });
  });

  describe('GET /projects/{uuid}/components', () => {
    let project: { uuid: string };
    beforeAll(async () => {
      project = await createProject();
      const direct = await create(project, { name: 'b', group: 'org.g1' });
      await create(project, {
        name: 'a',
        version: '1',
        group: 'org.g2',
        license: 'MIT',
        hashes: { sha1: hex(40) },
      });
      await create(project, { name: 'c' });
      await create(project, { name: 'D', group: 'org.g1' });
      await dependsOn(service, project, null, { uuid: direct });
    });
    const list = (query = '') => get(`projects/${project.uuid}/components${query}`);

    it('answers items, an exact total, and members in snake_case', async () => {
      const body = await list();
      expect(names(body)).toEqual(['D', 'a', 'b', 'c']);
      expect(body.total).toEqual({ count: 4, type: 'EXACT' });
      expect(body).not.toHaveProperty('next_page_token');
      expect(withoutMetrics(body.items[1])).toEqual({
        uuid: expect.any(String),
        name: 'a',
        version: '1',
        group: 'org.g2',
        classifier: 'LIBRARY',
        hashes: { sha1: hex(40) },
        internal: false,
        resolved_license: {
          name: 'MIT License',
          license_id: 'MIT',
          uuid: expect.any(String),
          osi_approved: true,
          fsf_libre: true,
          custom_license: false,
        },
      });
    });

    it.each([
      ['', 'Dabc'],
      ['sort_by=name', 'Dabc'],
      ['sort_by=name&sort_direction=DESC', 'cbaD'],
      ['sort_by=group', 'bDac'],
      ['sort_by=group&sort_direction=DESC', 'aDbc'],
      ['sort_by=last_inherited_risk_score', 'bacD'],
      ['sort_by=package_artifact_metadata.published_at', 'bacD'],
    ])('pages of any size follow each other by next_page_token: %s', async (sorting, expected) => {
      for (const limit of [1, 2, 3, 4]) {
        const seen: string[] = [];
        let token: string | undefined;
        do {
          const page = await list(`?limit=${limit}&${sorting}${token ? `&page_token=${token}` : ''}`);
          expect(page.items.length).toBeLessThanOrEqual(limit);
          expect(page.total).toEqual({ count: 4, type: 'EXACT' });
          seen.push(...names(page));
          token = page.next_page_token;
        } while (token);
        expect(seen.join('')).toBe(expected);
      }
    });

    it('q, only_direct and only_outdated narrow the list', async () => {
      expect(names(await list('?q=ORG.G1'))).toEqual(['D', 'b']);
      expect(names(await list('?q=d'))).toEqual(['D']);
      expect(names(await list('?only_direct=true'))).toEqual(['b']);
      expect(names(await list('?only_outdated=true'))).toEqual([]);
    });

    it('expand may repeat; unknown values are ignored', async () => {
      const body = await list('?expand=metrics&expand=occurrence_count&expand=unheard_of');
      expect(body.items[0].occurrence_count).toBe(0);
      expect((await list('?expand=unheard_of')).items[0]).not.toHaveProperty('occurrence_count');
    });

    it('refuses an unknown sort field with the list of the known ones', async () => {
      const body = await list('?sort_by=version');
      expect(body).toMatchObject({
        type: '/problems/invalid-sort-field',
        status: 400,
        invalid_field: 'version',
        supported_fields: [
          'name',
          'group',
          'last_inherited_risk_score',
          'package_artifact_metadata.published_at',
        ],
      });
    });

    it('refuses a page_token that was tampered with or is of another list', async () => {
      const token = (await list('?limit=1')).next_page_token;
      const other = await createProject();
      const refused = [
        await list(`?limit=1&page_token=x${token}`),
        await list(`?limit=1&page_token=${token.slice(0, -3)}`),
        await list(`?limit=1&sort_by=group&page_token=${token}`),
        await list(`?limit=1&q=a&page_token=${token}`),
        await get(`projects/${other.uuid}/components?page_token=${token}`),
        await list(`?page_token=${'x'.repeat(9000)}`),
      ];
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
      expect(refused[0].errors[0].path).toBe('query/page_token');
    });

    it.each(['limit=0', 'limit=1001', 'limit=x', 'sort_direction=UP'])(
      'refuses %s with 400',
      async (query) => {
        expect((await list(`?${query}`)).status).toBe(400);
      },
    );

    it('answers 404 problem details for an unknown project', async () => {
      expect(await get(`projects/${NOBODY}/components`)).toMatchObject({ status: 404, title: 'Not Found' });
    });
  });

  describe('GET /components', () => {
    beforeAll(async () => {
      const active = await createProject({ name: 'v2 active', version: '1', isLatest: true });
      const inactive = await createProject({ name: 'v2 inactive', active: false });
      await create(active, {
        name: 'Needle-One',
        group: 'org.needle',
        version: '1.0-beta',
        purl: 'pkg:npm/needle-one@1.0-beta?arch=x',
        cpe: 'cpe:2.3:a:needle:one:1.0:*:*:*:*:*:*:*',
        swid_tag_id: 'Needle-Tag',
        hashes: { sha256: hex(64, '1') },
      });
      await create(inactive, { name: 'Needle-Two', hashes: { sha3_256: hex(64, '1') } });
    });
    const find = async (query: string) => names(await get(`components?${query}`)).sort();

    it('lists the components of all projects with their projects', async () => {
      const { items } = await get('components?name_contains=needle-one');
      expect(items[0].project).toEqual({ name: 'v2 active', version: '1', uuid: expect.any(String) });
      expect((await get('components?limit=2')).items).toHaveLength(2);
    });

    it.each([
      ['name_contains=NEEDLE', ['Needle-One', 'Needle-Two']],
      ['name_contains=needle&group_contains=Org.', ['Needle-One']],
      ['version_contains=BETA&name_contains=needle', ['Needle-One']],
      ['purl_prefix=pkg:npm/needle-o', ['Needle-One']],
      ['purl_prefix=pkg:npm/needle-one@1.0-beta%3Farch%3Dx', ['Needle-One']],
      ['purl_prefix=pkg:npm/eedle', []],
      ['cpe=CPE:2.3:a:needle:one:1.0:*:*:*:*:*:*:*', ['Needle-One']],
      ['swid_tag_id_contains=needle', ['Needle-One']],
      [`hash_type=SHA_256&hash=${hex(64, '1')}`, ['Needle-One']],
      [`hash_type=SHA3_256&hash=${hex(64, '1')}`, ['Needle-Two']],
      ['name_contains=needle&project_state=ACTIVE', ['Needle-One']],
      ['name_contains=needle&project_state=INACTIVE', ['Needle-Two']],
      ['name_contains=needle&project_latest_version=true', ['Needle-One']],
      ['name_contains=needle&project_latest_version=false', ['Needle-Two']],
      ['name_contains=needle&package_artifact_published_since=0', []],
      ['name_contains=needle%25', []],
    ])('filters: %s', async (query, expected) => {
      expect(await find(query)).toEqual(expected);
    });

    it('purl_prefix must be at least pkg:type/name; hash needs hash_type', async () => {
      for (const query of ['purl_prefix=pkg:npm', 'purl_prefix=needle', `hash=${hex(64)}`, 'hash_type=CRC']) {
        const body = await get(`components?${query}`);
        expect(body.status).toBe(400);
        expect(body.errors[0].path).toMatch(/^query\//);
      }
    });

    it('with portfolio access control on, lists only components of accessible projects', async () => {
      const { apiKey } = await createTeamKey(service, 'VIEW_PORTFOLIO', 'PORTFOLIO_MANAGEMENT');
      const { uuid } = await createProject();
      await switchAccessControl(service, true);
      try {
        const answer = await service.request('GET', '/api/v2/components', { apiKey });
        expect(answer.body).toEqual({ items: [], total: { count: 0, type: 'EXACT' } });
        const refused = await service.request('POST', '/api/v2/components', {
          apiKey,
          body: { project_uuid: uuid, name: 'x' },
        });
        expect(refused.body).toMatchObject({ status: 403, title: 'Project access denied' });
        const list = await service.request('GET', `/api/v2/projects/${uuid}/components`, { apiKey });
        expect(list.status).toBe(403);
      } finally {
        await switchAccessControl(service, false);
      }
    });
  });

  itKeepsAccessRules(Object.values(componentV2Operations), () => service);
});
