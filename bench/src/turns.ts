/**
 * Acceptance and import sharing one node: clients upload small documents without a pause, and another client uploads a single
 * component now and then. Time until the response, and from there until the import.
 * Run with `node bench/src/turns.ts [clients] [seconds]`; results are in bench/README.md.
 */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { rounded } from './figures.ts';
import { openBench } from './open-bench.ts';

const [clients = 12, seconds = 30] = process.argv.slice(2).map(Number);
if (!(clients > 0 && seconds > 0)) throw new Error('Give numbers of clients and seconds, such as 12 30.');

const COMPONENTS = 100;
const PAUSE_MS = 1_000;

const bench = await openBench();
const { db } = bench.database;
try {
  const server = await bench.startServer();
  const apiKey = await createKey();
  const until = performance.now() + seconds * 1_000;
  const answers: Record<string, number[]> = { bulk: [], single: [] };
  await Promise.all([...Array.from({ length: clients }, (_, client) => repeat(client)), uploadSingles()]);
  while (await isPending()) await setTimeout(100);
  console.table({ bulk: await describe('bulk'), single: await describe('single') });

  async function repeat(client: number): Promise<void> {
    const headers = { authorization: server.authorization };
    for (let n = 0; performance.now() < until; n++)
      await upload('bulk', `${client}-${n}`, COMPONENTS, headers);
  }

  async function uploadSingles(): Promise<void> {
    for (let n = 0; performance.now() < until; n++) {
      await upload('single', String(n), 1, { 'X-Api-Key': apiKey });
      await setTimeout(PAUSE_MS);
    }
  }

  async function upload(
    kind: string,
    name: string,
    components: number,
    headers: Record<string, string>,
  ): Promise<void> {
    const body = new FormData();
    body.set('projectName', `${kind} ${name}`);
    body.set('autoCreate', 'true');
    body.set('bom', new Blob([documentOf(name, components)]), 'bom.json');
    const began = performance.now();
    const answer = await fetch(`${server.api}/api/v1/bom`, { method: 'POST', headers, body });
    if (answer.status !== 200) throw new Error(await answer.text());
    await answer.text();
    answers[kind]?.push((performance.now() - began) / 1_000);
  }

  async function createKey(): Promise<string> {
    const headers = { authorization: server.authorization, 'Content-Type': 'application/json' };
    const call = async (method: string, path: string, body?: object) => {
      const content = body ? { body: JSON.stringify(body) } : {};
      const answer = await fetch(server.api + path, { method, headers, ...content });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json() as Promise<{ uuid: string; key: string }>;
    };
    const team = await call('PUT', '/api/v1/team', { name: 'single' });
    for (const permission of ['BOM_UPLOAD', 'PROJECT_CREATION_UPLOAD'])
      await call('POST', `/api/v1/permission/${permission}/team/${team.uuid}`);
    return (await call('PUT', `/api/v1/team/${team.uuid}/key`)).key;
  }

  async function describe(kind: string) {
    const waits = await listWaits(kind);
    return {
      uploads: waits.length,
      'per second': rounded(waits.length / seconds),
      'answered after, p50 s': middle(answers[kind] ?? []),
      'imported after the answer, p50 s': middle(waits),
      'p95 s': rounded(waits[Math.floor(waits.length * 0.95)] ?? 0),
    };
  }
} finally {
  await bench.close();
}

function middle(values: readonly number[]): number {
  return rounded([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
}

function documentOf(name: string, components: number): string {
  const list = Array.from({ length: components }, (_, n) => ({
    type: 'library',
    name: `c${n}`,
    version: '1',
    purl: `pkg:npm/c${n}@1?of=${name}`,
  }));
  return JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components: list });
}

async function isPending(): Promise<boolean> {
  const { rows } = await sql`select from bom_upload where state = 'PENDING' limit 1`.execute(db);
  return rows.length > 0;
}

async function listWaits(kind: string): Promise<number[]> {
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from processed_at - uploaded_at)::float8 as wait
    from bom_upload join project on project.id = project_id
    where name like ${`${kind} %`} order by 1`.execute(db);
  return rows.map(({ wait }) => wait);
}
