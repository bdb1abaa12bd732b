import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { exploitedVulnerabilities } from '../../vulnerabilities/exploitation/exploited-access.ts';

/** Facts about a vulnerability, or about a finding of it, as bits, so that one aggregate combines those of aliases. */
export const FACT = {
  critical: 1,
  high: 2,
  medium: 4,
  low: 8,
  unassigned: 16,
  audited: 32,
  exploited: 64,
} as const;
export const ANY_SEVERITY = FACT.critical | FACT.high | FACT.medium | FACT.low | FACT.unassigned;

export function severityFact(column: string): RawBuilder<unknown> {
  return sql`case ${sql.ref(column)} when 'CRITICAL' then ${sql.lit(FACT.critical)} when 'HIGH' then ${sql.lit(FACT.high)}
    when 'MEDIUM' then ${sql.lit(FACT.medium)} when 'LOW' then ${sql.lit(FACT.low)} else ${sql.lit(FACT.unassigned)} end`;
}

/** The facts of all vulnerabilities, from what they depend on. Reads `exploited`. */
const computedFacts = sql`
  select v.id as vulnerability_id, v.source, v.vuln_id, coalesce(alias.group_id, -v.id) as alias_key,
    ${severityFact('v.severity')} | case when exploited.id is null then 0 else ${sql.lit(FACT.exploited)} end as facts
  from vulnerability v
  left join vulnerability_alias alias on alias.vuln_id = v.vuln_id and alias.source = v.source
  left join exploited on exploited.id = v.id`;

/**
 * Common table expressions, the last of which is `named`: the vulnerabilities whose facts depend on the changes of
 * `changed`, by name. Exploitation and aliases may be known before the vulnerability.
 */
const withNamed = sql`
  affected_group as (
    select group_id from changed where group_id is not null
    union select alias.group_id from changed
    join vulnerability_alias alias on alias.vuln_id = changed.vuln_id and alias.source = changed.source),
  named as (
    select source, vuln_id from changed where vuln_id is not null
    union select alias.source, alias.vuln_id from affected_group
    join vulnerability_alias alias on alias.group_id = affected_group.group_id)`;

export async function hasChangedVulnerabilities(db: Db): Promise<boolean> {
  const { rows } = await sql`select from vulnerability_fact_change limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Claims the vulnerabilities that changed, updates their facts, and returns the projects that have findings of them. One
 * statement, so that changes and facts are read from one snapshot. The caller holds the lock of metrics: a count at the
 * same time could read the old facts of a finding that this statement does not see.
 */
export async function updateFacts(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ project_id: number }>`
    with changed as (delete from vulnerability_fact_change returning source, vuln_id, group_id), ${withNamed},
    known as materialized (
      select v.id from named join vulnerability v on v.vuln_id = named.vuln_id and v.source = named.source),
    exploited as materialized ${exploitedVulnerabilities},
    updated as (
      insert into vulnerability_fact as stored (vulnerability_id, alias_key, facts)
      select computed.vulnerability_id, computed.alias_key, computed.facts from (${computedFacts}) computed
      where computed.vulnerability_id in (select id from known)
      on conflict (vulnerability_id) do update set alias_key = excluded.alias_key, facts = excluded.facts
      where (stored.alias_key, stored.facts) is distinct from (excluded.alias_key, excluded.facts))
    select distinct finding.project_id from known join finding on finding.vulnerability_id = known.id`.execute(
    tx,
  );
  return rows.map(({ project_id }) => project_id);
}

/**
 * Records the vulnerabilities whose facts are wrong as changed, and returns their number. Changes that are not followed
 * yet are no differences. Deletes facts of vulnerabilities that were deleted while their facts were updated.
 */
export async function recordWrongFacts(tx: Tx): Promise<number> {
  await sql`delete from vulnerability_fact stored
    where not exists (select from vulnerability v where v.id = stored.vulnerability_id)`.execute(tx);
  const { numAffectedRows } = await sql`
    with changed as (select source, vuln_id, group_id from vulnerability_fact_change), ${withNamed},
    exploited as materialized ${exploitedVulnerabilities}
    insert into vulnerability_fact_change (source, vuln_id)
    select computed.source, computed.vuln_id from (${computedFacts}) computed
    left join vulnerability_fact stored on stored.vulnerability_id = computed.vulnerability_id
    where (stored.alias_key, stored.facts) is distinct from (computed.alias_key, computed.facts)
      and (computed.vuln_id, computed.source) not in (select vuln_id, source from named)`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
