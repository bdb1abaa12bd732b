import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { createProject, entryOf, importVex, vexOf } from '../../../test/support/vex-imports.ts';

const STATEMENTS = 24_000;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.close());

/** As many vulnerabilities as statements; two of three affect a component of the project, one of 1,000. */
async function seedProject(): Promise<string> {
  const project = await createProject(service);
  await sql`
    insert into vulnerability (uuid, source, vuln_id, severity, content_hash, matching_generation)
    select gen_random_uuid(), 'NVD', 'CVE-2035-' || n, 'HIGH', n, 0 from generate_series(1, ${STATEMENTS}::int) n
  `.execute(service.db);
  await sql`
    insert into component (uuid, project_id, name, version, classifier, identity_hash, content_hash, position)
    select gen_random_uuid(), project.id, 'c' || n, '1', 'LIBRARY', n, n, n
    from project, generate_series(0, 999) n where project.uuid = ${project}`.execute(service.db);
  await sql`
    insert into finding (component_id, vulnerability_id, project_id, first_seen)
    select component.id, vulnerability.id, component.project_id, now()
    from vulnerability join component on component.name = 'c' || (vulnerability.content_hash % 1000)
    where vulnerability.content_hash % 3 <> 0`.execute(service.db);
  await sql`analyze vulnerability, component, finding`.execute(service.db);
  return project;
}

test('a 24,000-statement VEX applies every applicable statement and its receipt accounts for all', async () => {
  const project = await seedProject();
  const components = Array.from({ length: 1000 }, (_, n) => ({
    type: 'library',
    'bom-ref': `c${n}`,
    name: `c${n}`,
    version: '1',
  }));
  const entries = Array.from({ length: STATEMENTS }, (_, index) => {
    const n = index + 1;
    // Every tenth is about an unknown vulnerability.
    const id = n % 10 === 0 ? `CVE-2036-${n}` : `CVE-2035-${n}`;
    return entryOf(id, { state: 'not_affected', detail: `Statement ${n}.` }, [`c${n % 1000}`]);
  });
  const receipt = await importVex(service, project, vexOf(entries, { components }));
  const applicable = entries.filter((_, index) => (index + 1) % 10 !== 0 && (index + 1) % 3 !== 0).length;
  expect(receipt.totals).toEqual({
    entries: STATEMENTS,
    applied: applicable,
    unchanged: 0,
    skipped: STATEMENTS - applicable,
    findingsChanged: applicable,
  });
  expect(receipt.entries.map(({ position }) => position)).toEqual(entries.map((_, index) => index));
  for (const { fate, reason, position } of receipt.entries) {
    const n = position + 1;
    const [expected, why] =
      n % 10 === 0
        ? ['skipped', `the vulnerability does not resolve: no vulnerability has the id CVE-2036-${n}`]
        : n % 3 === 0
          ? ['skipped', 'no matching component is affected by the vulnerability']
          : ['applied', undefined];
    if (fate !== expected || reason !== why) throw new Error(`Statement ${n} is ${fate}: ${reason}`);
  }
  const { rows } = await sql`
    select count(*) as decided, count(distinct details) as details, bool_and(is_suppressed) as suppressed,
      (select count(*) from finding_audit) as history
    from finding_analysis where state = 'NOT_AFFECTED'`.execute(service.db);
  expect(rows).toEqual([{ decided: applicable, details: applicable, suppressed: true, history: applicable }]);
});
