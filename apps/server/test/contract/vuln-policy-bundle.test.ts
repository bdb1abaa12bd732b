import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createProjectWithFindings } from '../support/create-findings.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { zipOf } from '../support/zip-of.ts';

const BUNDLES = '/api/v2/vuln-policy-bundles';
const POLICIES = '/api/v2/vuln-policies';

let service: TestService;
let server: http.Server;
let bundle: Buffer;
let requests: http.IncomingMessage[];

beforeAll(async () => {
  server = http.createServer((request, response) => {
    requests.push(request);
    const etag = `"${Buffer.from(bundle.subarray(-40)).toString('hex')}${bundle.length}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { etag, 'content-length': bundle.length }).end(bundle);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service = await startTestService({
    'svc.vulnerability.policy.bundle.url': `http://127.0.0.1:${(server.address() as AddressInfo).port}/bundle.zip`,
    'svc.vulnerability.policy.bundle.auth.bearer-token': 'let me in',
    'svc.task.vulnerability-policy-bundle-sync.cron': '0 0 1 1 *',
  });
});
afterAll(async () => {
  await service.close();
  server.close();
});
beforeEach(() => {
  requests = [];
});

const yaml = (name: string, more = '') => `apiVersion: v1.0
type: Vulnerability Policy
name: ${name}
condition: vuln.id == "CVE-2002-1"
analysis:
  state: NOT_AFFECTED
  vendorResponse: WILL_NOT_FIX
  suppress: true
${more}`;

const bundleUuid = async () => (await service.asAdmin('GET', BUNDLES)).body.items[0].uuid as string;

const sync = async (files: Record<string, string> | Buffer) => {
  bundle = Buffer.isBuffer(files) ? files : zipOf(files);
  const uuid = await bundleUuid();
  const answer = await service.asAdmin('POST', `${BUNDLES}/${uuid}/sync-runs`);
  expect(answer.status).toBe(202);
  for (let attempt = 0; attempt < 400; attempt += 1) {
    const { body } = await service.asAdmin('GET', answer.headers.get('location') ?? '');
    if (body.status === 'COMPLETED' || body.status === 'FAILED') return body;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('The sync does not end.');
};

const list = async () =>
  (await service.asAdmin('GET', POLICIES)).body.items.map(
    ({ name, source }: { name: string; source: string }) => `${source} ${name}`,
  );

describe('GET /api/v2/vuln-policy-bundles', () => {
  it('lists the configured bundle before its first sync', async () => {
    const { status, body } = await service.asAdmin('GET', BUNDLES);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      items: [{ url: expect.stringMatching(/\/bundle\.zip$/) }],
      total: { count: 1 },
    });
    const latest = await service.asAdmin('GET', `${BUNDLES}/${body.items[0].uuid}/sync-runs/latest`);
    expect(latest.status).toBe(404);
  });
});

