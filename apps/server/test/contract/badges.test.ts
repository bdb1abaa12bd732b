import { badgeOperations } from '@tallyman/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProjectWithFindings } from '../support/create-findings.ts';
import { createTeamKey, switchAccessControl } from '../support/team-key.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const NAME = 'a/b <&> ü';
const VERSION = '1.0 "beta"';

let service: TestService;
let uuid: string;
let paths: readonly string[];

const configure = (propertyName: string, propertyValue: string) =>
  service.asAdmin('POST', '/api/v1/configProperty', { groupName: 'general', propertyName, propertyValue });
const get = (path: string, headers: Record<string, string> = {}) => service.request('GET', path, { headers });
const named = [NAME, VERSION].map(encodeURIComponent).join('/');

beforeAll(async () => {
  service = await startTestService();
  ({ uuid } = await createProjectWithFindings(service, [
    {
      component: { name: 'acme' },
      vulnerabilities: ['CVE-2031-1', { vulnId: 'CVE-2031-2', severity: 'CRITICAL' }],
    },
  ]));
  await service.asAdmin('PATCH', `/api/v1/project/${uuid}`, { name: NAME, version: VERSION });
  paths = [`vulns/project/${uuid}`, `vulns/project/${named}`].map((path) => `/api/v1/badge/${path}`);
});
afterAll(() => service?.close());

describe('Badges are public, if general/badge.enabled is true', () => {
  it('answers 403 while they are disabled, which is the default', async () => {
    for (const { path } of Object.values(badgeOperations)) {
      const answer = await get(
        path.replace('{kind}', 'vulns').replace('{uuid}', uuid).replace('{name}/{version}', named),
      );
      expect(answer.status).toBe(403);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(answer.body.detail).toContain('general/badge.enabled');
      expect(answer.headers.get('cache-control')).toContain('no-cache');
    }
    expect((await service.asAdmin('GET', paths[0] ?? '')).status).toBe(403);
  });

  it('answers 404 for a project that does not exist', async () => {
    await configure('badge.enabled', 'true');
    const unknown = [
      `/api/v1/badge/vulns/project/${NOBODY}`,
      `/api/v1/badge/violations/project/${encodeURIComponent(NAME)}/2`,
      `/api/v2/badges/violations/projects/${NOBODY}`,
    ];
    for (const path of unknown) expect((await get(path)).status).toBe(404);
    expect((await get(`/api/v2/badges/others/projects/${uuid}`)).status).toBe(400);
    expect((await get('/api/v1/badge/vulns/project/x')).status).toBe(400);
  });

  it('counts vulnerabilities by severity, by UUID and by name and version', async () => {
    for (const path of paths) {
      const title = '<title id="badge-title">dependencies: 1 critical, 1 high</title>';
      await expect.poll(async () => (await get(path)).text).toContain(title);
      const { headers, text } = await get(path);
      expect(headers.get('content-type')).toContain('image/svg+xml');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'");
      expect(text).toMatch(/^<svg [^>]*role="img" aria-labelledby="badge-title badge-desc">/);
    }
  });

  it('counts policy violations by state', async () => {
    for (const key of [uuid, named]) {
      const { text } = await get(`/api/v1/badge/violations/project/${key}`);
      expect(text).toContain('dependencies: no policy violations');
    }
  });

  it('answers JSON for endpoint badges of Shields', async () => {
    for (const key of [uuid, named]) {
      const { body, headers } = await get(`/api/v2/badges/vulns/projects/${key}`);
      expect(headers.get('content-type')).toContain('application/json');
      expect(body).toMatchObject({ schemaVersion: 1, label: 'dependencies', message: '1 critical, 1 high' });
      expect((await get(`/api/v2/badges/violations/projects/${key}`)).body).toMatchObject({
        message: 'no policy violations',
        color: '166534',
      });
    }
  });

  it('answers 304 while nothing has changed', async () => {
    for (const path of [...paths, `/api/v2/badges/vulns/projects/${uuid}`]) {
      const etag = (await get(path)).headers.get('etag') ?? '';
      const again = await get(path, { 'If-None-Match': `"other", ${etag}` });
      expect([again.status, again.text]).toEqual([304, '']);
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('cache-control')).toBe('public, max-age=60, must-revalidate');
      expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
    }
  });

  it('links to the project below the base URL, and has no name of the project', async () => {
    await configure('base.url', 'https://tally.example.org/app/');
    const { text } = await get(paths[1] ?? '');
    expect(text).toContain(`<a href="https://tally.example.org/app/projects/${uuid}?tab=findings"`);
    expect(text).not.toContain('beta');
  });

  it('does not depend on the access of the caller to the project', async () => {
    const { apiKey } = await createTeamKey(service, 'VIEW_PORTFOLIO');
    await switchAccessControl(service, true);
    expect((await service.request('GET', paths[0] ?? '', { apiKey })).status).toBe(200);
    await switchAccessControl(service, false);
  });
});
