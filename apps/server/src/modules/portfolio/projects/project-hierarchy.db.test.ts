import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

describe('The hierarchy of projects', () => {
  let service: TestService;
  let projects = 0;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  async function create(parent?: { uuid: string }, members: object = {}) {
    const body = {
      name: `project ${String(++projects).padStart(4, '0')}`,
      ...members,
      ...(parent ? { parent } : {}),
    };
    const answer = await service.asAdmin('PUT', '/api/v1/project', body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body as { uuid: string; name: string };
  }
  const move = (project: { uuid: string }, parent: { uuid: string }) =>
    service.asAdmin('PATCH', `/api/v1/project/${project.uuid}`, { parent: { uuid: parent.uuid } });
  const read = async (project: { uuid: string }) =>
    (await service.asAdmin('GET', `/api/v1/project/${project.uuid}`)).body;
  const names = (found: { name: string }[]) => found.map((project) => project.name);

  async function children(project: { uuid: string }, rest = '') {
    const answer = await service.asAdmin('GET', `/api/v1/project/${project.uuid}/children${rest}`);
    expect(answer.status).toBe(200);
    return names(answer.body);
  }

  /** Every pair of the closure, checked against a walk over the parents. */
  async function expectClosureToBeTrue() {
    const rows = await service.db.selectFrom('project').select(['id', 'parent_id']).execute();
    const parentOf = new Map(rows.map((row) => [row.id, row.parent_id]));
    const walked = rows.flatMap(({ id }) => {
      const pairs: string[] = [];
      for (
        let [at, depth] = [id as number | null, 0];
        at !== null;
        [at, depth] = [parentOf.get(at) ?? null, depth + 1]
      ) {
        pairs.push(`${id} ${at} ${depth}`);
        expect(depth, 'no cycle').toBeLessThan(100);
      }
      return pairs;
    });
    const stored = await service.db.selectFrom('project_ancestry').selectAll().execute();
    expect(stored.map((row) => `${row.descendant_id} ${row.ancestor_id} ${row.depth}`).sort()).toEqual(
      walked.sort(),
    );
  }

  it('is shown from both ends: the parent on the child, the children on the parent', async () => {
    const parent = await create();
    const child = await create(parent);
    expect(await read(child)).toMatchObject({ parent: { uuid: parent.uuid, name: parent.name } });
    expect((await read(parent)).children).toMatchObject([{ uuid: child.uuid, name: child.name }]);
  });

  it('lists children, all, of one classifier or with one tag, without the inactive ones if asked', async () => {
    const parent = await create();
    const library = await create(parent, { classifier: 'LIBRARY' });
    const tagged = await create(parent, { tags: [{ name: 'child-tag' }] });
    const inactive = await create(parent, { active: false });
    expect(await children(parent)).toEqual(names([library, tagged, inactive]));
    expect(await children(parent, '?excludeInactive=true')).toEqual(names([library, tagged]));
    expect(await children(parent, '/classifier/LIBRARY')).toEqual([library.name]);
    expect(await children(parent, '/tag/child-tag')).toEqual([tagged.name]);
  });

  it('refuses children of an unknown project with 404', async () => {
    for (const rest of ['', '/classifier/LIBRARY', '/tag/x']) {
      expect((await service.asAdmin('GET', `/api/v1/project/${NOBODY}/children${rest}`)).status).toBe(404);
    }
  });

  it('offers as parents all but the project itself and everything below it', async () => {
    const top = await create(undefined, { name: 'offer top' });
    const middle = await create(top, { name: 'offer middle' });
    await create(middle, { name: 'offer bottom' });
    await create(undefined, { name: 'offer inactive', active: false });
    const offered = async (query: string) =>
      names(
        (await service.asAdmin('GET', `/api/v1/project/withoutDescendantsOf/${middle.uuid}?${query}`)).body,
      );
    expect(await offered('name=OFFER')).toEqual(['offer inactive', 'offer top']);
    expect(await offered('name=offer&excludeInactive=true')).toEqual(['offer top']);
    expect((await service.asAdmin('GET', `/api/v1/project/withoutDescendantsOf/${NOBODY}`)).status).toBe(404);
  });

  it('moves a project with everything below it', async () => {
    const [left, right] = [await create(), await create()];
    const middle = await create(left);
    const bottom = await create(middle);
    expect((await move(middle, right)).status).toBe(200);
    expect([await children(left), await children(right), await children(middle)]).toEqual([
      [],
      [middle.name],
      [bottom.name],
    ]);
    await expectClosureToBeTrue();
  });

  it('detaches a project that POST replaces without a parent', async () => {
    const top = await create();
    const child = await create(top);
    await create(child);
    await service.asAdmin('POST', '/api/v1/project', { uuid: child.uuid, name: child.name });
    expect(await read(child)).not.toHaveProperty('parent');
    await expectClosureToBeTrue();
  });

  it('refuses an unknown parent with 404', async () => {
    const body = { name: 'orphan', parent: { uuid: NOBODY } };
    const created = await service.asAdmin('PUT', '/api/v1/project', body);
    expect([created.status, created.body.title]).toEqual([404, 'Resource does not exist']);
    expect((await move(await create(), { uuid: NOBODY })).status).toBe(404);
  });

  it('refuses an inactive parent, with 400 on creation and 409 on update', async () => {
    const parent = await create(undefined, { active: false });
    const body = { name: 'under an inactive parent', parent: { uuid: parent.uuid } };
    expect((await service.asAdmin('PUT', '/api/v1/project', body)).status).toBe(400);
    expect((await move(await create(), parent)).status).toBe(409);
  });

  it('refuses a project as its own parent with 409', async () => {
    const project = await create();
    expect((await move(project, { uuid: project.uuid.toUpperCase() })).status).toBe(409);
  });

  it('refuses a parent from below the project with 409', async () => {
    const top = await create();
    const middle = await create(top);
    const bottom = await create(middle);
    for (const below of [middle, bottom]) expect((await move(top, below)).status).toBe(409);
    await expectClosureToBeTrue();
  });

  it('refuses to deactivate a project with active children with 409', async () => {
    const parent = await create();
    const child = await create(parent);
    const deactivate = (project: { uuid: string }) =>
      service.asAdmin('PATCH', `/api/v1/project/${project.uuid}`, { active: false });
    expect((await deactivate(parent)).status).toBe(409);
    expect((await deactivate(child)).status).toBe(200);
    expect((await deactivate(parent)).status).toBe(200);
  });

  it('refuses to activate a project below an inactive parent with 409', async () => {
    const parent = await create();
    const child = await create(parent, { active: false });
    await service.asAdmin('PATCH', `/api/v1/project/${parent.uuid}`, { active: false });
    const activate = () => service.asAdmin('PATCH', `/api/v1/project/${child.uuid}`, { active: true });
    expect((await activate()).status).toBe(409);
    await service.asAdmin('PATCH', `/api/v1/project/${parent.uuid}`, { active: true });
    expect((await activate()).status).toBe(200);
  });

  it('allows changes of other members below an inactive parent', async () => {
    const parent = await create();
    const child = await create(parent, { active: false });
    await service.asAdmin('PATCH', `/api/v1/project/${parent.uuid}`, { active: false });
    const body = {
      uuid: child.uuid,
      name: child.name,
      description: 'new',
      active: false,
      parent: { uuid: parent.uuid },
    };
    expect((await service.asAdmin('POST', '/api/v1/project', body)).status).toBe(200);
  });

  it('deletes everything below a deleted project', async () => {
    const top = await create();
    const middle = await create(top);
    const bottom = await create(middle);
    const beside = await create();
    expect((await service.asAdmin('DELETE', `/api/v1/project/${middle.uuid}`)).status).toBe(204);
    const statuses = [top, middle, bottom, beside].map(
      async ({ uuid }) => (await service.asAdmin('GET', `/api/v1/project/${uuid}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 404, 404, 200]);
    await expectClosureToBeTrue();
  });

  it('never gets a cycle from two moves at once: one of them is refused', async () => {
    for (let round = 0; round < 8; round++) {
      const [left, right] = [await create(), await create()];
      const statuses = (await Promise.all([move(left, right), move(right, left)])).map(
        (answer) => answer.status,
      );
      expect(statuses.sort()).toEqual([200, 409]);
    }
    await expectClosureToBeTrue();
  });

  it('stays valid under concurrent moves, creations and deletions, none of which fails', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => create()));
    const any = (index: number) => all[index % all.length] ?? { uuid: NOBODY };
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        if (i % 6 === 5) return service.asAdmin('DELETE', `/api/v1/project/${any(i * 3).uuid}`);
        if (i % 3 === 2) {
          const body = { name: `storm ${i}`, parent: { uuid: any(i * 7).uuid } };
          return service.asAdmin('PUT', '/api/v1/project', body);
        }
        return move(any(i), any(i * 5 + 1));
      }),
    );
    for (const answer of answers)
      expect([200, 201, 204, 304, 404, 409], answer.text).toContain(answer.status);
    await expectClosureToBeTrue();
  });

  it('never has an active child under an inactive parent, even when both are made at once', async () => {
    for (let round = 0; round < 8; round++) {
      const parent = await create();
      const body = { name: `late child ${round}`, parent: { uuid: parent.uuid } };
      const [created, deactivated] = await Promise.all([
        service.asAdmin('PUT', '/api/v1/project', body),
        service.asAdmin('PATCH', `/api/v1/project/${parent.uuid}`, { active: false }),
      ]);
      expect([`${created.status} ${deactivated.status}`]).toContainEqual(
        expect.stringMatching(/^(201 409|400 200)$/),
      );
    }
  });
});
