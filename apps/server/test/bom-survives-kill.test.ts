import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { bomOf, npm } from './support/bom-uploads.ts';
import { createTestDatabase, type TestDatabase } from './support/test-database.ts';
import { ADMIN_PASSWORD } from './support/test-template.ts';

const SERVER = join(import.meta.dirname, '../src/main.ts');
const UPLOADS = 50;
const COMPONENTS = 300;

/** A node that died is noticed after 10 seconds and its work taken over; 30 are promised. */
const TAKEN_OVER = { timeout: 60_000, interval: 250 };

const nodes = new Set<ChildProcess>();
let database: TestDatabase | undefined;
let directory = '';

afterAll(async () => {
  for (const node of nodes) node.kill('SIGKILL');
  await database?.drop();
  if (directory) await rm(directory, { recursive: true, force: true });
});

interface Node {
  readonly process: ChildProcess;
  readonly url: string;
}

async function startNode(databaseUrl: string): Promise<Node> {
  const settings = {
    'svc.datasource.url': databaseUrl,
    'svc.data.directory': directory,
    'svc.http.port': '0',
    'svc.management.port': '0',
    'svc.logging.level.root': 'error',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['--set', `${name}=${value}`]);
  const child = spawn(process.execPath, [SERVER, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  nodes.add(child);
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    const url = /Interface\s+(http:\S+)/.exec(output)?.[1];
    if (url && output.includes('Ctrl-C')) return { process: child, url };
  }
  throw new Error(`The node ended before it was ready: ${output}`);
}

async function signIn({ url }: Node): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password: ADMIN_PASSWORD });
  return `Bearer ${await (await fetch(`${url}/api/v1/user/login`, { method: 'POST', body })).text()}`;
}

const document = (index: number) =>
  JSON.stringify(bomOf(Array.from({ length: COMPONENTS }, (_, n) => npm(`p${n}`, `${index}.0`))));

/** Whether it was accepted; a node that dies meanwhile has not accepted it. */
async function upload({ url }: Node, authorization: string, index: number): Promise<boolean> {
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

interface Seen {
  readonly pending: number;
  readonly processed: number;
}

async function look(): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select count(*) filter (where state = 'PENDING') as pending,
      count(*) filter (where state = 'PROCESSED') as processed from bom_upload
  `.execute(database?.db as TestDatabase['db']);
  return rows[0] as Seen;
}

test('50 uploads of different projects at once, with kill -9 of the server in between: all are processed after restart, none twice', {
  timeout: 120_000,
}, async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'tallyman-kill-'));
  const killed = await startNode(database.url);
  const authorization = await signIn(killed);
  const accepting = Array.from({ length: UPLOADS }, (_, index) => upload(killed, authorization, index));
  while ((await look()).processed < 5) await setTimeout(5);
  killed.process.kill('SIGKILL');
  await once(killed.process, 'exit');
  const accepted = await Promise.all(accepting);
  expect((await look()).processed).toBeLessThan(UPLOADS);

  const restarted = await startNode(database.url);
  const again = await signIn(restarted);
  const refused = accepted.flatMap((wasAccepted, index) => (wasAccepted ? [] : [index]));
  // An upload whose answer was lost may have been accepted: then it is simply the same document again.
  for (const index of refused) expect(await upload(restarted, again, index)).toBe(true);
  await expect.poll(async () => (await look()).pending, TAKEN_OVER).toBe(0);

  const { rows: projects } = await sql`
    select p.name, count(distinct c.id)::int as components, count(distinct c.purl)::int as purls
    from project p join component c on c.project_id = p.id and c.removed_at is null
    group by p.name`.execute(database.db);
  expect(projects).toHaveLength(UPLOADS);
  for (const project of projects)
    expect(project).toMatchObject({ components: COMPONENTS, purls: COMPONENTS });
  const { rows: told } = await sql`
    select u.token, count(n.id)::int as told from bom_upload u
    join project p on p.id = u.project_id
    left join notification_outbox n on n.project_uuid = p.uuid and n.group_name = 'BOM_PROCESSED'
      and position(convert_to(u.token::text, 'UTF8') in n.notification) > 0
    group by u.token having count(n.id) <> 1`.execute(database.db);
  expect(told).toEqual([]);
  const { rows: states } = await sql`
    select state, count(*) from bom_upload where state not in ('PROCESSED', 'UNCHANGED') group by state
  `.execute(database.db);
  expect(states).toEqual([]);
});
