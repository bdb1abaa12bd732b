import { componentOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { bomOf, importBom, listComponents, npm } from '../support/bom-uploads.ts';
import { dependsOn, removeComponent } from '../support/portfolio-graph.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { withoutMetrics } from '../support/without-metrics.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NOBODY = '00000000-0000-0000-0000-000000000000';
const hex = (length: number, digit = 'a') => digit.repeat(length);

type Body = Record<string, unknown>;

describe('Components', () => {
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
    return withoutMetrics(answer.body);
  };
  const tryToCreate = (project: { uuid: string }, body: Body) =>
    service.asAdmin('PUT', `/api/v1/component/project/${project.uuid}`, { classifier: 'LIBRARY', ...body });
  const create = async (project: { uuid: string }, body: Body) => {
    const answer = await tryToCreate(project, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const get = async (path: string) => withoutMetrics((await service.asAdmin('GET', path)).body);
  const read = (uuid: string) => get(`/api/v1/component/${uuid}`);
  const names = (components: { name: string }[]) => components.map((component) => component.name);

  describe('PUT /component/project/{uuid}', () => {
    it('creates a component with the members it was given and nothing else', async () => {
      const project = await createProject({ version: '1', group: 'org' });
      const component = await create(project, { name: 'plain', uuid: NOBODY });
      expect(component).toEqual({
        uuid: expect.stringMatching(UUID),
        name: 'plain',
        classifier: 'LIBRARY',
        isInternal: false,
        expandDependencyGraph: false,
        project: {
          uuid: project.uuid,
          name: project.name,
          version: '1',
          group: 'org',
          classifier: 'APPLICATION',
          active: true,
          isLatest: false,
        },
      });
      expect(await read(component.uuid)).toEqual(component);
    });

    it('creates a component with every member', async () => {
      const person = { name: 'Ada', email: 'ada@example.org', phone: '1' };
      const members = {
        name: 'full',
        version: '1.0',
        group: 'org.example',
        publisher: 'Example',
        authors: [person],
        supplier: { name: 'Example', urls: ['https://example.org'], contacts: [person] },
        scope: 'OPTIONAL',
        classifier: 'FRAMEWORK',
        filename: 'full.jar',
        extension: 'jar',
        md5: hex(32),
        sha1: hex(40),
        sha256: hex(64),
        sha384: hex(96),
        sha512: hex(128),
        sha3_256: hex(64, 'b'),
        sha3_384: hex(96, 'b'),
        sha3_512: hex(128, 'b'),
        blake2b_256: hex(64, 'c'),
        blake2b_384: hex(96, 'c'),
        blake2b_512: hex(128, 'c'),
        blake3: hex(64, 'd'),
        streebog_256: hex(64, 'e'),
        streebog_512: hex(128, 'e'),
        cpe: 'cpe:2.3:a:example:full:1.0:*:*:*:*:*:*:*',
        purl: 'pkg:maven/org.example/full@1.0?type=jar',
        swidTagId: 'swid',
        isInternal: true,
        description: 'Two\nlines',
        copyright: 'Copyright Example',
        license: 'Our own terms',
        licenseExpression: 'MIT OR Apache-2.0',
        licenseUrl: 'https://example.org/license',
        externalReferences: [{ type: 'vcs', url: 'https://example.org/git', comment: 'source' }],
        notes: 'A note',
      };
      const component = await create(await createProject(), members);
      expect(component).toMatchObject({ ...members, purlCoordinates: 'pkg:maven/org.example/full@1.0' });
    });

    it('trims text, leaves blank text out, writes hashes in lower case and package URLs in canonical form', async () => {
      const component = await create(await createProject(), {
        name: '  trimmed ',
        version: ' ',
        group: null,
        sha1: ` ${hex(40, 'A')} `,
        md5: '',
        purl: 'PKG:npm/@Scope/name@1?b=2&a=1',
        author: 'Somebody',
        unheardOf: {},
      });
      expect(component).toMatchObject({
        name: 'trimmed',
        sha1: hex(40),
        purl: 'pkg:npm/%40Scope/name@1?a=1&b=2',
        purlCoordinates: 'pkg:npm/%40Scope/name@1',
        authors: [{ name: 'Somebody' }],
      });
      for (const member of ['version', 'group', 'md5']) expect(component).not.toHaveProperty(member);
    });

    it('a license text equal to a known license id becomes resolvedLicense and license is cleared', async () => {
      const component = await create(await createProject(), { name: 'licensed', license: 'apache-2.0' });
      expect(component).not.toHaveProperty('license');
      expect(component.resolvedLicense).toEqual({
        uuid: expect.any(String),
        name: 'Apache License 2.0',
        licenseId: 'Apache-2.0',
        isOsiApproved: true,
        isFsfLibre: true,
        isDeprecatedLicenseId: false,
        isCustomLicense: false,
      });
    });

    it.each([
      ['no name', { name: undefined }],
      ['a blank name', { name: ' ' }],
      ['no classifier', { classifier: undefined }],
      ['an unknown classifier', { classifier: 'NONE' }],
      ['an unknown scope', { scope: 'SOMETIMES' }],
      ['a package URL that is none', { purl: 'lodash@1' }],
      ['a CPE that is none', { cpe: 'cpe:2.3:a' }],
      ['a hash of another length', { sha256: hex(40) }],
      ['a hash that is none', { md5: hex(32, 'z') }],
      ['a license expression that is none', { licenseExpression: 'MIT Apache-2.0' }],
      ['too long a name', { name: 'x'.repeat(256) }],
    ])('refuses %s with 400', async (_case, wrong) => {
      const answer = await tryToCreate(await createProject(), { name: 'x', ...wrong });
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].path).toContain(Object.keys(wrong)[0]);
    });

    it('answers 400 for collection projects and 404 for unknown projects', async () => {
      const collection = await createProject({ collectionLogic: 'AGGREGATE_DIRECT_CHILDREN' });
      const refused = await tryToCreate(collection, { name: 'x' });
      expect(refused.status).toBe(400);
      expect(refused.body.detail).toContain('collection project');
      expect((await tryToCreate({ uuid: NOBODY }, { name: 'x' })).status).toBe(404);
    });
  });

  describe('POST /component', () => {
    it('replaces all members of a component, except scope and externalReferences', async () => {
      const externalReferences = [{ type: 'website', url: 'https://example.org' }];
      const before = await create(await createProject(), {
        name: 'before',
        version: '1',
        group: 'org',
        md5: hex(32),
        scope: 'REQUIRED',
        license: 'MIT',
        externalReferences,
      });
      const change = {
        uuid: before.uuid,
        name: 'after',
        version: '2',
        classifier: 'FILE',
        purl: 'pkg:npm/after@2',
      };
      const answer = await service.asAdmin('POST', '/api/v1/component', change);
      expect(answer.status).toBe(200);
      expect(withoutMetrics(answer.body)).toEqual({
        ...change,
        purlCoordinates: 'pkg:npm/after@2',
        scope: 'REQUIRED',
        externalReferences,
        isInternal: false,
        expandDependencyGraph: false,
        project: before.project,
      });
      expect(await read(before.uuid)).toEqual(answer.body);
    });

    it('changes nothing when a component is sent back as it was read', async () => {
      const project = await createProject();
      const component = await create(project, {
        name: 'round trip',
        license: 'MIT',
        sha1: hex(40),
        supplier: { name: 'Example' },
        purl: 'pkg:npm/a@1',
      });
      const answer = await service.asAdmin('POST', '/api/v1/component', component);
      expect(withoutMetrics(answer.body)).toEqual(component);
    });

    it('answers 404 for an unknown component and 400 without a classifier', async () => {
      const unknown = { uuid: NOBODY, name: 'x', classifier: 'LIBRARY' };
      const answer = await service.asAdmin('POST', '/api/v1/component', unknown);
      expect(answer.status).toBe(404);
      expect(answer.body.detail).toBe('The component could not be found.');
      expect((await service.asAdmin('POST', '/api/v1/component', { uuid: NOBODY, name: 'x' })).status).toBe(
        400,
      );
    });
  });

  describe('DELETE /component/{uuid}', () => {
    it('deletes a component with its dependencies', async () => {
      const project = await createProject();
      const [gone, stays] = [
        await create(project, { name: 'gone' }),
        await create(project, { name: 'stays' }),
      ];
      await dependsOn(service, project, null, gone, stays);
      await dependsOn(service, project, gone, stays);
      expect((await service.asAdmin('DELETE', `/api/v1/component/${gone.uuid}`)).status).toBe(204);
      expect((await service.asAdmin('GET', `/api/v1/component/${gone.uuid}`)).status).toBe(404);
      expect((await service.asAdmin('DELETE', `/api/v1/component/${gone.uuid}`)).status).toBe(404);
      const { dependencies } = await get(`/api/v1/bom/cyclonedx/project/${project.uuid}`);
      expect(dependencies).toEqual([{ ref: project.uuid, dependsOn: [stays.uuid] }]);
    });
  });

  it('components that an upload removed are not visible', async () => {
    const project = await createProject();
    const component = await create(project, { name: 'removed', sha256: hex(64, '9') });
    await removeComponent(service, project, component);
    const path = `/api/v1/component/${component.uuid}`;
    expect(await get(`/api/v1/component/project/${project.uuid}`)).toEqual([]);
    for (const what of [path, `${path}/property`, `${path}/occurrence`]) {
      expect((await service.asAdmin('GET', what)).status).toBe(404);
    }
    expect((await service.asAdmin('DELETE', path)).status).toBe(404);
    expect(await get(`/api/v1/component/hash/${hex(64, '9')}`)).toEqual([]);
    expect(await get('/api/v1/component/identity?name=removed')).toEqual([]);
  });

  it('an upload of the same document reverts manual changes', async () => {
    const document = bomOf([npm('uploaded')]);
    const upload = () => importBom(service, 'changed by hand', document);
    const { projectUuid } = await upload();
    const components = () => listComponents(service, projectUuid);
    await create({ uuid: projectUuid }, { name: 'by hand' });
    await upload();
    expect(names([...(await components())])).toEqual(['uploaded']);
    const [uploaded] = await components();
    const path = `/api/v1/component/${uploaded?.uuid}`;
    await service.asAdmin('PUT', `${path}/property`, { propertyName: 'x', propertyType: 'STRING' });
    await upload();
    expect(await get(`${path}/property`)).toEqual([]);
    await service.asAdmin('DELETE', path);
    await upload();
    expect(names([...(await components())])).toEqual(['uploaded']);
  });

  describe('GET /component/project/{uuid}', () => {
    let project: { uuid: string };
    beforeAll(async () => {
      project = await createProject();
      const direct = await create(project, { name: 'beta', version: '1', group: 'org.x' });
      await create(project, { name: 'beta', version: '2' });
      await create(project, { name: 'alpha', group: 'com.y' });
      await create(project, { name: 'Gamma_%', version: '1', group: 'org.X' });
      await dependsOn(service, project, null, direct);
    });
    const list = async (query = '') => get(`/api/v1/component/project/${project.uuid}${query}`);
    const labels = (components: { name: string; version?: string }[]) =>
      components.map(({ name, version = '-' }) => `${name} ${version}`);

    it('lists components with their project and occurrenceCount', async () => {
      const [first] = await list();
      expect(first).toMatchObject({ name: 'Gamma_%', occurrenceCount: 0, expandDependencyGraph: false });
      expect(first.project.uuid).toBe(project.uuid);
      expect(first).not.toHaveProperty('purl');
    });

    it('lists by name asc, version desc', async () => {
      expect(labels(await list())).toEqual(['Gamma_% 1', 'alpha -', 'beta 2', 'beta 1']);
    });

    it('pages and counts', async () => {
      const answer = await service.asAdmin(
        'GET',
        `/api/v1/component/project/${project.uuid}?pageNumber=2&pageSize=3`,
      );
      expect(labels(answer.body)).toEqual(['beta 1']);
      expect(answer.headers.get('x-total-count')).toBe('4');
    });

    it('sorts by name, version, group, lastInheritedRiskScore and occurrenceCount', async () => {
      expect(labels(await list('?sortName=name&sortOrder=desc'))[0]).toBe('beta 2');
      expect(labels(await list('?sortName=group&sortOrder=asc'))).toEqual([
        'alpha -',
        'Gamma_% 1',
        'beta 1',
        'beta 2',
      ]);
      expect(labels(await list('?sortName=version&sortOrder=desc'))[0]).toBe('beta 2');
      for (const field of ['lastInheritedRiskScore', 'occurrenceCount']) {
        expect(await list(`?sortName=${field}&sortOrder=desc`)).toHaveLength(4);
      }
    });

    it('silently ignores unknown sort fields', async () => {
      expect(labels(await list('?sortName=description&sortOrder=desc'))).toEqual(labels(await list()));
      expect(labels(await list('?sortName=__proto__&sortOrder=desc'))).toHaveLength(4);
    });

    it('searchText searches name and group case-insensitively, without wildcards', async () => {
      expect(names(await list('?searchText=ALPH'))).toEqual(['alpha']);
      expect(names(await list('?searchText=org.x'))).toEqual(['Gamma_%', 'beta']);
      expect(names(await list('?searchText=_%25'))).toEqual(['Gamma_%']);
      expect(await list('?searchText=%25%25')).toEqual([]);
    });

    it('onlyDirect keeps the direct dependencies of the project', async () => {
      expect(labels(await list('?onlyDirect=true'))).toEqual(['beta 1']);
    });

    it('onlyOutdated keeps components that are known to be outdated', async () => {
      expect(await list('?onlyOutdated=true')).toEqual([]);
    });

    it('answers 404 for an unknown project', async () => {
      expect((await service.asAdmin('GET', `/api/v1/component/project/${NOBODY}`)).status).toBe(404);
    });
  });

  describe('GET /component/identity', () => {
    let project: { uuid: string };
    beforeAll(async () => {
      project = await createProject({ name: 'identities', isLatest: true });
      const inactive = await createProject({ name: 'identities of old', active: false });
      await create(project, { name: 'Wanted', group: 'org.wanted', version: '1.2.3', swidTagId: 'Tag-1' });
      await create(project, { name: 'by-purl', purl: 'pkg:npm/wanted-purl@1.0.0?arch=x' });
      await create(project, { name: 'by-cpe', cpe: 'cpe:2.3:a:wanted:cpe:1.0:*:*:*:*:*:*:*' });
      await create(inactive, { name: 'Wanted', group: 'org.wanted', version: '0.9' });
    });
    const find = async (query: string) => names(await get(`/api/v1/component/identity?${query}`));

    it('answers 200 with an empty body and a count of 0 without any criteria', async () => {
      const answer = await service.asAdmin('GET', `/api/v1/component/identity?project=${project.uuid}`);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe('');
      expect(answer.headers.get('x-total-count')).toBe('0');
    });

    it('is deprecated', async () => {
      const answer = await service.asAdmin('GET', '/api/v1/component/identity?name=wanted');
      expect(answer.headers.get('x-api-deprecated')).toBe('true');
    });

    it('finds by group, name and version, by purl, by cpe and by swidTagId', async () => {
      expect(await find('name=want&group=ORG.&version=1.2')).toEqual(['Wanted']);
      expect(await find('purl=pkg:npm/wanted-purl')).toEqual(['by-purl']);
      expect(await find('purl=pkg:npm/wanted-purl@1.0.0%3Farch%3Dx')).toEqual(['by-purl']);
      expect(await find('purl=pkg:npm/wanted-purl@1.0.0%3Farch%3Dy')).toEqual([]);
      expect(await find('cpe=CPE:2.3:a:wanted:cpe:1.0:*:*:*:*:*:*:*')).toEqual(['by-cpe']);
      expect(await find('swidTagId=tag-1')).toEqual(['Wanted']);
    });

    it('narrows to a project, to active projects and to latest versions', async () => {
      expect(await find('name=wanted')).toEqual(['Wanted', 'Wanted']);
      expect(await find(`name=wanted&project=${project.uuid}`)).toEqual(['Wanted']);
      expect(await find('name=wanted&excludeInactiveProjects=true')).toEqual(['Wanted']);
      expect(await find('name=wanted&onlyLatestProjectVersions=true')).toEqual(['Wanted']);
    });

    it('answers 400 for a bad purl and 404 for an unknown project', async () => {
      expect((await service.asAdmin('GET', '/api/v1/component/identity?purl=x')).status).toBe(400);
      const unknown = await service.asAdmin('GET', `/api/v1/component/identity?name=x&project=${NOBODY}`);
      expect(unknown.status).toBe(404);
    });
  });

  describe('GET /component/hash/{hash}', () => {
    it.each([
      ['md5', 32],
      ['sha1', 40],
      ['sha256', 64],
      ['sha3_256', 64],
      ['blake2b_256', 64],
      ['blake3', 64],
      ['streebog_256', 64],
      ['sha384', 96],
      ['sha3_384', 96],
      ['blake2b_384', 96],
      ['sha512', 128],
      ['sha3_512', 128],
      ['blake2b_512', 128],
      ['streebog_512', 128],
    ])('finds a component by its %s, the algorithm from the length', async (algorithm, length) => {
      const hash = `${hex(length - 8, 'f')}${crypto.randomUUID().slice(0, 8)}`;
      const component = await create(await createProject(), { name: algorithm, [algorithm]: hash });
      const answer = await service.asAdmin('GET', `/api/v1/component/hash/${hash.toUpperCase()}`);
      expect(answer.body.map((found: { uuid: string }) => found.uuid)).toEqual([component.uuid]);
      expect(answer.headers.get('x-total-count')).toBe('1');
      expect(answer.headers.get('x-api-deprecated')).toBe('true');
    });

    it('finds nothing by other values', async () => {
      expect(await get('/api/v1/component/hash/abc')).toEqual([]);
    });
  });

  describe('GET /component/{uuid}/occurrence', () => {
    it('lists occurrences in the order of the document, paged', async () => {
      const occurrences = [
        { location: '/lib/a.js', line: 3, offset: 0, symbol: 'main', additionalContext: 'x' },
        { location: '/lib/b.js' },
        { 'bom-ref': 'x', location: '/lib/c.js' },
      ];
      const document = bomOf([npm('found-somewhere', '1', { evidence: { occurrences } })]);
      const { projectUuid } = await importBom(service, 'with occurrences', document);
      const uuid = (await listComponents(service, projectUuid))[0]?.uuid ?? '';
      const answer = await service.asAdmin('GET', `/api/v1/component/${uuid}/occurrence?offset=0&limit=2`);
      expect(answer.body).toEqual([
        {
          id: expect.any(String),
          location: '/lib/a.js',
          line: 3,
          offset: 0,
          symbol: 'main',
          createdAt: expect.any(Number),
        },
        { id: expect.any(String), location: '/lib/b.js', createdAt: expect.any(Number) },
      ]);
      expect(answer.headers.get('x-total-count')).toBe('3');
      expect(await read(uuid)).toMatchObject({ occurrenceCount: 3 });
    });

    it('is empty without occurrences, and 404 for an unknown component', async () => {
      const { uuid } = await create(await createProject(), { name: 'found nowhere' });
      expect(await get(`/api/v1/component/${uuid}/occurrence`)).toEqual([]);
      expect((await service.asAdmin('GET', `/api/v1/component/${NOBODY}/occurrence`)).status).toBe(404);
    });
  });

  describe('Component properties', () => {
    const property = {
      groupName: 'team',
      propertyName: 'owner',
      propertyValue: 'a',
      propertyType: 'STRING',
      description: 'who',
    };

    it('PUT adds one, GET lists them in their order, DELETE removes one', async () => {
      const { uuid } = await create(await createProject(), { name: 'with properties' });
      const path = `/api/v1/component/${uuid}/property`;
      expect(await get(path)).toEqual([]);
      const first = await service.asAdmin('PUT', path, { ...property, uuid: NOBODY });
      expect(first.status).toBe(201);
      expect(first.body).toEqual({ ...property, uuid: expect.stringMatching(UUID) });
      const second = await service.asAdmin('PUT', path, { propertyName: 'bare', propertyType: 'BOOLEAN' });
      expect(second.body).toEqual({
        propertyName: 'bare',
        propertyType: 'BOOLEAN',
        uuid: expect.any(String),
      });
      expect(await get(path)).toEqual([first.body, second.body]);
      expect((await read(uuid)).properties).toEqual([first.body, second.body]);
      expect((await service.asAdmin('DELETE', `${path}/${first.body.uuid}`)).status).toBe(204);
      expect(await get(path)).toEqual([second.body]);
      expect((await service.asAdmin('DELETE', `${path}/${first.body.uuid}`)).status).toBe(404);
    });

    it('PUT answers 409 for the same property, not for another value of its name', async () => {
      const { uuid } = await create(await createProject(), { name: 'with a property' });
      const path = `/api/v1/component/${uuid}/property`;
      await service.asAdmin('PUT', path, property);
      expect((await service.asAdmin('PUT', path, { ...property, description: 'other' })).status).toBe(409);
      expect((await service.asAdmin('PUT', path, { ...property, propertyValue: 'b' })).status).toBe(201);
    });

    it('PUT checks the value against the type', async () => {
      const { uuid } = await create(await createProject(), { name: 'with a wrong property' });
      const wrong = { propertyName: 'n', propertyType: 'INTEGER', propertyValue: 'many' };
      expect((await service.asAdmin('PUT', `/api/v1/component/${uuid}/property`, wrong)).status).toBe(400);
    });

    it('two added at once are both kept', async () => {
      const { uuid } = await create(await createProject(), { name: 'busy' });
      const path = `/api/v1/component/${uuid}/property`;
      const values = ['a', 'b', 'c', 'd'];
      await Promise.all(
        values.map((propertyValue) => service.asAdmin('PUT', path, { ...property, propertyValue })),
      );
      const stored = (await get(path)).map((stored: { propertyValue: string }) => stored.propertyValue);
      expect(stored.sort()).toEqual(values);
    });
  });

  describe('Internal components', () => {
    const set = (propertyName: string, propertyValue: string | null) =>
      service.asAdmin('POST', '/api/v1/configProperty', {
        groupName: 'internal-components',
        propertyName,
        propertyValue,
      });
    const identify = async () => {
      const answer = await service.asAdmin('GET', '/api/v1/component/internal/identify');
      expect(answer.status).toBe(204);
    };

    it('are those whose group or name matches as a whole, at creation and update', async () => {
      await set('groups.regex', 'org\\.ours(\\..*)?');
      await set('names.regex', 'ours-.*');
      const project = await createProject();
      expect(await create(project, { name: 'x', group: 'org.ours.sub' })).toMatchObject({ isInternal: true });
      expect(await create(project, { name: 'ours-x' })).toMatchObject({ isInternal: true });
      const other = await create(project, { name: 'not-ours-x', group: 'org.ourselves' });
      expect(other.isInternal).toBe(false);
      const renamed = { ...other, name: 'ours-now' };
      expect((await service.asAdmin('POST', '/api/v1/component', renamed)).body.isInternal).toBe(true);
    });

    it('with match-mode AND must match both', async () => {
      await set('match-mode', 'AND');
      const project = await createProject();
      expect(await create(project, { name: 'ours-x' })).toMatchObject({ isInternal: false });
      expect(await create(project, { name: 'ours-x', group: 'org.ours' })).toMatchObject({
        isInternal: true,
      });
      await set('match-mode', 'OR');
    });

    it('GET /component/internal/identify marks existing components', async () => {
      await set('names.regex', null);
      await set('groups.regex', null);
      const project = await createProject();
      const { uuid } = await create(project, { name: 'late-ours', group: 'com.late' });
      const noGroup = await create(project, { name: 'late-ours' });
      const wrong = await create(project, { name: 'claimed', isInternal: true });
      await set('groups.regex', 'com\\.late');
      await identify();
      await expect.poll(async () => (await read(uuid)).isInternal).toBe(true);
      expect((await read(noGroup.uuid)).isInternal).toBe(false);
      expect((await read(wrong.uuid)).isInternal).toBe(false);
      await set('groups.regex', null);
    });

    it('an expression that could hang the service is refused when it is set', async () => {
      const answer = await set('names.regex', '(a)\\1');
      expect(answer.status).toBe(400);
      expect(answer.body.detail).toContain('RE2');
      expect((await set('names.regex', '(x+x+)+y')).status).toBe(200);
      expect(await create(await createProject(), { name: 'x'.repeat(255) })).toMatchObject({
        isInternal: false,
      });
      await set('names.regex', null);
    });
  });

  describe('with portfolio access control on', () => {
    it('components are visible to users who may access their project', async () => {
      const [seen, hidden] = [await createProject(), await createProject()];
      const visible = await create(seen, { name: 'acl-probe', sha512: hex(128, '7') });
      const secret = await create(hidden, { name: 'acl-probe', sha512: hex(128, '7') });
      const { apiKey, teamUuid } = await createTeamKey(service, 'VIEW_PORTFOLIO', 'PORTFOLIO_MANAGEMENT');
      await service.asAdmin('PUT', '/api/v1/acl/mapping', { team: teamUuid, project: seen.uuid });
      await switchAccessControl(service, true);
      const ask = (method: string, path: string, body?: unknown) =>
        service.request(method, path, { apiKey, body });
      try {
        const found = [
          await ask('GET', '/api/v1/component/identity?name=acl-probe'),
          await ask('GET', `/api/v1/component/hash/${hex(128, '7')}`),
        ];
        for (const { body, headers } of found) {
          expect(body.map((component: { uuid: string }) => component.uuid)).toEqual([visible.uuid]);
          expect(headers.get('x-total-count')).toBe('1');
        }
        const path = `/api/v1/component/${secret.uuid}`;
        const refused = [
          await ask('GET', path),
          await ask('DELETE', path),
          await ask('GET', `${path}/property`),
          await ask('GET', `${path}/occurrence`),
          await ask('PUT', `${path}/property`, { propertyName: 'x', propertyType: 'STRING' }),
          await ask('POST', '/api/v1/component', { uuid: secret.uuid, name: 'x', classifier: 'FILE' }),
          await ask('PUT', `/api/v1/component/project/${hidden.uuid}`, { name: 'x', classifier: 'FILE' }),
          await ask('GET', `/api/v1/component/project/${hidden.uuid}`),
          await ask('GET', `/api/v1/component/identity?name=x&project=${hidden.uuid}`),
          await ask('GET', `/api/v1/component/project/${hidden.uuid}/dependencyGraph/${secret.uuid}`),
          await ask('GET', `/api/v1/dependencyGraph/project/${hidden.uuid}/directDependencies`),
          await ask('GET', `/api/v1/dependencyGraph/component/${secret.uuid}/directDependencies`),
        ];
        expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
        expect(refused[0]?.body.title).toBe('Project access denied');
        expect((await ask('GET', `/api/v1/component/${visible.uuid}`)).status).toBe(200);
      } finally {
        await switchAccessControl(service, false);
      }
      expect(await read(secret.uuid)).toMatchObject({ name: 'acl-probe' });
    });
  });

  itKeepsAccessRules(Object.values(componentOperations), () => service);
});
