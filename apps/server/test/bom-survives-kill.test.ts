import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bomOf, npm } from './support/bom-uploads.ts';
import {
  createKillableService,
  type KillableNode,
  type KillableService,
} from './support/killable-service.ts';

const UPLOADS = 50;
const COMPONENTS = 300;

const CLAIMED_AGAIN = { interval: 250 };

type Db = KillableService['db'];

const document = (index: number) =>
  JSON.stringify(bomOf(Array.from({ length: COMPONENTS }, (_, n) => npm(`p${n}`, `${index}.0`))));

/** Returns whether the upload was accepted. A node that dies during the request has not accepted it. */
async function upload({ url }: KillableNode, authorization: string, index: number): Promise<boolean> {
  const body = new FormData();
  body.set('projectName', `project ${index}`);
  body.set('autoCreate', 'true');
  body.set('bom', new Blob([document(index)]), 'bom.json');
  try {
    const answer = await fetch(`${url}/api/v1/bom`, { method: 'POST', headers: { authorization }, body });
    return answer.status === 200;
  } catch {
    return false;
  }
}

interface UploadCounts {
  readonly pending: number;
  readonly processed: number;
}

async function countUploads(db: Db): Promise<UploadCounts> {
  const { rows } = await sql<UploadCounts>`
    select count(*) filter (where state = 'PENDING') as pending,
      count(*) filter (where state = 'PROCESSED') as processed from bom_upload
  `.execute(db);
  return rows[0] as UploadCounts;
}

test('50 uploads of different projects at once, with kill -9 of the server in between: all are processed after restart, none twice', async () => {
  const { db, startNode } = await createKillableService();
  const killed = await startNode();
  const authorization = await killed.signIn();
  const accepting = Array.from({ length: UPLOADS }, (_, index) => upload(killed, authorization, index));
  while ((await countUploads(db)).processed < 5) await setTimeout(5);
  await killed.kill();
  const accepted = await Promise.all(accepting);
  expect((await countUploads(db)).processed).toBeLessThan(UPLOADS);

  const restarted = await startNode();
  const again = await restarted.signIn();
  const refused = accepted.flatMap((wasAccepted, index) => (wasAccepted ? [] : [index]));
  // An upload whose response was lost may have been accepted. Then it is the same document again.
  for (const index of refused) expect(await upload(restarted, again, index)).toBe(true);
  await expect.poll(async () => (await countUploads(db)).pending, CLAIMED_AGAIN).toBe(0);

  const { rows: projects } = await sql`
    select p.name, count(distinct c.id)::int as components, count(distinct c.purl)::int as purls
    from project p join component c on c.project_id = p.id and c.removed_at is null
    group by p.name`.execute(db);
  expect(projects).toHaveLength(UPLOADS);
  for (const project of projects)
    expect(project).toMatchObject({ components: COMPONENTS, purls: COMPONENTS });
  const { rows: notifiedOtherwise } = await sql`
    select u.token, count(n.id)::int as notifications from bom_upload u
    join project p on p.id = u.project_id
    left join notification_outbox n on n.project_uuid = p.uuid and n.group_name = 'BOM_PROCESSED'
      and position(convert_to(u.token::text, 'UTF8') in n.notification) > 0
    group by u.token having count(n.id) <> 1`.execute(db);
  expect(notifiedOtherwise).toEqual([]);
  const { rows: states } = await sql`
    select state, count(*) from bom_upload where state not in ('PROCESSED', 'UNCHANGED') group by state
  `.execute(db);
  expect(states).toEqual([]);
});
