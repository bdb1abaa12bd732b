import { allOperations, isPermission, permissionNames } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startTestService, type TestService } from '../support/test-service.ts';

describe('The interface describes itself', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ 'svc.web.enabled': 'false' });
  });
  afterAll(() => service.close());

  it('GET /api/openapi.json is an OpenAPI 3.1 document with every operation', async () => {
    const { body } = await service.request('GET', '/api/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    const described = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(allOperations.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('GET /api/openapi.yaml is the same document', async () => {
    const json = await service.request('GET', '/api/openapi.json');
    const yaml = await service.request('GET', '/api/openapi.yaml');
    expect(yaml.headers.get('content-type')).toContain('application/yaml');
    expect(parse(yaml.text)).toEqual(json.body);
  });

  it('GET /api/v2/openapi.yaml is the part of it under /api/v2', async () => {
    const { paths } = parse((await service.request('GET', '/api/v2/openapi.yaml')).text);
    expect(Object.keys(paths).every((path) => path.startsWith('/api/v2/'))).toBe(true);
    expect(Object.keys(paths).length).toBeGreaterThan(0);
  });

  it('every reference in it resolves', async () => {
    const { text, body } = await service.request('GET', '/api/openapi.json');
    const references = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1]);
    expect(references.length).toBeGreaterThan(10);
    expect(references.filter((name) => !((name as string) in body.components.schemas))).toEqual([]);
  });

  it('GET /api is a page that lists every operation', async () => {
    const { text, headers } = await service.request('GET', '/api');
    expect(headers.get('content-type')).toContain('text/html');
    for (const { id } of allOperations) expect(text).toContain(`id="${id}"`);
  });

  it('the page can be searched, shows examples and tries operations, without external resources', async () => {
    const { text, headers } = await service.request('GET', '/api');
    expect(text).toContain('<input id="search" type="search"');
    expect(text).toContain('curl -X PUT &quot;$URL/api/v1/project&quot;');
    expect(text).toContain('data-method="PUT" data-path="/api/v1/project"');
    expect(text).not.toMatch(/<script(?! src="\/api\/page.js">)|\son\w+="|style="/);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self'; connect-src 'self'");
    expect(policy).not.toContain('unsafe');
    const script = await service.request('GET', '/api/page.js');
    expect(script.headers.get('content-type')).toContain('text/javascript');
    expect(() => new Function(script.text)).not.toThrow();
  });

  it('GET / is a page that links the API page', async () => {
    const { status, text } = await service.request('GET', '/');
    expect(status).toBe(200);
    expect(text).toContain('<a href="/api">');
  });

  it('GET /api/version answers application, a 5.x version, a UUID and the framework', async () => {
    const { body } = await service.request('GET', '/api/version');
    expect(body.application).toBe('Tallyman');
    expect(body.version).toMatch(/^5\.\d+\.\d+$/);
    expect(body.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(body.framework).toMatchObject({
      name: expect.any(String),
      version: expect.any(String),
      uuid: body.uuid,
    });
    expect((await service.request('GET', '/api/version')).body.uuid).toBe(body.uuid);
  });
});

describe('Every operation declares who may call it', () => {
  it('operations are unique by id and by method and path', () => {
    const ids = allOperations.map((operation) => operation.id);
    const places = allOperations.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(places).size).toBe(places.length);
  });

  it('the public ones are exactly these', () => {
    const open = allOperations
      .filter((operation) => operation.access.kind === 'public')
      .map((operation) => operation.id);
    expect(open.sort()).toEqual(
      [
        'getVersion',
        'getOpenApiJson',
        'getOpenApiYaml',
        'getOpenApiV2Yaml',
        'getApiPage',
        'getWelcomePage',
        'getPageStyle',
        'getApiPageScript',
        'openBrowserSession',
        'getBrowserSession',
        'closeBrowserSession',
        'signIn',
        'signInWithOidc',
        'beginSignIn',
        'completeSignIn',
        'changeForcedPassword',
        'isOidcAvailable',
        'listOidcProviders',
        'startOidcSignIn',
        'completeOidcSignIn',
        'endOidcSessions',
        'getPublicConfigProperty',
        // A setting decides whether badges need credentials.
        'getVulnerabilitiesBadge',
        'getVulnerabilitiesBadgeByName',
        'getViolationsBadge',
        'getViolationsBadgeByName',
        'getShieldsBadge',
        'getShieldsBadgeByName',
      ].sort(),
    );
  });

  it('all others require known permissions or a signed-in caller', () => {
    const guarded = allOperations.flatMap(({ access }) =>
      access.kind === 'any-of' ? [access.permissions] : [],
    );
    for (const permissions of guarded) {
      expect(permissions.length).toBeGreaterThan(0);
      expect(permissions.every(isPermission)).toBe(true);
    }
  });

  it('there are 42 permissions', () => {
    expect(permissionNames).toHaveLength(42);
  });
});
