import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { findingOrders, projectFindingOrders } from './finding-list-order-store.ts';
import { listFindingKeys } from './finding-list-store.ts';

const principal = { permissions: new Set(['PORTFOLIO_ACCESS_CONTROL_BYPASS']) } as unknown as Principal;

/** Equal and missing scores, aliases of which only one has an EPSS score, and ratings of decisions. */
const SEED = `
  insert into project (uuid, name) select gen_random_uuid(), 'project ' || n from generate_series(1, 3) n;
  insert into vulnerability (uuid, source, vuln_id, title, severity, cvss_v2_score, cvss_v3_score, cvss_v4_score,
    content_hash, matching_generation)
  select gen_random_uuid(), case when n % 2 = 0 then 'NVD' else 'GITHUB' end,
    case when n % 2 = 0 then 'CVE-2026-' || n else 'GHSA-' || n end, 'Flaw ' || n * 7919 % 13, 'HIGH',
    nullif(n * 31 % 7, 0), nullif(n * 17 % 5, 0) / 2.0, nullif(n * 13 % 11, 3) / 3.0, 0, 0
  from generate_series(1, 60) n;
  insert into vulnerability_alias (source, vuln_id, group_id)
  select source, vuln_id, id / 4 from vulnerability where id % 4 <> 3;
  insert into epss_score (cve, score, percentile)
  select vuln_id, id * 37 % 9 / 10.0, id * 11 % 7 / 10.0 from vulnerability where id % 6 = 0 or id % 10 = 4;
  insert into component (uuid, project_id, name, classifier, identity_hash, content_hash)
  select gen_random_uuid(), 1 + n % 3, 'component ' || n, 'LIBRARY', n, n from generate_series(1, 50) n;
  insert into finding (component_id, vulnerability_id, project_id, first_seen)
  select c.id, v.id, c.project_id, now() from component c join vulnerability v on (c.id * 7 + v.id * 3) % 8 = 0;
  insert into finding_analysis (component_id, vulnerability_id, project_id, cvss_v2_score, cvss_v3_score, cvss_v4_score,
    decided_by, updated_at)
  select component_id, vulnerability_id, project_id, component_id % 9, nullif(component_id % 6, 0), null, 'PERSON', now()
  from finding where (component_id + vulnerability_id) % 4 = 0;
`;

describe('Findings of the whole portfolio', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    for (const statement of SEED.split(';\n')) await sql.raw(statement).execute(database.db);
  });
  afterAll(() => database.drop());

  it.each([
    'vulnerability.cvssV2BaseScore',
    'vulnerability.cvssV3BaseScore',
    'vulnerability.cvssV4Score',
    'vulnerability.epssScore',
    'vulnerability.epssPercentile',
  ])('have the same order by %s as those of a project', async (field) => {
    for (const descending of [true, false]) {
      for (const [offset, limit] of [
        [0, 40],
        [25, 400],
        [0, null],
      ] as const) {
        const page = { offset, limit, descending };
        const keys = await listFindingKeys(database.db, principal, {}, page, findingOrders[field]);
        expect(keys.length).toBeGreaterThan(30);
        expect(keys).toEqual(
          await listFindingKeys(database.db, principal, {}, page, projectFindingOrders[field]),
        );
      }
    }
  });
});
