import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedFinding, seedFindings, seedVulnerability } from '../../../../test/support/finding-fixtures.ts';
import { seedComponents } from '../../../../test/support/seed-components.ts';
import { createTeamKey, switchAccessControl } from '../../../../test/support/team-key.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

describe('Vulnerabilities and their findings', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  let count = 0;
  async function createProject(body: object = {}): Promise<string> {
    const answer = await service.asAdmin('PUT', '/api/v1/project', { name: `project ${++count}`, ...body });
    return answer.body.uuid;
  }

  const suppress = (componentId: number) =>
    service.db
      .insertInto('finding_analysis')
      .columns([
        'component_id',
        'vulnerability_id',
        'project_id',
        'is_suppressed',
        'decided_by',
        'updated_at',
      ])
      .expression((eb) =>
        eb
          .selectFrom('finding')
          .select((f) => [
            'component_id',
            'vulnerability_id',
            'project_id',
            f.val(true).as('suppressed'),
            f.val('PERSON').as('by'),
            f.val(new Date()).as('at'),
          ])
          .where('component_id', '=', componentId),
      )
      .execute();

  describe('GET /vulnerability/source/{source}/vuln/{vuln}/projects', () => {
    const VULN = 'CVE-2024-100';
    const uuids: Record<string, string> = {};
    let components: string[];
    beforeAll(async () => {
      for (const [name, version] of [
        ['alpha', '1.0'],
        ['alpha', '2.0'],
        ['bravo', '1.0'],
        ['hidden', '1.0'],
      ]) {
        uuids[`${name} ${version}`] = await createProject({ name, version });
      }
      uuids.charlie = await createProject({ name: 'charlie' });
      const of = (name: string) => ({ component: { name }, vulnerabilities: [VULN] });
      const found = await seedFindings(service.db, uuids['alpha 1.0'] ?? '', [of('one'), of('two')]);
      components = found.map(({ component }) => component.uuid);
      await seedFindings(service.db, uuids['alpha 2.0'] ?? '', [of('one')]);
      await seedFindings(service.db, uuids['bravo 1.0'] ?? '', [of('one')]);
      await seedFindings(service.db, uuids.charlie ?? '', [of('one')]);
      const [suppressed] = await seedFindings(service.db, uuids['hidden 1.0'] ?? '', [of('one')]);
      await suppress(suppressed?.component.id ?? 0);
      await seedFindings(service.db, uuids['hidden 1.0'] ?? '', [of('gone')], { inactiveSince: new Date() });
      await service.asAdmin('PATCH', `/api/v1/project/${uuids['bravo 1.0']}`, { active: false });
    });

    const ask = (query = '') =>
      service.asAdmin('GET', `/api/v1/vulnerability/source/NVD/vuln/${VULN}/projects?${query}`);
    const names = async (query: string) =>
      (await ask(query)).body.map(({ name, version }: { name: string; version: string | null }) =>
        [name, version].filter(Boolean).join(' '),
      );

    it('lists projects with their affected components, by name and newest version first', async () => {
      const answer = await ask();
      expect(await names('')).toEqual(['alpha 2.0', 'alpha 1.0', 'bravo 1.0', 'charlie']);
      expect(answer.headers.get('x-total-count')).toBe('4');
      expect(answer.body[1]).toEqual({
        uuid: uuids['alpha 1.0'],
        dependencyGraphAvailable: false,
        name: 'alpha',
        version: '1.0',
        active: true,
        affectedComponentUuids: components,
      });
      expect(answer.body[2].active).toBe(false);
      expect(answer.body[3].version).toBeNull();
    });

    it('is paginated', async () => {
      const answer = await ask('pageNumber=2&pageSize=1');
      expect(answer.body).toHaveLength(1);
      expect(answer.headers.get('x-total-count')).toBe('4');
      expect(answer.headers.get('link')).toContain('offset=2');
    });

    it('has a default page size of 100', async () => {
      const vulnerability = await seedVulnerability(service.db, 'CVE-2024-101');
      // One after the other: a hundred requests at once are refused on a busy machine.
      for (let number = 0; number < 105; number++) {
        const uuid = await createProject({ name: `many ${number}` });
        const seeded = await seedComponents(service.db, uuid, { components: [{ name: 'part' }] });
        await seedFinding(service.db, seeded.uuids.part ?? '', vulnerability);
      }
      const answer = await service.asAdmin(
        'GET',
        '/api/v1/vulnerability/source/NVD/vuln/CVE-2024-101/projects',
      );
      expect(answer.body).toHaveLength(100);
      expect(answer.headers.get('x-total-count')).toBe('105');
    });

    it('excludeInactive leaves out inactive projects, searchText filters by name', async () => {
      expect(await names('excludeInactive=true')).toEqual(['alpha 2.0', 'alpha 1.0', 'charlie']);
      expect(await names('searchText=ALPH')).toEqual(['alpha 2.0', 'alpha 1.0']);
      expect(await names('searchText=%25')).toEqual([]);
    });

    it('sorts by name, version and inactiveSince', async () => {
      expect(await names('sortName=name&sortOrder=desc')).toEqual([
        'charlie',
        'bravo 1.0',
        'alpha 2.0',
        'alpha 1.0',
      ]);
      expect(await names('sortName=version&sortOrder=asc')).toEqual([
        'alpha 1.0',
        'bravo 1.0',
        'alpha 2.0',
        'charlie',
      ]);
      expect((await names('sortName=inactiveSince&sortOrder=asc'))[0]).toBe('bravo 1.0');
    });

    it('presents whether there is a dependency graph', async () => {
      const project = await createProject({ name: 'with graph' });
      await seedFindings(service.db, project, [
        { component: { name: 'part' }, vulnerabilities: ['CVE-2024-102'] },
      ]);
      await seedComponents(service.db, project, {
        components: [{ name: 'other' }],
        dependencies: { '': ['other'] },
      });
      const { body } = await service.asAdmin(
        'GET',
        '/api/v1/vulnerability/source/NVD/vuln/CVE-2024-102/projects',
      );
      expect(body[0].dependencyGraphAvailable).toBe(true);
    });

    it('vulnerabilities have the number of affected projects', async () => {
      const { body } = await service.asAdmin('GET', `/api/v1/vulnerability/source/NVD/vuln/${VULN}`);
      expect(body).toMatchObject({
        affectedProjectCount: 4,
        affectedActiveProjectCount: 3,
        affectedInactiveProjectCount: 1,
      });
    });
  });

  it('GET /vulnerability/component/{uuid} lists the vulnerabilities of a component', async () => {
    const project = await createProject();
    const [finding] = await seedFindings(service.db, project, [
      { component: { name: 'part' }, vulnerabilities: ['CVE-2024-200', 'CVE-2024-201'] },
    ]);
    const path = `/api/v1/vulnerability/component/${finding?.component.uuid}`;
    const answer = await service.asAdmin('GET', `${path}?pageNumber=1&pageSize=1`);
    expect(answer.body.map(({ vulnId }: { vulnId: string }) => vulnId)).toEqual(['CVE-2024-200']);
    expect(answer.headers.get('x-total-count')).toBe('2');
    expect(answer.body[0].affectedProjectCount).toBe(1);
    expect((await service.asAdmin('GET', `${path}?searchText=201`)).body).toHaveLength(1);
    await suppress(finding?.component.id ?? 0);
    expect((await service.asAdmin('GET', path)).body).toEqual([]);
    expect((await service.asAdmin('GET', `${path}?suppressed=true`)).body).toHaveLength(2);
    expect((await service.asAdmin('GET', `/api/v1/vulnerability/component/${NOBODY}`)).status).toBe(404);
  });

  it('GET /vulnerability/project/{uuid} lists those of a project with the components they affect', async () => {
    const project = await createProject();
    const found = await seedFindings(service.db, project, [
      { component: { name: 'one', version: '1' }, vulnerabilities: ['CVE-2024-300', 'CVE-2024-301'] },
      { component: { name: 'two', purl: 'pkg:npm/two@2' }, vulnerabilities: ['CVE-2024-300'] },
    ]);
    const answer = await service.asAdmin('GET', `/api/v1/vulnerability/project/${project}`);
    expect(answer.headers.get('x-total-count')).toBe('2');
    expect(answer.headers.get('x-api-deprecated')).toBe('true');
    expect(answer.body[0]).toMatchObject({
      vulnId: 'CVE-2024-300',
      components: [
        { uuid: found[0]?.component.uuid, name: 'one', version: '1' },
        { uuid: found[2]?.component.uuid, name: 'two', purl: 'pkg:npm/two@2' },
      ],
    });
    await suppress(found[0]?.component.id ?? 0);
    const shown = await service.asAdmin('GET', `/api/v1/vulnerability/project/${project}`);
    expect(shown.body.map(({ components }: { components: object[] }) => components.length)).toEqual([1]);
    expect(
      (await service.asAdmin('GET', `/api/v1/vulnerability/project/${project}?suppressed=true`)).body,
    ).toHaveLength(2);
  });

  describe('POST and DELETE /vulnerability/…/component/{component}', () => {
    async function seed() {
      const project = await createProject();
      const { uuids } = await seedComponents(service.db, project, { components: [{ name: 'part' }] });
      const vulnId = `INT-${++count}`;
      const { body } = await service.asAdmin('PUT', '/api/v1/vulnerability', { vulnId, severity: 'HIGH' });
      const findings = async () => (await service.asAdmin('GET', `/api/v1/finding/project/${project}`)).body;
      return { project, component: uuids.part, vulnId, vulnerability: body.uuid as string, findings };
    }

    it.each(['uuid', 'source and id'])(
      'by %s assign a vulnerability to a component and remove it',
      async (by) => {
        const { component, vulnId, vulnerability, findings } = await seed();
        const name = by === 'uuid' ? vulnerability : `source/internal/vuln/${vulnId}`;
        const path = `/api/v1/vulnerability/${name}/component/${component}`;
        const assigned = await service.asAdmin('POST', path);
        expect([assigned.status, assigned.text]).toEqual([200, '']);
        const [finding, ...others] = await findings();
        expect(others).toEqual([]);
        expect(finding.vulnerability.vulnId).toBe(vulnId);
        expect(finding.attribution).toEqual({ analyzerIdentity: 'none', attributedOn: expect.any(Number) });
        expect((await service.asAdmin('POST', path)).status).toBe(200);
        expect(await findings()).toEqual([finding]);
        const removed = await service.asAdmin('DELETE', path);
        expect([removed.status, removed.text]).toEqual([200, '']);
        expect(await findings()).toEqual([]);
        expect((await service.asAdmin('DELETE', path)).status).toBe(200);
        expect((await service.asAdmin('POST', path)).status).toBe(200);
        expect(await findings()).toHaveLength(1);
      },
    );

    it('assigning emits NEW_VULNERABILITY once, again after a removal, and not for suppressed findings', async () => {
      const { project, component, vulnerability } = await seed();
      const path = `/api/v1/vulnerability/${vulnerability}/component/${component}`;
      const events = () =>
        service.db
          .selectFrom('notification_outbox')
          .select('level')
          .where('project_uuid', '=', project)
          .where('group_name', '=', 'NEW_VULNERABILITY')
          .execute();
      await service.asAdmin('POST', path);
      expect(await events()).toHaveLength(1);
      await service.asAdmin('POST', path);
      expect(await events()).toHaveLength(1);
      await service.asAdmin('DELETE', path);
      await service.asAdmin('POST', path);
      expect(await events()).toHaveLength(2);
      await service.asAdmin('DELETE', path);
      const { id } = await service.db
        .selectFrom('component')
        .select('id')
        .where('uuid', '=', component ?? '')
        .executeTakeFirstOrThrow();
      await suppress(id);
      await service.asAdmin('POST', path);
      expect(await events()).toHaveLength(2);
    });

    it('removing also removes what analyzers reported; decisions stay', async () => {
      const { project, findings } = await seed();
      const [finding] = await seedFindings(service.db, project, [
        { component: { name: 'reported' }, vulnerabilities: ['CVE-2024-400'] },
      ]);
      await suppress(finding?.component.id ?? 0);
      const path = `/api/v1/vulnerability/source/NVD/vuln/CVE-2024-400/component/${finding?.component.uuid}`;
      await service.asAdmin('DELETE', path);
      expect(await findings()).toEqual([]);
      await service.asAdmin('POST', path);
      const all = await service.asAdmin('GET', `/api/v1/finding/project/${project}?suppressed=true`);
      expect(all.body[0].analysis.isSuppressed).toBe(true);
      expect(all.body[0].attribution.analyzerIdentity).toBe('none');
    });

    it('a private vulnerability cannot be deleted while it affects components: 412', async () => {
      const { component, vulnerability } = await seed();
      const path = `/api/v1/vulnerability/${vulnerability}`;
      await service.asAdmin('POST', `${path}/component/${component}`);
      expect((await service.asAdmin('DELETE', path)).status).toBe(412);
      await service.asAdmin('DELETE', `${path}/component/${component}`);
      expect((await service.asAdmin('DELETE', path)).status).toBe(204);
      expect(
        await service.db
          .selectFrom('finding')
          .selectAll()
          .where('inactive_since', 'is not', null)
          .innerJoin('vulnerability', 'vulnerability.id', 'finding.vulnerability_id')
          .where('vulnerability.uuid', '=', vulnerability)
          .execute(),
      ).toEqual([]);
    });

    it('answer 404 for unknown ids and 403 for a project that the caller may not access', async () => {
      const { component, vulnerability } = await seed();
      for (const path of [
        `${NOBODY}/component/${component}`,
        `${vulnerability}/component/${NOBODY}`,
        `source/NVD/vuln/CVE-0/component/${component}`,
        `source/NOBODY/vuln/CVE-0/component/${component}`,
      ]) {
        for (const method of ['POST', 'DELETE']) {
          expect((await service.asAdmin(method, `/api/v1/vulnerability/${path}`)).status).toBe(404);
        }
      }
      await switchAccessControl(service, true);
      const { apiKey } = await createTeamKey(service, 'PORTFOLIO_MANAGEMENT');
      const path = `/api/v1/vulnerability/${vulnerability}/component/${component}`;
      const answers = await Promise.all(
        ['POST', 'DELETE'].map((method) => service.request(method, path, { apiKey })),
      );
      await switchAccessControl(service, false);
      expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    });
  });
});
