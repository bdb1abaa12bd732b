import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import { toStorableJson } from '../../platform/db/storable-text.ts';
import type { AnalyzedComponent, Report } from './analyzers/analyzer.ts';

/** "Components flagged internal are never sent out." */
export async function listComponentsToSend(
  db: Db,
  projectIds: readonly number[],
): Promise<AnalyzedComponent[]> {
  return db
    .selectFrom('component')
    .select(['id', 'purl', 'purl_coordinates as coordinates', 'cpe'])
    .where(sql<boolean>`project_id = any(${[...projectIds]}::bigint[])`)
    .where('removed_at', 'is', null)
    .where('is_internal', '=', false)
    .where((eb) => eb.or([eb('purl_coordinates', 'is not', null), eb('cpe', 'is not', null)]))
    .orderBy('id')
    .execute();
}

/** Inserts into `reported_finding` (record-findings.ts). The vulnerabilities must have been recorded. */
export async function stageReports(tx: Tx, analyzer: string, reports: readonly Report[]): Promise<void> {
  await sql`
    insert into reported_finding (component_id, vulnerability_id, analyzer, alternate_identifier, reference_url)
    select r.component_id, v.id, ${analyzer}, r.alternate_identifier, r.reference_url
    from unnest(
      ${reports.map(({ componentId }) => componentId)}::bigint[],
      ${reports.map(({ record }) => record.source)}::text[],
      ${reports.map(({ record }) => record.vulnId)}::text[],
      ${reports.map(({ alternateIdentifier }) => alternateIdentifier ?? null)}::text[],
      ${reports.map(({ referenceUrl }) => referenceUrl ?? null)}::text[]
    ) as r (component_id, source, vuln_id, alternate_identifier, reference_url)
    join vulnerability v on v.vuln_id = r.vuln_id collate "C" and v.source = r.source collate "C"
    where v.rejected_at is null`.execute(tx);
}

export async function listAnswers(
  db: Db,
  analyzer: string,
  purls: readonly string[],
  since: Date,
): Promise<{ purl: string; answer: unknown }[]> {
  return db
    .selectFrom('analyzer_answer')
    .select(['purl', 'answer'])
    .where('analyzer', '=', analyzer)
    .where(sql<boolean>`purl = any(${[...purls]}::text[])`)
    .where('answered_at', '>=', since)
    .execute();
}

export async function upsertAnswers(
  tx: Tx,
  analyzer: string,
  answers: ReadonlyMap<string, object>,
  now: Date,
): Promise<void> {
  const purls = [...answers.keys()].sort();
  await sql`
    insert into analyzer_answer (analyzer, purl, answer, answered_at)
    select ${analyzer}, purl, answer::jsonb, ${now}::timestamptz
    from unnest(${purls}::text[], ${purls.map((purl) => toStorableJson(answers.get(purl) ?? []))}::text[])
      as given (purl, answer)
    on conflict (analyzer, purl) do update set answer = excluded.answer, answered_at = excluded.answered_at`.execute(
    tx,
  );
}

export async function deleteAnswersBefore(tx: Tx, time: Date): Promise<void> {
  await tx.deleteFrom('analyzer_answer').where('answered_at', '<', time).execute();
}
