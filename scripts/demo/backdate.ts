import { sql } from 'kysely';
import { type Db, inTransaction } from '../../apps/server/src/platform/db/database.ts';
import { backdateMetrics } from './backdate-metrics.ts';
import type { FilledProject } from './fill-portfolio.ts';

/**
 * Moves what has just been uploaded and decided into the past. The interface cannot do this, because it never accepts times
 * from clients. Findings appear with the upload or with their advisory, whichever is later; decisions follow within weeks.
 */
export async function backdate(db: Db, projects: readonly FilledProject[]): Promise<void> {
  const uuids = projects.map(({ uuid }) => uuid);
  const days = projects.map(({ daysAgo }) => daysAgo);
  await inTransaction(db, async (tx) => {
    await sql`
      create temporary table demo_project on commit drop as
      select p.id, now() - make_interval(days => given.days, mins => (p.id * 37 % 600)::int) as uploaded_at
      from unnest(${uuids}::uuid[], ${days}::int[]) as given (uuid, days) join project p on p.uuid = given.uuid
    `.execute(tx);
    await moveUploads(tx);
    await moveFindings(tx);
    await moveDecisions(tx);
    await backdateMetrics(tx);
  });
}

async function moveUploads(tx: Db): Promise<void> {
  await sql`
    update bom_upload u set uploaded_at = d.uploaded_at, processed_at = d.uploaded_at + interval '2 seconds'
    from demo_project d where d.id = u.project_id`.execute(tx);
  await sql`
    update project p set created_at = d.uploaded_at, last_bom_import = d.uploaded_at
    from demo_project d where d.id = p.id`.execute(tx);
  await sql`
    update component c set created_at = d.uploaded_at from demo_project d where d.id = c.project_id`.execute(
    tx,
  );
  await sql`
    update policy_violation v set occurred_at = d.uploaded_at from demo_project d where d.id = v.project_id`.execute(
    tx,
  );
}

async function moveFindings(tx: Db): Promise<void> {
  await sql`
    update finding f set first_seen = greatest(d.uploaded_at, v.published_at)
    from demo_project d, vulnerability v where d.id = f.project_id and v.id = f.vulnerability_id`.execute(tx);
  await sql`
    update finding_attribution a set attributed_at = f.first_seen from finding f
    where f.component_id = a.component_id and f.vulnerability_id = a.vulnerability_id`.execute(tx);
}

async function moveDecisions(tx: Db): Promise<void> {
  await sql`
    create temporary table demo_decision on commit drop as
    select f.component_id, f.vulnerability_id,
      least(now(), f.first_seen + make_interval(hours => (f.component_id * 53 % 500)::int)) as decided_at
    from finding f join demo_project d on d.id = f.project_id`.execute(tx);
  await sql`
    update finding_analysis a set updated_at = d.decided_at from demo_decision d
    where d.component_id = a.component_id and d.vulnerability_id = a.vulnerability_id`.execute(tx);
  await sql`
    update finding_audit a set at = d.decided_at from demo_decision d
    where d.component_id = a.component_id and d.vulnerability_id = a.vulnerability_id`.execute(tx);
}
