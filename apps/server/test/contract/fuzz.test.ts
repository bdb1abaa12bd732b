import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzz } from '../fuzz/fuzz.ts';
import { FUZZ_SETTINGS, serveFuzzFeeds } from '../fuzz/fuzz-service.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

let feeds: Awaited<ReturnType<typeof serveFuzzFeeds>>;
let service: TestService;
beforeAll(async () => {
  feeds = await serveFuzzFeeds();
  service = await startTestService(FUZZ_SETTINGS(feeds.url));
});
afterAll(async () => {
  await service.close();
  await feeds.close();
});

it('no request, valid or hostile, fails the service, and every operation can succeed', async () => {
  const { baseUrl, adminToken } = service;
  const report = await fuzz({ baseUrl, adminToken, receiver: feeds.url, seed: 1, requests: 3_000 });
  expect(report.failures).toEqual([]);
  expect(report.refused).toEqual([]);
  expect(report.withoutSuccess).toEqual([]);
});
