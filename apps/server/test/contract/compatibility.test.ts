import { allOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

/** What clients that were written for Dependency-Track expect of a server. */
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function createProject(name: string): Promise<string> {
  const { body } = await service.asAdmin('PUT', '/api/v1/project', { name, version: '1' });
  return body.uuid;
}

describe('v1 accepts strings, numbers and booleans for one another if the value is unambiguous', () => {
  it('cdxgen uploads a BOM with autoCreate as a string', async () => {
    const bom = Buffer.from('{"bomFormat":"CycloneDX","specVersion":"1.6","version":1}').toString('base64');
    const submission = { autoCreate: 'true', isLatest: 'false', bom };
    const answer = await service.asAdmin('PUT', '/api/v1/bom', {
      ...submission,
      projectName: 'from cdxgen',
      projectVersion: 1,
    });
    expect([answer.status, answer.body.token]).toEqual([200, expect.any(String)]);
    const path = '/api/v1/project/lookup?name=from%20cdxgen&version=1';
    expect((await service.asAdmin('GET', path)).body).toMatchObject({ version: '1', isLatest: false });
  });

  it('the front end saves its settings with booleans and numbers as values', async () => {
    const groupName = 'general';
    const changes = [
      { groupName, propertyName: 'welcome.message.enabled', propertyValue: true },
      { groupName, propertyName: 'badge.enabled', propertyValue: false },
    ];
    const answer = await service.asAdmin('POST', '/api/v1/configProperty/aggregate', changes);
    expect(answer.status, answer.text).toBe(200);
    const one = { groupName, propertyName: 'welcome.message.enabled', propertyValue: false };
    const { body } = await service.asAdmin('POST', '/api/v1/configProperty', one);
    expect(body.propertyValue).toBe('false');
  });

  it('a numeric version keeps its digits', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = '{"name":"numbered","version":1.10,"active":"true"}';
    const request = { token: service.adminToken, headers, body };
    const answer = await service.request('PUT', '/api/v1/project', request);
    expect([answer.status, answer.body.version, answer.body.active]).toEqual([201, '1.10', true]);
  });

  it.each([
    ['text for a boolean', { name: 'x', active: 'abc' }, 'body/active', 'must be boolean'],
    ['an object for text', { name: {} }, 'body/name', 'must be string'],
    ['a list for a boolean', { name: 'x', active: ['true'] }, 'body/active', 'must be boolean'],
    ['null for text that is required', { name: null }, 'body/name', 'must be string'],
  ])('%s is refused, and the detail names the expected type', async (_name, project, path, message) => {
    const answer = await service.asAdmin('PUT', '/api/v1/project', project);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([{ path, message }]);
  });

  it('v2 is strict', async () => {
    const answer = await service.asAdmin('POST', '/api/v2/secrets', { name: 'a', value: 5 });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([{ path: 'body/value', message: 'must be string' }]);
  });
});

describe('A trailing slash is ignored on every path', () => {
  const plain = allOperations.filter(({ method, path, produces }) => {
    return method === 'GET' && !path.includes('{') && path !== '/' && produces === undefined;
  });

  it.each(plain.map(({ path }) => path))('GET %s/ answers as without it', async (path) => {
    const without = await service.asAdmin('GET', path);
    const answer = await service.asAdmin('GET', `${path}/`);
    expect(answer.status).toBe(without.status);
    expect(answer.headers.get('location')).toBe(without.headers.get('location'));
    if (without.status < 400) expect(answer.text).toBe(without.text);
  });

  it.each(['/api/', '/api/openapi.json/', '/api/version/', '/page.css/'])('%s is served', async (path) => {
    expect((await service.request('GET', path)).status).toBe(200);
  });

  it('also on the management server', async () => {
    expect((await fetch(`${service.managementUrl}/health/live/`)).status).toBe(200);
  });

  it('also with a query and behind a parameter', async () => {
    const uuid = await createProject('with slash');
    expect((await service.asAdmin('GET', `/api/v1/project/${uuid}/`)).body.uuid).toBe(uuid);
    const { body } = await service.asAdmin('GET', '/api/v1/project/?name=with%20slash');
    expect(body.map((project: { uuid: string }) => project.uuid)).toEqual([uuid]);
  });

  it('also of requests with a body', async () => {
    expect((await service.asAdmin('PUT', '/api/v1/tag/', ['slash'])).status).toBe(201);
  });

  it('access is checked as without it', async () => {
    expect((await service.request('GET', '/api/v1/project/')).status).toBe(401);
    expect((await service.request('PUT', '/api/v1/team/', { body: { name: 'x' } })).status).toBe(401);
  });

  it.each(['/api/v1/project//', '/api/v1//project', '//api/v1/project', '/api/v1/project/%2F'])(
    '%s is not an alias of a path',
    async (path) => {
      expect([400, 404]).toContain((await service.asAdmin('GET', path)).status);
    },
  );
});

