import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  createKillableService,
  type KillableNode,
  type KillableService,
} from './support/killable-service.ts';
import { entryOf, vexOf } from './support/vex-imports.ts';

const FINDINGS = 4_000;
const IMPORTS = 3;

const CLAIMED_AGAIN = { interval: 250 };

type Db = KillableService['db'];

/** A project in which one component has all findings. */
async function seedProject(db: Db, { url }: KillableNode, authorization: string): Promise<string> {
  const headers = { authorization, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'killed', version: '1' });
  const answer = await fetch(`${url}/api/v1/project`, { method: 'PUT', headers, body });
  const { uuid } = (await answer.json()) as { uuid: string };
  await sql`
    insert into vulnerability (uuid, source, vuln_id, severity, content_hash, matching_generation)
    select gen_random_uuid(), 'NVD', 'CVE-2037-' || n, 'HIGH', n, 0 from generate_series(1, ${FINDINGS}::int) n
  `.execute(db);
  await sql`
    with added as (
      insert into component (uuid, project_id, name, version, classifier, identity_hash, content_hash)
      select gen_random_uuid(), id, 'lib', '1', 'LIBRARY', 1, 1 from project where uuid = ${uuid}
      returning id, project_id)
    insert into finding (component_id, vulnerability_id, project_id, first_seen)
    select added.id, vulnerability.id, added.project_id, now() from added, vulnerability`.execute(db);
  return uuid;
}

/** An alert, so that a notification is emitted for every change. */
async function seedAlert(db: Db): Promise<void> {
  await sql`
    with added as (
      insert into alert (uuid, name, is_enabled, scope, level, groups, latest_only, publisher_id, trigger_type)
      select gen_random_uuid(), 'audit', true, 'PORTFOLIO', 'INFORMATIONAL', '{PROJECT_AUDIT_CHANGE}', true, id, 'EVENT'
      from publisher where name = 'Webhook'
      returning id, scope, level, groups)
    insert into notification_subscription (alert_id, scope, level, groups)
    select id, scope, level, groups from added`.execute(db);
}

async function send(
  { url }: KillableNode,
  authorization: string,
  project: string,
  state: string,
): Promise<void> {
  const entries = Array.from({ length: FINDINGS }, (_, n) => entryOf(`CVE-2037-${n + 1}`, { state }));
  const body = new FormData();
  body.set('project', project);
  body.set('vex', new Blob([JSON.stringify(vexOf(entries))]), 'vex.json');
  const answer = await fetch(`${url}/api/v1/vex`, { method: 'POST', headers: { authorization }, body });
  expect(answer.status).toBe(200);
}

async function statesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`select state from vex_upload order by id`.execute(db);
  return rows.map((row) => row.state);
}

/** Whether a transaction is writing decisions now: they are not visible yet, but their table is locked. */
async function isWriting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ writing: boolean }>`
    select exists (select from pg_locks join pg_class on pg_class.oid = relation
      where relname = 'finding_audit' and mode = 'RowExclusiveLock') as writing`.execute(db);
  return rows[0]?.writing ?? false;
}

test('kill -9 during an import: after restart it is applied exactly once', async () => {
  const { db, startNode } = await createKillableService();
  const killed = await startNode();
  const authorization = await killed.signIn();
  const project = await seedProject(db, killed, authorization);
  await seedAlert(db);
  const states = ['in_triage', 'exploitable', 'not_affected'];
  for (const state of states) await send(killed, authorization, project, state);
  while (!(await isWriting(db)) && (await statesOf(db)).includes('PENDING')) await setTimeout(1);
  await killed.kill();
  expect(await statesOf(db)).toContain('PENDING');

  await startNode();
  await expect.poll(() => statesOf(db), CLAIMED_AGAIN).toEqual(Array(IMPORTS).fill('PROCESSED'));
  const { rows } = await sql`
    select state, is_suppressed, count(*) as findings,
      (select count(*) from finding_audit) as history,
      (select count(*) from notification_outbox where group_name = 'VEX_PROCESSED') as processed,
      (select count(*) from notification_outbox where group_name = 'PROJECT_AUDIT_CHANGE') as notified,
      (select sum(entries_applied) from vex_upload) as applied
    from finding_analysis group by state, is_suppressed`.execute(db);
  const all = IMPORTS * FINDINGS;
  expect(rows).toEqual([
    {
      state: 'NOT_AFFECTED',
      is_suppressed: true,
      findings: FINDINGS,
      history: all,
      processed: IMPORTS,
      notified: all,
      applied: all,
    },
  ]);
});
