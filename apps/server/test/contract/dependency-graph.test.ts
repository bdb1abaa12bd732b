import { dependencyGraphOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itKeepsAccessRules } from '../support/access-rules.ts';
import { dependsOn, removeComponent } from '../support/portfolio-graph.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

interface Node {
  readonly uuid: string;
  readonly name: string;
}

/**
 * The project depends on a, b and the service s; a on c; b on c and d; c on e; d on a (a cycle over c is closed by
 * e on c); f has no edges.
 */
describe('Dependency graph', () => {
  let service: TestService;
  let project: Node;
  const nodes: Record<string, Node> = {};
  beforeAll(async () => {
    service = await startTestService();
    project = (await service.asAdmin('PUT', '/api/v1/project', { name: 'graph' })).body;
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const body = { name, version: '1', group: 'g', classifier: 'LIBRARY', purl: `pkg:npm/${name}@1?x=y` };
      const answer = await service.asAdmin('PUT', `/api/v1/component/project/${project.uuid}`, body);
      nodes[name] = answer.body;
    }
    nodes.s = (await service.asAdmin('PUT', `/api/v1/service/project/${project.uuid}`, { name: 's' })).body;
    await connect(null, 'a', 'b', 's');
    await connect('a', 'c');
    await connect('b', 'c', 'd');
    await connect('c', 'e');
    await connect('d', 'a');
    await connect('e', 'c');
  });
  afterAll(() => service.close());

  const node = (name: string): Node => nodes[name] as Node;
  const connect = (source: string | null, ...targets: string[]) =>
    dependsOn(service, project, source === null ? null : node(source), ...targets.map(node));
  const get = (path: string) => service.asAdmin('GET', `/api/v1/${path}`);
  const nameOf = (uuid: string) => Object.values(nodes).find((known) => known.uuid === uuid)?.name ?? uuid;

  describe('GET …/directDependencies', () => {
    it('lists the direct dependencies of a project, components and services', async () => {
      const { body } = await get(`dependencyGraph/project/${project.uuid}/directDependencies`);
      expect(body).toEqual([
        {
          uuid: node('a').uuid,
          name: 'a',
          version: '1',
          purl: 'pkg:npm/a@1?x=y',
          directDependencies: expect.any(String),
        },
        expect.objectContaining({ name: 'b' }),
        { uuid: node('s').uuid, name: 's' },
      ]);
    });

    it('directDependencies is a string containing JSON', async () => {
      const { body } = await get(`dependencyGraph/project/${project.uuid}/directDependencies`);
      expect(JSON.parse(body[0].directDependencies)).toEqual([
        {
          objectType: 'COMPONENT',
          uuid: node('c').uuid,
          purl: 'pkg:npm/c@1?x=y',
          purlCoordinates: 'pkg:npm/c@1',
          group: 'g',
          name: 'c',
          version: '1',
        },
      ]);
      const component = await get(`component/${node('a').uuid}`);
      expect(component.body.directDependencies).toBe(body[0].directDependencies);
      const objects = JSON.parse(component.body.project.directDependencies);
      expect(objects.at(-1)).toEqual({ objectType: 'SERVICE', uuid: node('s').uuid, name: 's' });
    });

    it('a project shows its direct dependencies in the same form', async () => {
      const shown = (await get(`project/${project.uuid}`)).body.directDependencies;
      const names = JSON.parse(shown).map((object: { name: string }) => object.name);
      expect(names).toEqual(['a', 'b', 's']);
    });

    it('lists the direct dependencies of a component', async () => {
      const { body } = await get(`dependencyGraph/component/${node('b').uuid}/directDependencies`);
      expect(body.map((dependency: Node) => dependency.name)).toEqual(['c', 'd']);
      expect((await get(`dependencyGraph/component/${node('f').uuid}/directDependencies`)).body).toEqual([]);
    });

    it('is [] when the graph is unknown', async () => {
      const bare = (await service.asAdmin('PUT', '/api/v1/project', { name: 'without graph' })).body;
      expect((await get(`dependencyGraph/project/${bare.uuid}/directDependencies`)).body).toEqual([]);
      expect((await get(`project/${bare.uuid}`)).body).not.toHaveProperty('directDependencies');
    });

    it('answers 404 "The component could not be found."', async () => {
      const answer = await get(`dependencyGraph/component/${NOBODY}/directDependencies`);
      expect(answer.status).toBe(404);
      expect(answer.body.detail).toBe('The component could not be found.');
      expect((await get(`dependencyGraph/project/${NOBODY}/directDependencies`)).status).toBe(404);
    });
  });

  describe('GET /component/project/{projectUuid}/dependencyGraph/{componentUuids}', () => {
    const paths = async (...names: string[]) => {
      const uuids = names.map((name) => node(name).uuid).join('%7C');
      return get(`component/project/${project.uuid}/dependencyGraph/${uuids}`);
    };
    const shape = (body: Record<string, { dependencyGraph: string[]; expandDependencyGraph: boolean }>) =>
      Object.fromEntries(
        Object.entries(body).map(([uuid, { dependencyGraph, expandDependencyGraph }]) => [
          nameOf(uuid),
          `${expandDependencyGraph ? '+' : '-'}${dependencyGraph.map(nameOf).join('')}`,
        ]),
      );

    it('answers an object by uuid with all paths to a component', async () => {
      const { body } = await paths('d');
      expect(shape(body)).toEqual({ a: '-c', b: '+cd', c: '-', d: '-a', s: '-' });
      expect(body[node('b').uuid]).toEqual({
        uuid: node('b').uuid,
        name: 'b',
        version: '1',
        purl: 'pkg:npm/b@1?x=y',
        purlCoordinates: 'pkg:npm/b@1',
        dependencyGraph: [node('c').uuid, node('d').uuid],
        expandDependencyGraph: true,
      });
    });

    it('takes several uuids joined with |', async () => {
      expect(shape((await paths('d', 'a')).body)).toEqual({ a: '-c', b: '+cd', c: '-', d: '+a', s: '-' });
      const plain = `${node('d').uuid}|${node('a').uuid}`;
      expect((await get(`component/project/${project.uuid}/dependencyGraph/${plain}`)).status).toBe(200);
    });

    it('supports cycles', async () => {
      expect(shape((await paths('e')).body)).toEqual({
        a: '+c',
        b: '+cd',
        c: '+e',
        d: '+a',
        e: '+c',
        s: '-',
      });
    });

    it('shows a component without a path beside the direct dependencies', async () => {
      expect(shape((await paths('f')).body)).toEqual({ a: '-', b: '-', f: '-', s: '-' });
    });

    it('is {} when the project has no graph', async () => {
      const bare = (await service.asAdmin('PUT', '/api/v1/project', { name: 'no graph' })).body;
      const body = { name: 'x', classifier: 'LIBRARY' };
      const component = (await service.asAdmin('PUT', `/api/v1/component/project/${bare.uuid}`, body)).body;
      const answer = await get(`component/project/${bare.uuid}/dependencyGraph/${component.uuid}`);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({});
    });

    it('answers 404 for an unknown project or component, 400 for an invalid UUID', async () => {
      const of = (owner: string, uuids: string) => get(`component/project/${owner}/dependencyGraph/${uuids}`);
      expect((await of(NOBODY, node('a').uuid)).status).toBe(404);
      expect((await of(project.uuid, NOBODY)).status).toBe(404);
      expect((await of(project.uuid, `${node('a').uuid}%7C${NOBODY}`)).status).toBe(404);
      expect((await of(project.uuid, 'x')).status).toBe(400);
      expect((await of(project.uuid, `${node('a').uuid}%7C`)).status).toBe(400);
    });
  });

  it('components that an upload removed are not in the graph', async () => {
    await removeComponent(service, project, node('b'));
    const { body } = await get(`dependencyGraph/project/${project.uuid}/directDependencies`);
    expect(body.map((dependency: Node) => dependency.name)).toEqual(['a', 's']);
  });

  itKeepsAccessRules(Object.values(dependencyGraphOperations), () => service);
});
