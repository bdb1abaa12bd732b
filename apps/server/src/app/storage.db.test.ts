import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bomOf, npm } from '../../test/support/bom-uploads.ts';
import { canMount, mountSmallDisk } from '../../test/support/small-disk.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { startTestService, type TestService, testConfig } from '../../test/support/test-service.ts';
import { toProblem } from '../platform/http/problem.ts';
import { explainStartFailure } from './explain-start-failure.ts';

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

async function start(directory: string): Promise<TestService> {
  const service = await startTestService({ 'svc.data.directory': directory });
  onTestFinished(() => service.close());
  return service;
}

const upload = async (service: TestService, bom: object = bomOf([npm('rocket', '1.0.0')])) => {
  const body = new FormData();
  body.set('autoCreate', 'true');
  body.set('projectName', 'stored');
  body.set('projectVersion', '1');
  body.set('bom', new Blob([JSON.stringify(bom)]));
  const headers = { Authorization: `Bearer ${service.adminToken}` };
  const answer = await fetch(`${service.baseUrl}/api/v1/bom`, { method: 'POST', headers, body });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

async function healthOf(service: TestService) {
  const answer = await fetch(`${service.managementUrl}/health`);
  const report = (await answer.json()) as { status: string; checks: { name: string }[] };
  const storage = report.checks.find(({ name }) => name === 'storage');
  return { code: answer.status, status: report.status, storage };
}

async function listFileSystemEvents(service: TestService): Promise<string[]> {
  const { rows } = await sql<{ level: string }>`
    select level from notification_outbox where group_name = 'FILE_SYSTEM' order by id`.execute(service.db);
  return rows.map(({ level }) => level);
}

describe('A temporary folder that cannot be used', () => {
  it('refuses uploads with 507 and a reason, degrades health, notifies once, and recovers when repaired', async () => {
    const directory = temporaryDirectory();
    const service = await start(directory);
    expect((await healthOf(service)).storage).toEqual({ name: 'storage', status: 'UP' });
    const folder = join(directory, 'tmp');
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, 'a file where the folder should be');
    for (let attempt = 0; attempt < 3; attempt++) {
      const { status, headers, text } = await upload(service);
      expect(status).toBe(507);
      expect(headers.get('content-type')).toBe('application/problem+json');
      expect(headers.get('retry-after')).toBe('60');
      expect(JSON.parse(text).detail).toContain('cannot store files');
      expect(text).not.toContain(directory);
    }
    const degraded = await healthOf(service);
    expect(degraded).toMatchObject({ code: 200, status: 'DEGRADED' });
    expect(degraded.storage).toMatchObject({
      status: 'DEGRADED',
      data: { reason: expect.stringContaining('is not a folder') },
    });
    expect((await fetch(`${service.managementUrl}/health/ready`)).status).toBe(200);
    await expect.poll(() => listFileSystemEvents(service)).toEqual(['ERROR']);
    await rm(folder);
    expect(await healthOf(service)).toMatchObject({ status: 'UP', storage: { status: 'UP' } });
    expect((await upload(service)).status).toBe(200);
    await expect.poll(() => listFileSystemEvents(service)).toEqual(['ERROR', 'INFORMATIONAL']);
  });
});

describe.runIf(canMount)('A full disk', () => {
  it('refuses uploads with 507, degrades health, and does not flap while little space is free', async () => {
    const directory = mountSmallDisk(8);
    const service = await start(directory);
    const filler = join(directory, 'filler');
    await expect(writeFile(filler, Buffer.alloc(16_000_000))).rejects.toThrow('ENOSPC');
    const components = Array.from({ length: 2_000 }, (_, n) => npm(`package-${n}`, '1.0.0'));
    expect((await upload(service, bomOf(components))).status).toBe(507);
    expect(await healthOf(service)).toMatchObject({
      code: 200,
      status: 'DEGRADED',
      storage: { data: { reason: expect.stringContaining('no space is left') } },
    });
    await writeFile(filler, Buffer.alloc(7_700_000));
    expect((await healthOf(service)).status).toBe('DEGRADED');
    await rm(filler);
    expect((await healthOf(service)).status).toBe('UP');
    expect((await upload(service, bomOf(components))).status).toBe(200);
    await expect.poll(() => listFileSystemEvents(service)).toEqual(['ERROR', 'INFORMATIONAL']);
  });
});

describe.runIf(canMount)('A first start on a disk without enough space', () => {
  const startOn = (directory: string) => {
    const settings = [`svc.data.directory=${directory}`, 'svc.http.port=0', 'svc.management.port=0'];
    return run(process.execPath, [MAIN, ...settings.flatMap((each) => ['--set', each])]).catch(
      (error: { code: number; stdout: string }) => error,
    );
  };

  it('is refused with an error that says how much is needed, without a stack', async () => {
    const directory = mountSmallDisk(20);
    const refused = await startOn(directory);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stdout).toContain(
      `There is not enough space for the embedded database in ${directory}/postgres`,
    );
    expect(refused.stdout).toContain('200 MB are needed');
    expect(refused.stdout).not.toContain('"stack"');
  });

  it('is refused with an error if the disk becomes full later', () => {
    const config = testConfig({ 'svc.data.directory': mountSmallDisk(4) });
    const met = Object.assign(new Error('could not extend file'), { code: '53100' });
    expect(explainStartFailure(new Error('seeding failed', { cause: met }), config)).toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/^There is no space left on the disk of .* start again\.$/),
    });
    expect(explainStartFailure(new Error('Connection terminated unexpectedly'), config)).toMatchObject({
      name: 'StartError',
    });
  });
});

describe('PostgreSQL without space on its disk', () => {
  it('is answered with 507 and a reason', () => {
    const { body, headers } = toProblem(
      Object.assign(new Error('could not extend file'), { code: '53100' }),
      'r',
    );
    expect(body).toMatchObject({
      status: 507,
      detail: expect.stringContaining('disk of the database is full'),
    });
    expect(headers).toEqual({ 'Retry-After': '60' });
  });
});
