import { expect, it, onTestFinished } from 'vitest';
import { startTestService } from '../support/test-service.ts';

async function start(settings: Record<string, string>) {
  const service = await startTestService(settings);
  onTestFinished(() => service.close());
  return async (origin: string) =>
    (await service.request('GET', '/api/version', { headers: { Origin: origin } })).headers;
}

it('browsers may call from the configured origins and from no others', async () => {
  const headersFor = await start({
    'svc.cors.allowed-origins': 'https://ui.example.com,https://other.example.com',
    'svc.cors.exposed-headers': 'X-Total-Count,X-Special',
  });
  const headers = await headersFor('https://other.example.com');
  expect(headers.get('access-control-allow-origin')).toBe('https://other.example.com');
  expect(headers.get('access-control-expose-headers')).toContain('X-Special');
  expect(headers.get('vary')).toContain('Origin');
  expect((await headersFor('https://evil.example.com')).get('access-control-allow-origin')).toBeNull();
});

it('browsers may call from no other origin if CORS is disabled', async () => {
  const headersFor = await start({ 'svc.cors.enabled': 'false' });
  expect((await headersFor('https://ui.example.com')).get('access-control-allow-origin')).toBeNull();
});