describe('A refused document', () => {
  const broken = '{"bomFormat":"CycloneDX","specVersion":"1.6","components":[{"type":"library"},{"name":7}]}';

  it.each(['bom', 'vex'])('%s: errors are texts, and violations have their parts', async (kind) => {
    const project = await createProject(`refused ${kind}`);
    const encoded = Buffer.from(broken).toString('base64');
    const answer = await service.asAdmin('PUT', `/api/v1/${kind}`, { project, [kind]: encoded });
    expect(answer.status).toBe(400);
    const { errors, violations } = answer.body;
    expect(errors).toContainEqual(expect.stringMatching(/^\/components\/1\/name: ./));
    expect(violations).toContainEqual(
      expect.objectContaining({ pointer: '/components/1/name', message: expect.any(String) }),
    );
    expect(errors).toEqual(
      violations.map((one: { pointer: string; message: string }) => `${one.pointer}: ${one.message}`),
    );
  });
});

describe('The place of a violation', () => {
  const xml = (content: string) =>
    `<?xml version="1.0"?>\n<bom xmlns="http://cyclonedx.org/schema/bom/1.5">\n  ${content}\n</bom>\n`;

  it.each([
    ['a line in XML', xml('<components><nonsense/></components>'), { line: 3 }],
    ['a line and a column in JSON that does not parse', '{\n "bomFormat": }', { line: 2, column: 15 }],
  ])('is %s', async (_place, document, place) => {
    const project = await createProject(`place in ${document.length}`);
    const bom = Buffer.from(document).toString('base64');
    const { status, body } = await service.asAdmin('PUT', '/api/v1/bom', { project, bom });
    expect(status).toBe(400);
    expect(body.violations[0]).toMatchObject(place);
  });
});

describe('Parts of a form with the same name', () => {
  it.each(['bom', 'vex'])('of two %s parts the first counts', async (kind) => {
    const project = await createProject(`two ${kind} parts`);
    const valid = '{"bomFormat":"CycloneDX","specVersion":"1.6","version":1}';
    const post = async (...parts: string[]) => {
      const form = new FormData();
      form.append('project', project);
      for (const part of parts) form.append(kind, new Blob([part]), 'document.json');
      const headers = { Authorization: `Bearer ${service.adminToken}` };
      const url = `${service.baseUrl}/api/v1/${kind}`;
      return (await fetch(url, { method: 'POST', headers, body: form })).status;
    };
    expect(await post(valid, 'no document')).toBe(200);
    expect(await post('no document', valid)).toBe(400);
  });

  it('the first of two fields counts', async () => {
    const project = await createProject('two fields');
    const form = new FormData();
    for (const value of [project, 'not-a-uuid']) form.append('project', value);
    form.append('vex', new Blob(['{"bomFormat":"CycloneDX","specVersion":"1.6","version":1}']), 'vex.json');
    const headers = { Authorization: `Bearer ${service.adminToken}` };
    const url = `${service.baseUrl}/api/v1/vex`;
    expect((await fetch(url, { method: 'POST', headers, body: form })).status).toBe(200);
  });
});

describe('X-Powered-By', () => {
  it('starts as the connection test of the Jenkins plugin expects it', async () => {
    const { headers } = await service.request('GET', '/api/version');
    expect(headers.get('x-powered-by')).toMatch(/^Dependency-Track v5\.\d+\.\d+ \(Tallyman\)$/);
  });

  it('names Tallyman only when svc.compat.powered-by is off', async () => {
    const other = await startTestService({ 'svc.compat.powered-by': 'false' });
    try {
      const { headers } = await other.request('GET', '/api/version');
      expect(headers.get('x-powered-by')).toMatch(/^Tallyman v5\.\d+\.\d+$/);
    } finally {
      await other.close();
    }
  });
});
