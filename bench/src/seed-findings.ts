import { sql } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/database.ts';

interface Sizes {
  /** Findings of the large project. */
  readonly ofProject: number;
  /** Findings of the other projects together. */
  readonly ofPortfolio: number;
  /** The number of other projects. The default is 200. */
  readonly projects?: number;
}

/**
 * Seeds two findings per component, over a third as many vulnerabilities, half of which have an alias. Returns the UUID
 * of the large project. The rows are the same each time, but for their UUIDs and times. Those of a project are stored
 * together, as uploads store them.
 */
export async function seedFindings(
  db: Db,
  { ofProject, ofPortfolio, projects = 200 }: Sizes,
): Promise<string> {
  const vulnerabilities = Math.ceil(Math.max(ofProject, ofPortfolio / 10) / 3);
  await sql`
    insert into vulnerability (uuid, source, vuln_id, title, description, severity, cvss_v3_score, cvss_v3_vector,
      published_at, cwes, reference_links, content_hash, matching_generation)
    select gen_random_uuid(), case when n % 2 = 0 then 'NVD' else 'GITHUB' end,
      case when n % 2 = 0 then 'CVE-2026-' || n else 'GHSA-' || n + 1 end, 'A flaw of kind ' || n,
      repeat('What can happen and to whom. ', 20),
      (array['CRITICAL', 'HIGH', 'HIGH', 'MEDIUM', 'MEDIUM', 'MEDIUM', 'LOW', 'UNASSIGNED'])[1 + n * 7 % 8],
      (n % 100) / 10.0, 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', now() - n * interval '1 hour', array[79, 89],
      '[{"url": "https://example.org/a"}, {"url": "https://example.org/b"}]', 0, 0
    from generate_series(1, ${vulnerabilities}::integer) n`.execute(db);
  await sql`insert into vulnerability_alias (source, vuln_id, group_id)
    select source, vuln_id, split_part(vuln_id, '-', case when source = 'NVD' then 3 else 2 end)::bigint
    from vulnerability`.execute(db);
  await sql`insert into epss_score (cve, score, percentile)
    select vuln_id, id * 7919 % 1000 / 1000.0, id * 104729 % 1000 / 1000.0 from vulnerability where source = 'NVD'`.execute(
    db,
  );
  await sql`with asserter as (
      insert into vulnerability_asserter (name, display_name, source) values ('bench', 'Bench', 'NVD') returning id)
    insert into kev_assertion (asserter_id, source, vuln_id, created_at, updated_at)
    select asserter.id, v.source, v.vuln_id, now(), now() from asserter, vulnerability v where v.id % 100 = 0`.execute(
    db,
  );
  await seedProjects(db, 'portfolio', projects, Math.ceil(ofPortfolio / projects / 2), vulnerabilities);
  await seedProjects(db, 'measured', 1, Math.ceil(ofProject / 2), vulnerabilities);
  await sql`vacuum analyze`.execute(db);
  const { uuid } = await db
    .selectFrom('project')
    .select('uuid')
    .where('name', '=', 'measured 1')
    .executeTakeFirstOrThrow();
  return uuid;
}

async function seedProjects(
  db: Db,
  name: string,
  projects: number,
  components: number,
  vulnerabilities: number,
): Promise<void> {
  await sql`
    with owner as (
      insert into project (uuid, name, version)
      select gen_random_uuid(), ${name} || ' ' || n, '1' from generate_series(1, ${projects}::integer) n
      returning id
    ), added as (
      insert into component (uuid, project_id, name, group_name, version, purl, purl_coordinates, classifier,
        identity_hash, content_hash)
      select gen_random_uuid(), owner.id, 'component-' || n, 'acme', '1.0', 'pkg:npm/%40acme/component-' || n || '@1.0',
        'pkg:npm/%40acme/component-' || n || '@1.0', 'LIBRARY', n, n
      from owner, generate_series(1, ${components}::integer) n order by owner.id, n returning id, project_id
    ), found as (
      insert into finding (component_id, vulnerability_id, project_id, first_seen)
      select added.id, 1 + (added.id * 7919 + k * 104729) % ${vulnerabilities}::bigint, added.project_id, now()
      from added, generate_series(1, 2) k on conflict do nothing returning *
    ), attributed as (
      insert into finding_attribution (component_id, vulnerability_id, analyzer, attributed_at)
      select component_id, vulnerability_id, 'internal', now() from found
    )
    insert into finding_analysis (component_id, vulnerability_id, project_id, state, is_suppressed, decided_by, updated_at)
    select component_id, vulnerability_id, project_id, 'IN_TRIAGE', component_id % 5 = 0, 'PERSON', now()
    from found where component_id % 10 = 0`.execute(db);
}
