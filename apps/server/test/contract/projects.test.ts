import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createComponent } from '../support/create-findings.ts';
import { listNotifiedGroups } from '../support/notification-log.ts';
import { removeComponent } from '../support/portfolio-graph.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { withoutMetrics } from '../support/without-metrics.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NOBODY = '00000000-0000-0000-0000-000000000000';

describe('Projects', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  async function create(project: Record<string, unknown>) {
    const answer = await service.asAdmin('PUT', '/api/v1/project', project);
    expect(answer.status, answer.text).toBe(201);
    return withoutMetrics(answer.body);
  }
  const read = async (uuid: string) =>
    withoutMetrics((await service.asAdmin('GET', `/api/v1/project/${uuid}`)).body);
  const names = (projects: { name: string }[]) => projects.map((project) => project.name);

  describe('PUT /project creates', () => {
    it('a project with a server-assigned UUID, active, of classifier APPLICATION, not the latest', async () => {
      const project = await create({ name: 'plain', uuid: NOBODY });
      expect(project).toEqual({
        uuid: expect.stringMatching(UUID),
        name: 'plain',
        classifier: 'APPLICATION',
        active: true,
        isLatest: false,
        children: [],
      });
    });

    it('a project with every member, and GET /project/{uuid} shows them all', async () => {
      const person = { name: 'Ada', email: 'ada@example.org', phone: '1' };
      const organization = { name: 'Example', urls: ['https://example.org'], contacts: [person] };
      const parent = await create({ name: 'full parent', version: '9' });
      const members = {
        name: 'full',
        version: '1.0',
        group: 'org.example',
        publisher: 'Example',
        description: 'Two\nlines',
        authors: [person],
        manufacturer: organization,
        supplier: organization,
        classifier: 'LIBRARY',
        cpe: 'cpe:2.3:a:example:full:1.0:*:*:*:*:*:*:*',
        purl: 'pkg:npm/%40example/full@1.0',
        swidTagId: 'swid-1',
        externalReferences: [{ type: 'vcs', url: 'https://example.org/git', comment: 'the source' }],
        active: true,
        isLatest: true,
      };
      const created = await create({
        ...members,
        tags: [{ name: 'b' }, { name: 'a' }],
        parent: { uuid: parent.uuid },
      });
      expect(await read(created.uuid)).toEqual({
        ...members,
        uuid: created.uuid,
        tags: [{ name: 'a' }, { name: 'b' }],
        parent: { uuid: parent.uuid, name: 'full parent', version: '9' },
        children: [],
        versions: [{ uuid: created.uuid, version: '1.0', isLatest: true, active: true }],
      });
    });

    it('a project and emits PROJECT_CREATED', async () => {
      const { uuid } = await create({ name: 'announced' });
      await service.asAdmin('PUT', '/api/v1/project', { name: 'announced' });
      const groups = await listNotifiedGroups(service, uuid);
      expect(groups.filter((group) => group === 'PROJECT_CREATED')).toHaveLength(1);
    });

    it('a project from zero values that clients send', async () => {
      const project = await create({
        uuid: NOBODY,
        name: 'zero values',
        version: null,
        tags: null,
        author: 'somebody',
        active: true,
        lastBomImport: 0,
        metrics: { critical: 0 },
        properties: [],
        collectionLogic: 'NONE',
        classifier: '',
        parent: null,
        unheardOf: {},
      });
      expect(project).toMatchObject({ name: 'zero values', classifier: 'APPLICATION', active: true });
      expect(project).not.toHaveProperty('lastBomImport');
      expect(project).not.toHaveProperty('collectionLogic');
    });

    it('trimmed text, and leaves blank text out', async () => {
      const project = await create({ name: '  trimmed  ', version: ' 1 ', description: '   ', group: '' });
      expect(project).toMatchObject({ name: 'trimmed', version: '1' });
      expect(project).not.toHaveProperty('description');
      expect(project).not.toHaveProperty('group');
    });

    it('lower-cased, trimmed and distinct tags', async () => {
      const project = await create({
        name: 'tagged',
        tags: [{ name: ' Red' }, { name: 'RED ' }, { name: 'blue' }, { name: ' ' }],
      });
      expect(project.tags).toEqual([{ name: 'blue' }, { name: 'red' }]);
    });

    it('a project with up to 1000 tags, and refuses more with 400', async () => {
      const tags = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `one of many ${i}` }));
      expect((await create({ name: 'many tags', tags: tags(1000) })).tags).toHaveLength(1000);
      for (const count of [1001, 70_000]) {
        const body = { name: 'too many tags', tags: tags(count) };
        expect((await service.asAdmin('PUT', '/api/v1/project', body)).status).toBe(400);
      }
    });

    it('an inactive project with the time when it became inactive', async () => {
      const before = Date.now() - 1000;
      const project = await create({ name: 'born inactive', active: false });
      expect(project.active).toBe(false);
      expect(project.inactiveSince).toBeGreaterThan(before);
    });

    it('a collection project without a classifier', async () => {
      const collectionLogic = 'AGGREGATE_DIRECT_CHILDREN';
      const project = await create({ name: 'collection', classifier: 'LIBRARY', collectionLogic });
      expect(project.collectionLogic).toBe(collectionLogic);
      expect(project).not.toHaveProperty('classifier');
    });

    it('a collection tag only with AGGREGATE_DIRECT_CHILDREN_WITH_TAG', async () => {
      const byTag = 'AGGREGATE_DIRECT_CHILDREN_WITH_TAG';
      const latest = 'AGGREGATE_LATEST_VERSION_CHILDREN';
      const collectionTag = { name: 'Prod' };
      expect(await create({ name: 'c1', collectionLogic: byTag, collectionTag })).toMatchObject({
        collectionTag: { name: 'prod' },
      });
      expect(await create({ name: 'c2', collectionLogic: latest, collectionTag })).not.toHaveProperty(
        'collectionTag',
      );
      const refused = await service.asAdmin('PUT', '/api/v1/project', { name: 'c3', collectionLogic: byTag });
      expect(refused.status).toBe(400);
      expect(refused.body.detail).toContain('collectionTag');
    });
  });

  describe('PUT /project refuses', () => {
    it.each([
      ['no name', {}],
      ['a blank name', { name: '   ' }],
      ['a name with control characters', { name: 'a\u0007b' }],
      ['a name of more than 255 characters', { name: 'x'.repeat(256) }],
      ['a name that is no text', { name: ['x'] }],
      ['an unknown classifier', { name: 'x', classifier: 'NONE' }],
      ['an unknown collection logic', { name: 'x', collectionLogic: 'SOMETIMES' }],
      ['a malformed purl', { name: 'x', purl: 'npm/left-pad' }],
      ['a purl without a name', { name: 'x', purl: 'pkg:npm/' }],
      ['a malformed CPE', { name: 'x', cpe: 'cpe:2.3:a:only' }],
      ['a parent without a UUID', { name: 'x', parent: {} }],
      ['a parent whose UUID is none', { name: 'x', parent: { uuid: 'y' } }],
      ['tags that are no objects', { name: 'x', tags: ['a'] }],
      ['references without a URL', { name: 'x', externalReferences: [{ type: 'vcs' }] }],
      ['more than 1000 authors', { name: 'x', authors: Array(1001).fill({ name: 'Ada' }) }],
      ['more than 1000 URLs', { name: 'x', supplier: { urls: Array(1001).fill('https://example.org') } }],
      ['more than 1000 contacts', { name: 'x', manufacturer: { contacts: Array(1001).fill({}) } }],
      [
        'more than 10000 references',
        { name: 'x', externalReferences: Array(10_001).fill({ type: 'vcs', url: 'u' }) },
      ],
      ['more than 1000 teams', { name: 'x', accessTeams: Array(1001).fill({ name: 'team' }) }],
    ])('%s with 400', async (_what, project) => {
      const answer = await service.asAdmin('PUT', '/api/v1/project', project);
      expect(answer.status, answer.text).toBe(400);
      expect(answer.body).toMatchObject({ status: 400, detail: expect.any(String) });
    });

    it('a name and version that exist with 409', async () => {
      await create({ name: 'twice', version: '1' });
      await create({ name: 'twice', version: '2' });
      const answer = await service.asAdmin('PUT', '/api/v1/project', { name: 'twice', version: '1' });
      expect(answer.status).toBe(409);
      expect(answer.body.detail).toBe('A project with the specified name and version already exists.');
    });

    it('a second project of a name without version with 409', async () => {
      await create({ name: 'unversioned twice' });
      const answer = await service.asAdmin('PUT', '/api/v1/project', { name: 'unversioned twice' });
      expect(answer.status).toBe(409);
      expect(answer.body.detail).toBe('A project with the specified name already exists.');
    });

    it('all but one of the same projects created at once, with 409', async () => {
      const body = { name: 'race', version: '1', tags: [{ name: 'race' }] };
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => service.asAdmin('PUT', '/api/v1/project', body)),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    });
  });

  describe('reading', () => {
    it('an unknown project is 404, an invalid UUID 400', async () => {
      expect((await service.asAdmin('GET', `/api/v1/project/${NOBODY}`)).status).toBe(404);
      expect((await service.asAdmin('GET', '/api/v1/project/nothing')).status).toBe(400);
    });

    it('GET /project/{uuid} lists every version of the name', async () => {
      const one = await create({ name: 'versions', version: '1', active: false });
      const two = await create({ name: 'versions', version: '2', isLatest: true });
      const none = await create({ name: 'versions' });
      expect((await read(two.uuid)).versions).toEqual([
        { uuid: one.uuid, version: '1', isLatest: false, active: false },
        { uuid: two.uuid, version: '2', isLatest: true, active: true },
        { uuid: none.uuid, version: null, isLatest: false, active: true },
      ]);
    });

    it('GET /project/lookup finds by name and version; without a version the project that has none', async () => {
      const versioned = await create({ name: 'look up', version: '1.0' });
      const plain = await create({ name: 'look up' });
      const lookup = (query: string) =>
        service.asAdmin('GET', `/api/v1/project/lookup?name=look%20up${query}`);
      expect((await lookup('&version=1.0')).body).toMatchObject({ uuid: versioned.uuid, versions: [{}, {}] });
      expect((await lookup('')).body.uuid).toBe(plain.uuid);
      expect((await lookup('&version=2.0')).status).toBe(404);
      expect((await service.asAdmin('GET', '/api/v1/project/lookup')).status).toBe(400);
    });

    it('GET /project/latest/{name} finds the project flagged latest', async () => {
      await create({ name: 'newest/one', version: '1' });
      const latest = await create({ name: 'newest/one', version: '2', isLatest: true });
      const answer = await service.asAdmin('GET', '/api/v1/project/latest/newest%2Fone');
      expect(answer.body).toMatchObject({ uuid: latest.uuid, isLatest: true });
      expect((await service.asAdmin('GET', '/api/v1/project/latest/plain')).status).toBe(404);
    });
  });

  describe('POST /project', () => {
    it('replaces every field: an absent parent detaches, tags are replaced', async () => {
      const parent = await create({ name: 'replace parent' });
      const project = await create({
        name: 'replace',
        version: '1',
        description: 'old',
        tags: [{ name: 'old' }],
        parent: { uuid: parent.uuid },
        isLatest: true,
      });
      const body = { uuid: project.uuid, name: 'replaced', tags: [{ name: 'new' }], classifier: 'FILE' };
      const answer = await service.asAdmin('POST', '/api/v1/project', body);
      expect(answer.status).toBe(200);
      expect(withoutMetrics(answer.body)).toEqual({
        uuid: project.uuid,
        name: 'replaced',
        classifier: 'FILE',
        tags: [{ name: 'new' }],
        active: true,
        isLatest: false,
      });
    });

    it('refuses an unknown project with 404 and one without uuid with 400', async () => {
      expect((await service.asAdmin('POST', '/api/v1/project', { uuid: NOBODY, name: 'x' })).status).toBe(
        404,
      );
      expect((await service.asAdmin('POST', '/api/v1/project', { name: 'x' })).status).toBe(400);
    });

    it('refuses a name and version that another project has with 409', async () => {
      await create({ name: 'occupied', version: '1' });
      const project = await create({ name: 'occupied', version: '2' });
      const body = { uuid: project.uuid, name: 'occupied', version: '1' };
      expect((await service.asAdmin('POST', '/api/v1/project', body)).status).toBe(409);
    });
  });

  describe('PATCH /project/{uuid}', () => {
    const patch = (uuid: string, body: unknown) => service.asAdmin('PATCH', `/api/v1/project/${uuid}`, body);

    it('changes only the members that are present, including the flags', async () => {
      const project = await create({
        name: 'patch',
        version: '1',
        group: 'g',
        active: false,
        isLatest: true,
        tags: [{ name: 'kept' }],
      });
      const answer = await patch(project.uuid, { description: 'new', group: null });
      expect(answer.status).toBe(200);
      const { children, ...before } = project;
      expect(withoutMetrics(answer.body)).toEqual({ ...before, description: 'new' });
    });

    it('answers 304 without a body when nothing changed', async () => {
      const project = await create({ name: 'same', tags: [{ name: 'a' }], authors: [{ name: 'Ada' }] });
      const body = {
        name: ' same ',
        tags: [{ name: 'A' }],
        active: true,
        authors: [{ name: 'Ada', email: null }],
      };
      const answer = await patch(project.uuid, body);
      expect(answer.status).toBe(304);
      expect(answer.text).toBe('');
    });

    it('replaces tags and external references if they are present', async () => {
      const project = await create({ name: 'several', tags: [{ name: 'a' }, { name: 'b' }] });
      const externalReferences = [{ type: 'website', url: 'https://example.org' }];
      const answer = await patch(project.uuid, { tags: [{ name: 'c' }], externalReferences });
      expect(answer.body).toMatchObject({ tags: [{ name: 'c' }], externalReferences });
      expect((await patch(project.uuid, { tags: [] })).body).not.toHaveProperty('tags');
    });

    it('clears a value with blank text', async () => {
      const project = await create({ name: 'clear', description: 'old' });
      expect((await patch(project.uuid, { description: '' })).body).not.toHaveProperty('description');
    });

    it('sets and clears the time when a project became inactive', async () => {
      const project = await create({ name: 'sleepy' });
      const inactive = (await patch(project.uuid, { active: false })).body;
      expect(inactive.inactiveSince).toEqual(expect.any(Number));
      const renamed = (await patch(project.uuid, { description: 'still' })).body;
      expect(renamed.inactiveSince).toBe(inactive.inactiveSince);
      expect((await patch(project.uuid, { active: true })).body).not.toHaveProperty('inactiveSince');
    });

    it('refuses an unknown project with 404', async () => {
      expect((await patch(NOBODY, { description: 'x' })).status).toBe(404);
    });
  });

  describe('a collection project', () => {
    const collectionLogic = 'AGGREGATE_DIRECT_CHILDREN';
    const patch = (uuid: string, body: unknown) => service.asAdmin('PATCH', `/api/v1/project/${uuid}`, body);

    it('cannot be made of a project with components: 409', async () => {
      const { uuid, name } = await create({ name: 'full of components' });
      await createComponent(service, uuid, { name: 'a part' });
      expect((await patch(uuid, { collectionLogic })).status).toBe(409);
      const replaced = await service.asAdmin('POST', '/api/v1/project', { uuid, name, collectionLogic });
      expect([replaced.status, replaced.body.detail]).toEqual([409, expect.stringContaining('components')]);
      expect((await patch(uuid, { description: 'still ordinary' })).status).toBe(200);
    });

    it('is made of a project whose components are all removed', async () => {
      const { uuid } = await create({ name: 'emptied' });
      const component = await createComponent(service, uuid, { name: 'a part' });
      expect((await patch(uuid, { collectionLogic })).status).toBe(409);
      await removeComponent(service, { uuid }, component);
      expect((await patch(uuid, { collectionLogic })).body).toMatchObject({ collectionLogic });
    });

    it('keeps its logic if an empty collectionLogic is sent, and loses it with NONE', async () => {
      const { uuid } = await create({ name: 'said nothing', collectionLogic });
      expect((await patch(uuid, { collectionLogic: '', classifier: '' })).status).toBe(304);
      expect((await patch(uuid, { collectionLogic: 'NONE' })).body).not.toHaveProperty('collectionLogic');
    });
  });

  describe('the latest flag', () => {
    it('is on at most one project of a name: setting it clears the previous one', async () => {
      const one = await create({ name: 'flag', version: '1', isLatest: true });
      const two = await create({ name: 'flag', version: '2', isLatest: true });
      expect((await read(one.uuid)).isLatest).toBe(false);
      await service.asAdmin('PATCH', `/api/v1/project/${one.uuid}`, { isLatest: true });
      expect((await read(two.uuid)).isLatest).toBe(false);
      expect((await read(one.uuid)).isLatest).toBe(true);
    });

    it('moves with a project that takes the name of another', async () => {
      const old = await create({ name: 'taken', version: '1', isLatest: true });
      const other = await create({ name: 'taker', version: '2', isLatest: true });
      const answer = await service.asAdmin('PATCH', `/api/v1/project/${other.uuid}`, { name: 'taken' });
      expect(answer.body.isLatest).toBe(true);
      expect((await read(old.uuid)).isLatest).toBe(false);
    });

    it('is on one project after concurrent requests, none of which fails', async () => {
      const projects = await Promise.all(
        Array.from({ length: 8 }, (_, version) => create({ name: 'flag race', version: String(version) })),
      );
      const answers = await Promise.all([
        ...projects.map(({ uuid }) =>
          service.asAdmin('PATCH', `/api/v1/project/${uuid}`, { isLatest: true }),
        ),
        ...['a', 'b'].map((version) =>
          service.asAdmin('PUT', '/api/v1/project', { name: 'flag race', version, isLatest: true }),
        ),
      ]);
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 201]));
      const found = (await service.asAdmin('GET', '/api/v1/project?name=flag%20race')).body;
      expect(found.filter((project: { isLatest: boolean }) => project.isLatest)).toHaveLength(1);
    });
  });

  describe('deleting', () => {
    it('DELETE /project/{uuid} answers 204; after that the project is 404', async () => {
      const { uuid } = await create({ name: 'doomed', tags: [{ name: 'doomed' }] });
      const answer = await service.asAdmin('DELETE', `/api/v1/project/${uuid}`);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect((await service.asAdmin('GET', `/api/v1/project/${uuid}`)).status).toBe(404);
      expect((await service.asAdmin('DELETE', `/api/v1/project/${uuid}`)).status).toBe(404);
    });

    it('POST /project/batchDelete skips unknown projects without error', async () => {
      const doomed = [await create({ name: 'batch 1' }), await create({ name: 'batch 2' })];
      const uuids = [...doomed.map((project) => project.uuid), NOBODY];
      expect((await service.asAdmin('POST', '/api/v1/project/batchDelete', uuids)).status).toBe(204);
      expect((await service.asAdmin('GET', '/api/v1/project?searchText=batch')).body).toEqual([]);
    });

    it('POST /project/batchDelete takes 1 to 1000 UUIDs', async () => {
      const batch = (uuids: string[]) => service.asAdmin('POST', '/api/v1/project/batchDelete', uuids);
      expect((await batch([])).status).toBe(400);
      expect((await batch(Array(1000).fill(NOBODY))).status).toBe(204);
      expect((await batch(Array(1001).fill(NOBODY))).status).toBe(400);
      expect((await batch(['x'])).status).toBe(400);
    });

    it('the same projects in concurrent requests succeeds', async () => {
      const projects = await Promise.all(
        Array.from({ length: 10 }, (_, i) => create({ name: `delete race ${i}` })),
      );
      const uuids = projects.map((project) => project.uuid);
      const answers = await Promise.all(
        [uuids, uuids.toReversed(), uuids].map((order) =>
          service.asAdmin('POST', '/api/v1/project/batchDelete', order),
        ),
      );
      expect(answers.map((answer) => answer.status)).toEqual([204, 204, 204]);
    });
  });

  describe('lists', () => {
    beforeAll(async () => {
      const parent = await create({ name: 'List Alpha', version: '1', group: 'z', classifier: 'FIRMWARE' });
      await create({ name: 'list beta', version: '2', group: 'y', tags: [{ name: 'list-tag' }] });
      await create({ name: 'list beta', version: '1', group: 'y', active: false });
      await create({ name: 'list 100%_\\', classifier: 'FIRMWARE', parent: { uuid: parent.uuid } });
    });
    const list = (query: string) => service.asAdmin('GET', `/api/v1/project?${query}`);

    it('hold list items without null members', async () => {
      const { body } = await list('name=List%20Alpha');
      expect(withoutMetrics(body)).toEqual([
        {
          uuid: expect.stringMatching(UUID),
          group: 'z',
          name: 'List Alpha',
          version: '1',
          classifier: 'FIRMWARE',
          isLatest: false,
          active: true,
          hasChildren: true,
        },
      ]);
    });

    it('name the parent', async () => {
      const [alpha] = (await list('name=List%20Alpha')).body;
      const [child] = (await list(`name=${encodeURIComponent('list 100%_\\')}`)).body;
      expect(child).toMatchObject({
        parent: { uuid: alpha.uuid, name: 'List Alpha', version: '1' },
        hasChildren: false,
      });
    });

    it('find a case-insensitive substring of the name, or an exact tag name', async () => {
      expect(names((await list('searchText=LIST%20B')).body)).toEqual(['list beta', 'list beta']);
      expect(names((await list('searchText=List-Tag')).body)).toEqual(['list beta']);
      expect(names((await list('searchText=list-ta')).body)).toEqual([]);
    });

    it('treat wildcards literally', async () => {
      expect(names((await list(`searchText=${encodeURIComponent('100%_\\')}`)).body)).toHaveLength(1);
      expect(names((await list(`searchText=${encodeURIComponent('l%a')}`)).body)).toEqual([]);
    });

    it('filter by exact name, activity and root', async () => {
      expect(names((await list('name=list')).body)).toEqual([]);
      expect((await list('name=list%20beta&excludeInactive=true')).body).toMatchObject([{ version: '2' }]);
      expect((await list('name=list%20beta&excludeInactive=false')).body).toHaveLength(2);
      expect(names((await list('searchText=list%20&onlyRoot=True')).body)).not.toContain('list 100%_\\');
    });

    it('are sorted by name and version by default', async () => {
      const { body } = await list('name=list%20beta');
      expect(body.map((project: { version: string }) => project.version)).toEqual(['1', '2']);
    });

    it.each([
      'group',
      'name',
      'version',
      'classifier',
      'inactiveSince',
      'isLatest',
      'lastBomImport',
      'lastBomImportFormat',
      'lastInheritedRiskScore',
    ])('are sorted by %s in either direction', async (field) => {
      for (const direction of ['asc', 'DESC']) {
        const answer = await list(`sortName=${field}&sortOrder=${direction}&searchText=list%20`);
        expect([answer.status, answer.body.length]).toEqual([200, 4]);
      }
    });

    it('are sorted in the requested direction, projects without a value last', async () => {
      const groups = async (direction: string) =>
        (await list(`searchText=list%20&sortName=group&sortOrder=${direction}`)).body.map(
          (project: { group?: string }) => project.group,
        );
      expect(await groups('asc')).toEqual(['y', 'y', 'z', undefined]);
      expect(await groups('desc')).toEqual(['z', 'y', 'y', undefined]);
    });

    it('refuse an unknown sort field with the supported ones', async () => {
      const answer = await list('sortName=colour&sortOrder=asc');
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        type: '/problems/invalid-sort-field',
        title: 'Invalid sort field',
        detail: "Sorting by field 'colour' is not supported",
        invalidField: 'colour',
      });
      expect(answer.body.supportedFields).toContain('lastInheritedRiskScore');
    });

    it('come in pages, with X-Total-Count and a link to the next one', async () => {
      const seen: string[] = [];
      let path: string | undefined = '/api/v1/project?searchText=list%20&pageNumber=1&pageSize=3';
      while (path) {
        const answer = await service.asAdmin('GET', path);
        expect(answer.headers.get('x-total-count')).toBe('4');
        seen.push(...answer.body.map((project: { uuid: string }) => project.uuid));
        path = /<(.*)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      }
      expect(new Set(seen).size).toBe(4);
    });

    it('beyond the end are empty and still have the total', async () => {
      const answer = await list('searchText=list%20&offset=40&limit=3');
      expect([answer.body, answer.headers.get('x-total-count')]).toEqual([[], '4']);
    });

    it('refuse an unknown team with 404', async () => {
      expect((await list(`notAssignedToTeamWithUuid=${NOBODY}`)).status).toBe(404);
    });

    it('exist by tag and by classifier', async () => {
      const byTag = await service.asAdmin('GET', '/api/v1/project/tag/List-Tag');
      expect(names(byTag.body)).toEqual(['list beta']);
      const firmware = (query: string) =>
        service.asAdmin('GET', `/api/v1/project/classifier/FIRMWARE?${query}`);
      expect((await firmware('')).body).toHaveLength(2);
      expect(names((await firmware('onlyRoot=true')).body)).toEqual(['List Alpha']);
      expect((await service.asAdmin('GET', '/api/v1/project/classifier/NONE')).status).toBe(400);
    });

    it('show a change at once, even if they were read before', async () => {
      const project = await create({ name: 'list fresh' });
      const description = async () => (await list('name=list%20fresh')).body[0]?.description;
      for (const text of ['one', 'two', 'three']) {
        await service.asAdmin('PATCH', `/api/v1/project/${project.uuid}`, { description: text });
        expect([await description(), await description()]).toEqual([text, text]);
      }
      await service.asAdmin('DELETE', `/api/v1/project/${project.uuid}`);
      expect(await description()).toBeUndefined();
    });
  });

  describe('concise lists', () => {
    beforeAll(async () => {
      const parent = await create({ name: 'brief', version: '1', tags: [{ name: 'brief' }] });
      await create({ name: 'brief child', active: false, classifier: 'DATA', parent: { uuid: parent.uuid } });
    });
    const concise = async (query: string) =>
      (await service.asAdmin('GET', `/api/v1/project/concise?${query}`)).body;

    it('hold few members, none of them null or empty', async () => {
      const expected = {
        uuid: expect.any(String),
        name: 'brief',
        version: '1',
        classifier: 'APPLICATION',
        active: true,
        isLatest: false,
        tags: [{ name: 'brief' }],
        hasChildren: true,
      };
      expect(await concise('name=brief&includeMetrics=true')).toEqual([expected]);
    });

    it('filter by exact name, version, classifier, tag and root', async () => {
      expect(names(await concise('name=brief&version=1'))).toEqual(['brief']);
      expect(names(await concise('name=brief&version=2'))).toEqual([]);
      expect(names(await concise('searchText=brief&classifier=DATA'))).toEqual(['brief child']);
      expect(names(await concise('tag=Brief'))).toEqual(['brief']);
      expect(names(await concise('searchText=brief&onlyRoot=true'))).toEqual(['brief']);
      expect(names(await concise('name=brief&team=nobody'))).toEqual([]);
    });

    it('filter by activity only on request', async () => {
      expect(names(await concise('searchText=brief&active=true'))).toEqual(['brief']);
      expect(names(await concise('searchText=brief&active=false'))).toEqual(['brief', 'brief child']);
    });

    it('exist for the children of a project, and are empty for an unknown project', async () => {
      const [parent] = await concise('name=brief');
      const children = await service.asAdmin('GET', `/api/v1/project/concise/${parent.uuid}/children`);
      expect(names(children.body)).toEqual(['brief child']);
      const none = await service.asAdmin('GET', `/api/v1/project/concise/${NOBODY}/children`);
      expect([none.status, none.body, none.headers.get('x-total-count')]).toEqual([200, [], '0']);
    });

    it('are sorted by lastRiskScore, which the other lists call lastInheritedRiskScore', async () => {
      expect(await concise('sortName=lastRiskScore&searchText=brief')).toHaveLength(2);
      expect(await concise('sortName=lastInheritedRiskScore')).toMatchObject({ status: 400 });
    });
  });

  it('lists are in the order of the names, case-insensitively, by default', async () => {
    for (const name of ['sorted Beta', 'sorted alpha', 'sorted Gamma']) await create({ name });
    const inOrder = async (query: string) =>
      names((await service.asAdmin('GET', `/api/v1/project?searchText=sorted${query}`)).body);
    expect(await inOrder('')).toEqual(['sorted alpha', 'sorted Beta', 'sorted Gamma']);
    expect(await inOrder('&sortName=name&sortOrder=desc')).toEqual([
      'sorted Gamma',
      'sorted Beta',
      'sorted alpha',
    ]);
  });
});
