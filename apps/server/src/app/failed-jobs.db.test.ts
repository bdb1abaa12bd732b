import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bomOf, npm, postBom } from '../../test/support/bom-uploads.ts';
import { createProjectWithFindings } from '../../test/support/create-findings.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import { startTestService, type TestService, testConfig } from '../../test/support/test-service.ts';
import { entryOf, postVex, vexOf } from '../../test/support/vex-imports.ts';
import { type Service, startService } from './start-service.ts';

const OSV = {
  'svc.vuln-data-source.osv.enabled': 'true',
  'svc.vuln-data-source.osv.url': 'http://127.0.0.1:9',
  'svc.vuln-data-source.osv.ecosystems': 'npm',
};

/** A node that accepts requests but runs no jobs, and a node that is started later and runs them. */
let service: TestService;
let worker: Service | undefined;

beforeAll(async () => {
  service = await startTestService({ 'svc.config.profile': 'web', ...OSV });
});
afterAll(async () => {
  await worker?.close();
  await service.close();
});

/** Changes all waiting jobs as if four nodes had died while they processed them. The next death is the last allowed. */
async function simulateNodeDeaths(): Promise<void> {
  await sql`
    update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute'
    where state = 'created' and name in ('import-bom', 'import-vex', 'mirror-vuln-data-source', 'analyze-project')
  `.execute(service.db);
  await sql`
    insert into job_history (job_id, node_deaths) select id, 4 from pgboss.job where state = 'active'`.execute(
    service.db,
  );
}

const REASON = '5 nodes died while they processed it';

describe('A job that kills every node is not retried, and its failure is recorded at once', () => {
  let bom: { token: string; projectUuid: string };
  let vex: { token: string };
  let analyzed: string;
  beforeAll(async () => {
    const fields = { projectName: 'kills nodes', autoCreate: 'true' };
    bom = (await postBom(service, bomOf([npm('a')]), fields)).body;
    const project = await createProjectWithFindings(service);
    const document = vexOf([entryOf('CVE-2024-1', { state: 'exploitable' })]);
    vex = (await postVex(service, { project: project.uuid }, document)).body;
    const component = { name: 'by hand', version: '1', classifier: 'LIBRARY', purl: 'pkg:npm/by-hand@1' };
    analyzed = project.uuid;
    expect((await service.asAdmin('PUT', `/api/v1/component/project/${analyzed}`, component)).status).toBe(
      201,
    );
    expect((await service.asAdmin('POST', '/api/v2/vuln-data-sources/osv/mirror-runs')).status).toBe(202);
    await simulateNodeDeaths();
    const settings = { 'svc.datasource.url': service.url, 'svc.config.profile': 'worker', ...OSV };
    worker = await startService({ config: testConfig(settings), log: silentLog });
  });

  it('an upload is FAILED with the reason, and so is its token', async () => {
    const state = async () => {
      const { rows } = await sql<{ state: string; failure: string | null }>`
        select state, failure from bom_upload where token = ${bom.token}`.execute(service.db);
      return rows[0];
    };
    await expect.poll(state).toMatchObject({ state: 'FAILED', failure: expect.stringContaining(REASON) });
    const { body } = await service.asAdmin('GET', `/api/v1/event/token/${bom.token}`);
    expect(body).toEqual({ processing: false, failed: true });
  });

  it('BOM_PROCESSING_FAILED is sent once for the upload', async () => {
    const { rows } = await sql`
      select group_name from notification_outbox
      where project_uuid = ${bom.projectUuid} and group_name = 'BOM_PROCESSING_FAILED'`.execute(service.db);
    expect(rows).toHaveLength(1);
  });

  it('the receipt of a VEX import has the reason', async () => {
    const receipt = async () => {
      const { rows } = await sql`select state, failure from vex_upload where token = ${vex.token}`.execute(
        service.db,
      );
      return rows[0];
    };
    await expect.poll(receipt).toMatchObject({ state: 'FAILED', failure: expect.stringContaining(REASON) });
  });

  it('a mirror run has failed', async () => {
    const found = async () => {
      const { rows } = await sql`select state, failure from mirror_run order by id limit 1`.execute(
        service.db,
      );
      return rows[0];
    };
    await expect.poll(found).toMatchObject({ state: 'FAILED', failure: expect.stringContaining(REASON) });
  });

  it('an analysis stays due and is retried later', async () => {
    const due = async () => {
      const { rows } = await sql`
        select failure, retry_after > now() as later from analysis_due
        join project on project.id = project_id where uuid = ${analyzed}`.execute(service.db);
      return rows[0];
    };
    await expect.poll(due).toMatchObject({ later: true, failure: expect.stringContaining(REASON) });
  });
});
