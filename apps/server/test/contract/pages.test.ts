import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../support/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ 'svc.web.enabled': 'false' });
});
afterAll(() => service.close());

it('the pages share one style sheet', async () => {
  for (const path of ['/', '/api']) {
    expect((await service.request('GET', path)).text).toContain('href="/page.css"');
  }
  const sheet = await service.request('GET', '/page.css');
  expect(sheet.status).toBe(200);
  expect(sheet.headers.get('content-type')).toContain('text/css');
});

it('every link of the front page works', async () => {
  const { text } = await service.request('GET', '/');
  const links = [...text.matchAll(/href="(\/[^"]*)"/g)].map((match) => match[1] ?? '');
  expect(links.length).toBeGreaterThan(3);
  for (const link of links) expect((await service.request('GET', link)).status, link).toBe(200);
});
