import { type Insertable, sql } from 'kysely';
import { sourceOfVulnId } from '../../src/modules/vulnerabilities/source-of-vuln-id.ts';
import type { Component, Vulnerability } from '../../src/platform/db/database.generated.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newUuid } from '../../src/platform/ids.ts';
import { seedComponents } from './seed-components.ts';

export interface SeededRow {
  readonly id: number;
  readonly uuid: string;
}

export interface SeededFinding {
  readonly component: SeededRow;
  readonly vulnerability: SeededRow;
}

type GivenVulnerability = Partial<Insertable<Vulnerability>> & { readonly vuln_id: string };

/** Inserts a vulnerability, or returns the existing one with its source and id. */
export async function seedVulnerability(db: Db, given: string | GivenVulnerability): Promise<SeededRow> {
  const columns = typeof given === 'string' ? { vuln_id: given } : given;
  const row = {
    uuid: newUuid(),
    source: sourceOfVulnId(columns.vuln_id),
    severity: 'HIGH',
    title: `Title of ${columns.vuln_id}`,
    description: `Description of ${columns.vuln_id}`,
    content_hash: 0,
    matching_generation: 0,
    ...columns,
  };
  return db
    .insertInto('vulnerability')
    .values(row)
    .onConflict((conflict) => conflict.columns(['vuln_id', 'source']).doUpdateSet({ severity: row.severity }))
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
}

interface FindingOptions {
  readonly analyzer?: string;
  readonly firstSeen?: Date;
  readonly inactiveSince?: Date;
}

/** A finding as an analysis records it. */
export async function seedFinding(
  db: Db,
  componentUuid: string,
  vulnerability: SeededRow,
  { analyzer = 'internal', firstSeen = new Date(), inactiveSince }: FindingOptions = {},
): Promise<SeededFinding> {
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into finding (component_id, vulnerability_id, project_id, first_seen, inactive_since)
      select id, ${vulnerability.id}, project_id, ${firstSeen}, ${inactiveSince ?? null}
      from component where uuid = ${componentUuid} returning component_id
    ), attributed as (
      insert into finding_attribution (component_id, vulnerability_id, analyzer, attributed_at, deleted_at)
      select component_id, ${vulnerability.id}, ${analyzer}, ${firstSeen}, ${inactiveSince ?? null}
      from added
    )
    select component_id as id from added`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`There is no component ${componentUuid}.`);
  return { component: { id, uuid: componentUuid }, vulnerability };
}

type GivenComponent = Partial<Insertable<Component>> & { readonly name: string };

interface GivenFindings {
  readonly component: GivenComponent;
  /** Ids such as CVE-2024-1. They determine the source. */
  readonly vulnerabilities: readonly (string | GivenVulnerability)[];
}

/** New components of a project with findings, in this order. */
export async function seedFindings(
  db: Db,
  projectUuid: string,
  given: readonly GivenFindings[],
  options: FindingOptions = {},
): Promise<SeededFinding[]> {
  const { uuids } = await seedComponents(db, projectUuid, {
    components: given.map(({ component }) => component),
  });
  const findings: SeededFinding[] = [];
  for (const { component, vulnerabilities } of given) {
    for (const vulnerability of vulnerabilities) {
      const row = await seedVulnerability(db, vulnerability);
      findings.push(await seedFinding(db, uuids[component.name] ?? '', row, options));
    }
  }
  return findings;
}

/** Many findings at once: `count` components of a project, all affected by one vulnerability. */
export async function seedManyFindings(
  db: Db,
  projectUuid: string,
  vulnerability: SeededRow,
  count: number,
): Promise<void> {
  await sql`
    with added as (
      insert into component (uuid, project_id, name, version, classifier, identity_hash, content_hash, position)
      select gen_random_uuid(), project.id, 'component ' || n, '1.0', 'LIBRARY', n, n, n
      from project, generate_series(1, ${count}::integer) n where project.uuid = ${projectUuid}
      returning id, project_id
    ), found as (
      insert into finding (component_id, vulnerability_id, project_id, first_seen)
      select id, ${vulnerability.id}::bigint, project_id, now() from added
    )
    insert into finding_attribution (component_id, vulnerability_id, analyzer, attributed_at)
    select id, ${vulnerability.id}::bigint, 'internal', now() from added`.execute(db);
  await sql`analyze component, finding`.execute(db);
}
