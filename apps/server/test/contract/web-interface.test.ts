import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureWebBuilt } from '../../../../scripts/build-web.mjs';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;

beforeAll(async () => {
  expect(await ensureWebBuilt()).toBe(true);
  service = await startTestService({ 'svc.web.base-path': '/sca' });
});
afterAll(() => service.close());

const asBrowser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = asBrowser) =>
  service.request('GET', path, { headers });

async function assets(): Promise<string[]> {
  const { text } = await get('/');
  return [...text.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
}

describe('The web interface', () => {
  it('is served at / and at all its addresses, and is not cached', async () => {
    for (const path of ['/', '/findings?sev=HIGH', '/projects/0190c3e0-3f2a-7b6e-9f6c-0a1b2c3d4e5f']) {
      const { status, headers, text } = await get(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).toContain('<div id="root">');
    }
  });

  it('allows no inline code: a new nonce with every page, Trusted Types, and no unsafe exceptions', async () => {
    const [first, second] = [await get('/findings'), await get('/findings')];
    const policy = first.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    const nonce = /'nonce-([\w-]{24})'/.exec(policy)?.[1] ?? 'none';
    const scripts = first.text.match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(1);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    expect(second.text).not.toContain(nonce);
  });

  it('has immutable, precompressed assets', async () => {
    const names = await assets();
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) {
      for (const encoding of ['br', 'gzip']) {
        const { status, headers } = await get(`/${name}`, { 'Accept-Encoding': encoding });
        expect(status).toBe(200);
        expect(headers.get('content-encoding')).toBe(encoding);
        expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(headers.get('vary')).toContain('Accept-Encoding');
      }
    }
  });

  it('is not served for unknown paths of the API or for missing assets', async () => {
    for (const path of [
      '/api/v1/nothing',
      '/api/nothing',
      '/assets/nothing.js',
      '/assets/..%2f..%2fpackage.json',
    ]) {
      const { status, headers } = await get(path);
      expect(status, path).toBe(404);
      expect(headers.get('content-type')).toBe('application/problem+json');
    }
  });

  it('is served only to browsers: other clients get an error for an unknown address', async () => {
    expect((await get('/findings', { Accept: '*/*' })).status).toBe(404);
    expect((await service.request('POST', '/findings', { headers: asBrowser })).status).toBe(404);
  });

  it('works under the base path of a proxy, whether or not the proxy removes it', async () => {
    expect((await get('/')).text).toContain('<base href="/sca/" />');
    const [name] = await assets();
    for (const path of ['/sca', '/sca/', '/sca/findings', `/sca/${name}`]) {
      expect((await get(path)).status, path).toBe(200);
    }
    expect((await get('/sca/api/version')).body.application).toBe('Tallyman');
    expect((await get('/scale/api/version', { Accept: '*/*' })).status).toBe(404);
  });
});

it('a service with svc.web.enabled=false shows a plain page and no web interface', async () => {
  const plain = await startTestService({ 'svc.web.enabled': 'false' });
  const front = await plain.request('GET', '/', { headers: asBrowser });
  expect(front.text).toContain('Tallyman is running');
  expect((await plain.request('GET', '/findings', { headers: asBrowser })).status).toBe(404);
  await plain.close();
});
