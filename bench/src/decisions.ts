/**
 * Decisions in bulk: one request that decides on many findings, the same again, and its undoing, with a vulnerability
 * whose description is as long as they are. Beside it, the least that could be done: writing as many decisions,
 * entries of histories and notifications straight from one statement each. Run with
 * `node bench/src/decisions.ts [findings…]`; results are kept in bench/README.md.
 */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction } from '../../apps/server/src/platform/db/database.ts';
import { rounded } from './figures.ts';
import { givenSizes } from './given-sizes.ts';
import { measureCosts } from './measure-costs.ts';
import { openBench } from './open-bench.ts';
import { residentMegabytes } from './process-costs.ts';

const sizes = givenSizes([1_000, 10_000, 50_000]);

const bench = await openBench();
const { database } = bench;
try {
  const server = await bench.startServer({ isWatched: true });
  await measureSize(500);
  await setTimeout(2_000);
  const idle = residentMegabytes(server.pid);
  for (const size of sizes) {
    console.log(`${size} findings`);
    console.table(await measureSize(size));
  }
  console.log(JSON.stringify({ 'idle memory, MB': idle }));

  async function measureSize(size: number): Promise<Record<string, object>> {
    const [project, other] = [await createProject(size), await createProject(size)];
    const filter = { projects: [project] };
    const decision = { filter, analysisState: 'NOT_AFFECTED', isSuppressed: true, comment: 'Reviewed.' };
    const dryRun = await measure(() => call('PUT', '/api/v1/analysis/bulk?dryRun=true', decision));
    const decided = await measure(() => call('PUT', '/api/v1/analysis/bulk', decision));
    const { comment, ...silent } = decision;
    const again = await measure(() => call('PUT', '/api/v1/analysis/bulk', silent));
    const undone = await measure(() => call('POST', `/api/v1/analysis/bulk/${decided.answer.batch}/undo`));
    const floor = await measure(() => writeStraight(other));
    const rows = { 'dry run': dryRun, decided, again, undone, floor };
    return Object.fromEntries(Object.entries(rows).map(([name, { answer, ...costs }]) => [name, costs]));
  }

  async function measure(work: () => Promise<Record<string, unknown>>) {
    const costs = await measureCosts(bench, server, work);
    return {
      s: rounded(costs.seconds),
      'server CPU, s': rounded(costs.serverCpu),
      'PostgreSQL CPU, s': rounded(costs.postgresCpu),
      'memory, MB': costs.peakMegabytes,
      'longest stall, ms': costs.longestStall,
      answer: costs.answer,
    };
  }

  async function call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const headers = { Authorization: server.authorization, 'Content-Type': 'application/json' };
    const response = await fetch(server.api + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  }

  async function createProject(findings: number): Promise<string> {
    const { uuid } = await call('PUT', '/api/v1/project', { name: crypto.randomUUID(), version: '1' });
    await seed(String(uuid), findings);
    return String(uuid);
  }
} finally {
  await bench.close();
}

/** A fifth as many components as findings, each affected by the same five vulnerabilities. */
async function seed(project: string, findings: number): Promise<void> {
  await sql`
    insert into vulnerability (uuid, source, vuln_id, title, description, severity, content_hash, matching_generation)
    select gen_random_uuid(), 'NVD', 'CVE-2026-' || n, 'A flaw', repeat('What can happen and to whom. ', 30), 'HIGH', 0, 0
    from generate_series(1, 5) n on conflict do nothing`.execute(database.db);
  await sql`
    with added as (
      insert into component (uuid, project_id, name, version, purl, purl_coordinates, classifier, identity_hash, content_hash)
      select gen_random_uuid(), project.id, 'component-' || n, '1.0', 'pkg:npm/component-' || n || '@1.0',
        'pkg:npm/component-' || n || '@1.0', 'LIBRARY', n, n
      from project, generate_series(1, ${Math.ceil(findings / 5)}::integer) n where project.uuid = ${project}
      returning id, project_id
    )
    insert into finding (component_id, vulnerability_id, project_id, first_seen)
    select added.id, vulnerability.id, project_id, now()
    from added, vulnerability where vuln_id like 'CVE-2026-%'`.execute(database.db);
  await sql`analyze component, finding, vulnerability`.execute(database.db);
}

/** As many rows of the same sizes, made by the database itself. */
async function writeStraight(project: string): Promise<Record<string, unknown>> {
  await inTransaction(database.db, async (tx) => {
    const findings = sql`from finding join project on project.id = finding.project_id where project.uuid = ${project}`;
    await sql`
      insert into finding_analysis (component_id, vulnerability_id, project_id, state, is_suppressed, decided_by, updated_at)
      select component_id, vulnerability_id, project_id, 'NOT_AFFECTED', true, 'PERSON', now() ${findings}`.execute(
      tx,
    );
    await sql`
      insert into finding_audit (component_id, vulnerability_id, at, commenter, comment, changes)
      select component_id, vulnerability_id, now(), 'admin', entry.comment, entry.changes::jsonb
      from finding join project on project.id = finding.project_id,
        (values ('Analysis: NOT_SET → NOT_AFFECTED', '[{"field": "state"}]'), ('Reviewed.', null)) as entry (comment, changes)
      where project.uuid = ${project}`.execute(tx);
    await sql`
      insert into notification_outbox (id, notification, group_name, level, scope, project_uuid)
      select gen_random_uuid(), convert_to(repeat('What can happen and to whom. ', 70), 'UTF8'), 'PROJECT_AUDIT_CHANGE',
        'INFORMATIONAL', 'PORTFOLIO', project.uuid ${findings}`.execute(tx);
  });
  return {};
}