describe('a sync', () => {
  it('imports the policies of the bundle, which are read-only', async () => {
    const run = await sync({
      'one.yaml': yaml('one', 'priority: 7\noperationMode: LOG\nvalidFrom: 2024-01-01T00:00:00Z\n'),
      'dir/two.yml': yaml('two', 'ratings:\n  - {method: CVSSV31, severity: UNASSIGNED, score: 0}\n'),
      '_draft.yaml': 'not even: [a policy',
      '.hidden.yaml': 'no',
      'README.md': '# Hello',
      'other.yaml': 'type: Something Else\n',
    });
    expect(run).toMatchObject({ status: 'COMPLETED', started_at: expect.any(Number) });
    expect(await list()).toEqual(['BUNDLE two', 'BUNDLE one']);
    expect(requests[0]?.headers.authorization).toBe('Bearer let me in');
    const { items } = (await service.asAdmin('GET', POLICIES)).body;
    const [two, one] = items.map(({ uuid }: { uuid: string }) => `${POLICIES}/${uuid}`);
    expect((await service.asAdmin('GET', one)).body).toMatchObject({
      priority: 7,
      operation_mode: 'LOG',
      valid_from: Date.parse('2024-01-01T00:00:00Z'),
      analysis: { state: 'NOT_AFFECTED', vendor_response: 'WILL_NOT_FIX', suppress: true },
      source: 'BUNDLE',
    });
    expect((await service.asAdmin('GET', two)).body.ratings).toEqual([
      { method: 'CVSSV3', severity: 'UNASSIGNED', score: 0 },
    ]);
    const changed = { name: 'two', condition: 'true', analysis: { state: 'RESOLVED' } };
    expect((await service.asAdmin('PUT', two, changed)).status).toBe(403);
    expect((await service.asAdmin('DELETE', two)).status).toBe(403);
    const [shown] = (await service.asAdmin('GET', BUNDLES)).body.items;
    expect(shown).toMatchObject({
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      last_successful_sync: expect.any(Number),
    });
    expect(shown).not.toHaveProperty('last_failure');
  });

  it('requests the bundle only if it has changed', async () => {
    await sync({ 'one.yaml': yaml('one') });
    const run = await sync({ 'one.yaml': yaml('one') });
    expect(run.status).toBe('COMPLETED');
    expect(requests.at(-1)?.headers['if-none-match']).toBeTruthy();
  });

  it('adds, changes and deletes by name, and resets decisions of deleted policies', async () => {
    const { findings } = await createProjectWithFindings(service, [
      { component: { name: 'a' }, vulnerabilities: ['CVE-2002-1'] },
    ]);
    await sync({ 'one.yaml': yaml('one'), 'two.yaml': yaml('two') });
    const stateOf = async () => {
      const [finding] = findings;
      const query = `component=${finding?.component.uuid}&vulnerability=${finding?.vulnerability.uuid}`;
      return (await service.asAdmin('GET', `/api/v1/analysis?${query}`)).body.analysisState ?? 'NOT_SET';
    };
    await expect.poll(stateOf).toBe('NOT_AFFECTED');
    await sync({ 'three.yaml': yaml('three').replace('CVE-2002-1', 'CVE-2002-3') });
    expect(await list()).toEqual(['BUNDLE three']);
    await expect.poll(stateOf).toBe('NOT_SET');
  });

  it('accepts the deprecated conditions with exactly one element', async () => {
    const one = yaml('old').replace('condition: vuln.id == "CVE-2002-1"', 'conditions:\n  - "true"\n');
    expect((await sync({ 'old.yaml': one })).status).toBe('COMPLETED');
    const two = one.replace('  - "true"\n', '  - "true"\n  - "false"\n');
    expect(await sync({ 'old.yaml': two })).toMatchObject({
      status: 'FAILED',
      failure_reason: expect.stringContaining('exactly one'),
    });
  });
});

