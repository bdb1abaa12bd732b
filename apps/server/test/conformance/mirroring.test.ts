import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DataSourceServer } from '../support/data-source-server.ts';
import { TEST_DATA } from '../support/test-data.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { timeoutFactor } from '../support/timeout-factor.ts';

/** Of nine: those whose records come from different publishers. */
const ECOSYSTEMS = ['PyPI', 'Go', 'crates.io', 'npm'];
/** Of ten pages of 2,000 records. */
const PAGES = 2;
const PAGE = 2_000;
const TIMEOUT_MS = 300_000 * timeoutFactor;

const isThere = existsSync(TEST_DATA);
const note = isThere
  ? 'five ecosystems of OSV and eight pages of NVD'
  : `all, because there is no ${TEST_DATA} (TALLYMAN_TEST_DATA)`;
process.stderr.write(`Skipped published advisories: ${note}\n`);

describe('Published advisories', () => {
  let sources: DataSourceServer;
  let service: TestService;

  beforeAll(async () => {
    sources = await DataSourceServer.start();
    service = await startTestService({
      'svc.vuln-data-source.osv.enabled': 'true',
      'svc.vuln-data-source.osv.url': sources.url,
      'svc.vuln-data-source.osv.ecosystems': ECOSYSTEMS.join(),
      'svc.vuln-data-source.nvd.url': `${sources.url}/cves/2.0`,
    });
  });
  afterAll(async () => {
    await service.close();
    sources.close();
  });

  async function mirror(source: string) {
    const started = await service.asAdmin('POST', `/api/v2/vuln-data-sources/${source}/mirror-runs`);
    const run = async () => (await service.asAdmin('GET', started.headers.get('location') ?? '')).body;
    const states = { timeout: TIMEOUT_MS, interval: 100 };
    await expect.poll(async () => (await run()).status, states).toMatch(/COMPLETED|FAILED/);
    return run();
  }

  async function counted(): Promise<unknown> {
    const { rows } = await sql`
      select (select md5(string_agg(xmin::text || id, ',' order by id)) from vulnerability) as vulnerabilities,
        (select md5(string_agg(xmin::text || uuid, ',' order by vulnerability_id, uuid)) from affected_package) as packages,
        (select md5(string_agg(xmin::text || uuid, ',' order by vulnerability_id, uuid)) from affected_cpe) as cpes,
        (select md5(string_agg(xmin::text || left_id || right_id, ',' order by left_id, right_id))
          from vulnerability_alias_assertion) as aliases,
        (select md5(string_agg(xmin::text || vulnerability_id, ',' order by vulnerability_id, asserter_id))
          from vulnerability_report) as reports`.execute(service.db);
    return rows;
  }

  it('are mirrored completely from OSV; a second run changes nothing', { timeout: TIMEOUT_MS }, async () => {
    if (!isThere) return;
    for (const path of ECOSYSTEMS.flatMap((name) => [`${name}/all.zip`, `${name}/modified_id.csv`])) {
      sources.put(`/${path}`, readFileSync(join(TEST_DATA, 'osv', path)));
    }
    const first = await mirror('osv');
    expect(first).toMatchObject({ status: 'COMPLETED', records: { changed: 0, unchanged: 0 } });
    expect(first.records.new).toBe(first.records.seen);
    const before = await counted();
    expect(await mirror('osv')).toMatchObject({ status: 'COMPLETED', records: { new: 0, changed: 0 } });
    expect(await counted()).toEqual(before);
    // Reading everything again, as after a crash, changes nothing either.
    await sql`delete from mirror_position`.execute(service.db);
    expect(await mirror('osv')).toMatchObject({
      status: 'COMPLETED',
      records: { new: 0, changed: 0, unchanged: first.records.seen },
    });
    expect(await counted()).toEqual(before);
  });

  it('are mirrored completely from NVD; a second run changes nothing', { timeout: TIMEOUT_MS }, async () => {
    if (!isThere) return;
    const pages = Array.from({ length: PAGES }, (_, n) => {
      const file = join(TEST_DATA, 'nvd/composed', `nvd-2.0-page-0${n}.json.gz`);
      return { ...JSON.parse(gunzipSync(readFileSync(file)).toString()), totalResults: PAGES * PAGE };
    });
    sources.handle('/cves/2.0', (request, response) => {
      const query = new URL(request.url ?? '', sources.url).searchParams;
      // Answers every request as if all records had been modified since.
      response.end(JSON.stringify(pages[Number(query.get('startIndex')) / PAGE]));
    });
    expect(await mirror('nvd')).toMatchObject({ status: 'COMPLETED', records: { new: PAGES * PAGE } });
    const before = await counted();
    expect(await mirror('nvd')).toMatchObject({
      status: 'COMPLETED',
      records: { new: 0, changed: 0, unchanged: PAGES * PAGE },
    });
    expect(await counted()).toEqual(before);
  });
});