describe('an invalid bundle changes nothing, and the reason is visible', () => {
  const good = { 'good.yaml': yaml('good') };
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`p${at}.yaml`, yaml(`p${at}`)]));
  const nested = Array.from('bcdefghijklm', (letter, at) => {
    const earlier = `*${String.fromCharCode(97 + at)}`;
    return `${letter}: &${letter} [${Array(9).fill(earlier).join(',')}]\n`;
  });
  const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: ${at}\n`);
  const far = 'validFrom: "+275760-09-13T00:00:00Z"\n';
  const bomb = zipOf({ 'bomb.yaml': yaml('bomb', `# ${'x'.repeat(2_000_000)}\n`) });
  const liar = Buffer.from(bomb);
  // Declares two megabytes as a hundred bytes, in both places that contain the size.
  const size = Buffer.alloc(4);
  size.writeUInt32LE(yaml('bomb', `# ${'x'.repeat(2_000_000)}\n`).length);
  for (let at = liar.indexOf(size); at >= 0; at = liar.indexOf(size, at + 1)) liar.writeUInt32LE(100, at);

  it.each<[string, Record<string, string> | Buffer, RegExp]>([
    [
      'one bad file',
      { ...good, 'bad.yaml': yaml('bad').replace('NOT_AFFECTED', 'WHATEVER') },
      /bad\.yaml: analysis\/state/,
    ],
    [
      'a condition that does not compile',
      { ...good, 'bad.yaml': yaml('bad').replace('vuln.id', 'vuln.nope') },
      /bad\.yaml: condition 1:5: .*nope/,
    ],
    [
      'an unknown member',
      { ...good, 'bad.yaml': yaml('bad', 'colour: red\n') },
      /bad\.yaml: colour is unknown/,
    ],
    ['a repeated key', { ...good, 'bad.yaml': yaml('bad', 'name: again\n') }, /the key name occurs twice/],
    [
      'a bomb of aliases',
      { ...good, 'bad.yaml': `a: &a [x]\n${nested.join('')}` },
      /bad\.yaml: is not YAML: Excessive alias count/,
    ],
    ['lists in lists', { ...good, 'bad.yaml': '['.repeat(20_000) }, /bad\.yaml: is not YAML/],
    ['tens of thousands of keys', { ...good, 'bad.yaml': keys.join('') }, /bad\.yaml: .* is unknown/],
    ['a time beyond the years', { ...good, 'bad.yaml': yaml('bad', far) }, /bad\.yaml: valid/],
    ['half a character', { ...good, 'bad.yaml': yaml('"a\\ud800"') }, /bad\.yaml: contains half/],
    [
      'a file that is longer than any policy',
      { ...good, 'bad.yaml': yaml('bad', `# ${'x'.repeat(300_000)}\n`) },
      /bad\.yaml: is longer than/,
    ],
    ['broken YAML', { ...good, 'bad.yaml': 'a: [b' }, /bad\.yaml: is not YAML/],
    [
      'no apiVersion',
      { ...good, 'bad.yaml': yaml('bad').replace('apiVersion: v1.0\n', '') },
      /bad\.yaml: apiVersion/,
    ],
    ['a duplicate name', { ...good, 'again.yaml': yaml('good') }, /good\.yaml: the name good occurs twice/],
    ['the name of a policy that a person made', { ...good, 'mine.yaml': yaml('mine') }, /mine/],
    [
      'an entry that leads out of the archive',
      { ...good, '../../evil.yaml': yaml('evil') },
      /cannot be read.*\.\.\/\.\.\/evil\.yaml/,
    ],
    ['1,001 entries', many, /1001 entries; at most 1000/],
    ['a zip bomb', bomb, /bomb\.yaml is larger than/],
    ['a zip bomb that lies about its size', liar, /cannot be read/],
    ['something that is no archive', Buffer.from('hello'), /no ZIP archive/],
    ['more than 10 MiB', Buffer.alloc(11 * 1024 * 1024), /larger than the 10485760 bytes/],
  ])('%s', async (_what, files, reason) => {
    await service.asAdmin('POST', POLICIES, {
      name: 'mine',
      condition: 'false',
      analysis: { state: 'RESOLVED' },
    });
    await sync({ 'kept.yaml': yaml('kept') });
    const before = await list();
    const run = await sync(files);
    expect(run.status).toBe('FAILED');
    expect(run.failure_reason).toMatch(reason);
    expect(await list()).toEqual(before);
    const [shown] = (await service.asAdmin('GET', BUNDLES)).body.items;
    expect(shown.last_failure).toMatch(reason);
  });
});

describe('DELETE /api/v2/vuln-policy-bundles/{uuid}', () => {
  it('deletes the bundle and its policies', async () => {
    await sync({ 'one.yaml': yaml('one') });
    expect((await service.asAdmin('DELETE', `${BUNDLES}/${await bundleUuid()}`)).status).toBe(204);
    expect((await list()).filter((name: string) => name.startsWith('BUNDLE'))).toEqual([]);
    const unknown = '00000000-0000-0000-0000-000000000000';
    expect((await service.asAdmin('DELETE', `${BUNDLES}/${unknown}`)).status).toBe(404);
    expect((await service.asAdmin('POST', `${BUNDLES}/${unknown}/sync-runs`)).status).toBe(404);
  });
});
