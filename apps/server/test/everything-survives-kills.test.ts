import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { bomOf, npm } from './support/bom-uploads.ts';
import { DataSourceServer, osvDocument } from './support/data-source-server.ts';
import { listOpenWork, readDerivedState, requestRecount } from './support/derived-state.ts';
import {
  createKillableService,
  type KillableNode,
  type KillableService,
} from './support/killable-service.ts';
import { heartbeatOf, timeoutFactor } from './support/timeout-factor.ts';
import { entryOf, vexOf } from './support/vex-imports.ts';

const KILLS = Number(process.env.TALLYMAN_TEST_KILLS ?? 50);
const NODES = 2;
/** A node is killed at a random time, soon after a request was acknowledged. */
const MAX_MS_AFTER_ANSWER = 500;
const LONGEST_LIFE_MS = 15_000 * timeoutFactor;
/** Gives the nodes time to process accepted requests. A policy change is evaluated for all projects. */
const REQUEST_INTERVAL_MS = 300;
const POLICY_INTERVAL_MS = 1_000;
const SEEDED = 6;
const SETTLES = { timeout: 240_000 * timeoutFactor, interval: 250 };
const LIMIT_MS = (600_000 + KILLS * 15_000) * timeoutFactor;

type Db = KillableService['db'];

/** Two nodes that are repeatedly killed and restarted. Requests go to a running node. */
class Chaos {
  readonly #service: KillableService;
  readonly #nodes: (KillableNode | undefined)[] = [];
  authorization = '';
  kills = 0;
  isOver = false;
  lastFailure: unknown;

  constructor(service: KillableService) {
    this.#service = service;
  }

  async start(slot: number): Promise<KillableNode> {
    const node = await this.#service.startNode();
    this.#nodes[slot] = node;
    return node;
  }

  async kill(slot: number): Promise<void> {
    const node = this.#nodes[slot];
    this.#nodes[slot] = undefined;
    await node?.kill();
    // Kill the process that serves, not its parent.
    if (node) await expect(fetch(`${node.url}/api/version`)).rejects.toThrow();
  }

  async killAgainAndAgain(slot: number, acknowledged: Acknowledged): Promise<void> {
    for (let life = slot; this.kills < KILLS; life++) {
      await acknowledged.next(life);
      await sleep(Math.random() * MAX_MS_AFTER_ANSWER);
      this.kills++;
      await this.kill(slot);
      await this.start(slot);
    }
  }

  /** Returns undefined if the outcome is unknown: the node died, or could not answer. */
  async send(method: string, path: string, body?: FormData | object): Promise<Answer | undefined> {
    const alive = this.#nodes.filter((node) => node !== undefined);
    const node = alive[Math.floor(Math.random() * alive.length)];
    if (!node) return void (await sleep(50));
    const isForm = body instanceof FormData;
    const headers = {
      authorization: this.authorization,
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
    };
    const content = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    try {
      const signal = AbortSignal.timeout(20_000 * timeoutFactor);
      const response = await fetch(node.url + path, { method, headers, signal, ...content });
      const answer = { status: response.status, body: await response.json() };
      if (response.status < 500) return answer;
      this.lastFailure = answer;
    } catch (error) {
      this.lastFailure = error;
      return void (await sleep(20));
    }
  }

  /** Repeats a request until its outcome is known. Only for idempotent requests. */
  async insist(method: string, path: string, body?: FormData | object): Promise<Answer> {
    const until = performance.now() + SETTLES.timeout;
    while (!this.isOver && performance.now() < until) {
      const answer = await this.send(method, path, body);
      if (answer) return answer;
    }
    throw new Error(`${method} ${path} was not answered.`, { cause: this.lastFailure });
  }
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a black-box test reads answers of every shape
  readonly body: any;
}

/** Acknowledged requests, whose effect must be visible at the end. */
class Acknowledged {
  readonly uploads: { token: string; project: string; components: number }[] = [];
  readonly vexes: string[] = [];
  readonly decisions: { component: string; vulnerability: string; state: string }[] = [];

  /**
   * Waits for the next acknowledgement. In every third round it waits for one kind of request, because on a busy
   * machine short requests would always be first.
   */
  async next(life: number): Promise<void> {
    const kinds = [this.vexes, this.uploads, this.decisions];
    const kind = life % 3 === 0 ? kinds[(life / 3) % 3] : undefined;
    const count = () => (kind ? [kind] : kinds).reduce((sum, { length }) => sum + length, 0);
    const [before, until] = [count(), performance.now() + LONGEST_LIFE_MS];
    while (count() === before && performance.now() < until) await sleep(10);
  }
}

const VULNERABLE = 8;
const nameOf = (n: number) => `package-osv-${n}`;

async function upload(chaos: Chaos, acknowledged: Acknowledged, n: number): Promise<void> {
  const project = `project ${n}`;
  const components = [0, 1, 2, n % VULNERABLE].map((k) => nameOf(k));
  const unique = [...new Set([...components, `own-${n}`])];
  const form = new FormData();
  form.set('projectName', project);
  form.set('autoCreate', 'true');
  form.set('bom', new Blob([JSON.stringify(bomOf(unique.map((name) => npm(name, '0.5.0'))))]), 'bom.json');
  const { status, body } = await chaos.insist('POST', '/api/v1/bom', form);
  if (status === 200) acknowledged.uploads.push({ token: body.token, project, components: unique.length });
  else expect(status, JSON.stringify(body)).toBe(409);
}

interface FindingRow {
  readonly project: string;
  readonly component: string;
  readonly vulnerability: string;
}

/** A finding of the vulnerability, preferably one without a decision. */
async function chooseFinding(db: Db, vulnId: string): Promise<FindingRow | undefined> {
  const { rows } = await sql<FindingRow>`
    select p.uuid as project, c.uuid as component, v.uuid as vulnerability from finding f
    join component c on c.id = f.component_id join project p on p.id = f.project_id
    join vulnerability v on v.id = f.vulnerability_id
    where v.vuln_id = ${vulnId} and f.inactive_since is null
    order by exists (
      select from finding_analysis a where a.component_id = c.id and a.vulnerability_id = v.id), random() limit 1`.execute(
    db,
  );
  return rows[0];
}

async function sendVex(chaos: Chaos, db: Db, acknowledged: Acknowledged): Promise<void> {
  const finding = await chooseFinding(db, 'OSV-0');
  if (!finding) return void (await sleep(50));
  const form = new FormData();
  form.set('project', finding.project);
  const document = vexOf([entryOf('OSV-0', { state: 'not_affected' })]);
  form.set('vex', new Blob([JSON.stringify(document)]), 'vex.json');
  const answer = await chaos.send('POST', '/api/v1/vex', form);
  if (!answer) return;
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  acknowledged.vexes.push(answer.body.token);
}

async function decide(chaos: Chaos, db: Db, acknowledged: Acknowledged): Promise<void> {
  const finding = await chooseFinding(db, 'OSV-1');
  if (!finding) return void (await sleep(50));
  const { project, component, vulnerability } = finding;
  const state = Math.random() < 0.5 ? 'EXPLOITABLE' : 'FALSE_POSITIVE';
  const body = {
    project,
    component,
    vulnerability,
    analysisState: state,
    isSuppressed: state !== 'EXPLOITABLE',
  };
  const answer = await chaos.send('PUT', '/api/v1/analysis', body);
  if (!answer) return;
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  acknowledged.decisions.push({ component, vulnerability, state });
}

async function changePolicies(
  chaos: Chaos,
  conditions: readonly string[],
  vulnPolicy: string,
): Promise<void> {
  const value = `pkg:npm/${nameOf(Math.floor(Math.random() * VULNERABLE))}@0.5.0`;
  const uuid = conditions[Math.floor(Math.random() * conditions.length)];
  await chaos.send('POST', '/api/v1/policy/condition', {
    uuid,
    subject: 'PACKAGE_URL',
    operator: 'MATCHES',
    value,
  });
  const suppressed = nameOf(2 + Math.floor(Math.random() * 3));
  await chaos.send('PUT', `/api/v2/vuln-policies/${vulnPolicy}`, toVulnPolicy(suppressed));
}

const toVulnPolicy = (component: string) => ({
  name: 'not affected',
  condition: `component.name == "${component}"`,
  analysis: { state: 'NOT_AFFECTED', suppress: true },
  operation_mode: 'APPLY',
});

async function createPolicies(chaos: Chaos): Promise<{ conditions: string[]; vulnPolicy: string }> {
  const conditions: string[] = [];
  for (const name of ['one', 'two', 'three']) {
    const policy = await chaos.insist('PUT', '/api/v1/policy', { name });
    const condition = { subject: 'PACKAGE_URL', operator: 'MATCHES', value: 'pkg:npm/none@1' };
    const created = await chaos.insist('PUT', `/api/v1/policy/${policy.body.uuid}/condition`, condition);
    conditions.push(created.body.uuid);
  }
  await chaos.insist('POST', '/api/v2/vuln-policies', toVulnPolicy(nameOf(2)));
  const { body } = await chaos.insist('GET', '/api/v2/vuln-policies');
  return { conditions, vulnPolicy: body.items[0].uuid };
}

async function mirror(chaos: Chaos, db: Db): Promise<void> {
  await chaos.insist('POST', '/api/v2/vuln-data-sources/osv/mirror-runs');
  const state = async () => {
    await hurryRetries(db);
    return (await sql<{ state: string }>`select state from mirror_run`.execute(db)).rows[0]?.state;
  };
  await expect.poll(state, SETTLES).toBe('COMPLETED');
}

/** Resolves when all kills are done. */
async function repeat(
  chaos: Chaos,
  act: (n: number) => Promise<void>,
  intervalMs = REQUEST_INTERVAL_MS,
): Promise<void> {
  for (let n = 0; chaos.kills < KILLS && !chaos.isOver; n++) {
    await act(n);
    await sleep(intervalMs);
  }
}

/** The unfinished work. On a busy machine, jobs may lose their heartbeat without a kill as well. */
async function listHurriedWork(db: Db): Promise<object[]> {
  await hurryRetries(db);
  return listOpenWork(db);
}

/** Makes jobs due that wait for a retry, which may take minutes after several attempts, and analyses that were given up. */
async function hurryRetries(db: Db): Promise<void> {
  await sql`update analysis_due set retry_after = null where retry_after is not null`.execute(db);
  await sql`update pgboss.job set start_after = now() where state = 'retry' and start_after > now()`.execute(
    db,
  );
}

async function expectUploadsSettled(db: Db, { uploads }: Acknowledged): Promise<void> {
  const { rows } = await sql<{
    token: string;
    project: string;
    state: string;
    components: number;
    notified: number;
  }>`
    select u.token, p.name as project, u.state, (
        select count(*)::int from component c where c.project_id = p.id and c.removed_at is null) as components,
      (select count(*)::int from notification_outbox n where n.project_uuid = p.uuid
        and n.group_name = case when u.state = 'FAILED' then 'BOM_PROCESSING_FAILED' else 'BOM_PROCESSED' end
        and position(convert_to(u.token::text, 'UTF8') in n.notification) > 0) as notified
    from bom_upload u join project p on p.id = u.project_id`.execute(db);
  const known = new Map(rows.map((row) => [row.token, row]));
  for (const { token, project, components } of uploads) {
    const row = known.get(token);
    expect(row).toMatchObject({
      project,
      notified: 1,
      state: expect.stringMatching(/PROCESSED|UNCHANGED|FAILED/),
    });
    if (row?.state !== 'FAILED') expect(row).toMatchObject({ components });
  }
}

async function expectVexSettled(db: Db, { vexes }: Acknowledged): Promise<void> {
  const { rows } = await sql<{ token: string; state: string; failure: string | null }>`
    select token, state, failure from vex_upload`.execute(db);
  const known = new Map(rows.map((row) => [row.token, row]));
  for (const token of vexes) expect(known.get(token)?.state).toMatch(/PROCESSED|FAILED/);
}

async function expectDecisionsKept(db: Db, { decisions }: Acknowledged): Promise<void> {
  const { rows } = await sql<{ key: string; state: string }>`
    select c.uuid || ' ' || v.uuid as key, a.state from finding_analysis a
    join component c on c.id = a.component_id join vulnerability v on v.id = a.vulnerability_id`.execute(db);
  const known = new Map(rows.map(({ key, state }) => [key, state]));
  // The later of two requests for the same finding wins, which may be one whose response was lost.
  for (const { component, vulnerability } of decisions) {
    expect(known.get(`${component} ${vulnerability}`)).toMatch(/EXPLOITABLE|FALSE_POSITIVE/);
  }
}

test(`${KILLS} × kill -9 on two nodes: what was acknowledged is processed or reported as failed, and derived state converges`, {
  timeout: LIMIT_MS,
}, async () => {
  const sources = await DataSourceServer.start();
  sources.putOsv(
    'npm',
    Array.from({ length: VULNERABLE }, (_, n) => osvDocument(`OSV-${n}`, '2024-01-01T00:00:00Z')),
  );
  const service = await createKillableService({
    'svc.vuln-data-source.osv.enabled': 'true',
    'svc.vuln-data-source.osv.url': sources.url,
    'svc.vuln-data-source.osv.ecosystems': 'npm',
    'svc.jobs.heartbeat-seconds': String(heartbeatOf(2)),
    'svc.datasource.pool.max-size': '10',
  });
  const { db } = service;
  const chaos = new Chaos(service);
  try {
    chaos.authorization = await (await chaos.start(0)).signIn();
    await mirror(chaos, db);
    const { conditions, vulnPolicy } = await createPolicies(chaos);
    const acknowledged = new Acknowledged();
    for (let n = 0; n < SEEDED; n++) await upload(chaos, acknowledged, n);
    await chaos.start(1);
    await expect.poll(() => listHurriedWork(db), SETTLES).toEqual([]);
    expect((await readDerivedState(db)).findings?.length).toBeGreaterThanOrEqual(3 * SEEDED);

    await Promise.all([
      ...Array.from({ length: NODES }, (_, slot) => chaos.killAgainAndAgain(slot, acknowledged)),
      repeat(chaos, (n) => upload(chaos, acknowledged, SEEDED + 2 * n)),
      repeat(chaos, (n) => upload(chaos, acknowledged, SEEDED + 2 * n + 1)),
      repeat(chaos, () => sendVex(chaos, db, acknowledged)),
      repeat(chaos, () => decide(chaos, db, acknowledged)),
      repeat(chaos, () => changePolicies(chaos, conditions, vulnPolicy), POLICY_INTERVAL_MS),
    ]);
    await expect.poll(() => listHurriedWork(db), SETTLES).toEqual([]);

    expect(acknowledged.vexes.length).toBeGreaterThan(0);
    expect(acknowledged.decisions.length).toBeGreaterThan(0);
    await expectUploadsSettled(db, acknowledged);
    await expectVexSettled(db, acknowledged);
    await expectDecisionsKept(db, acknowledged);

    const state = await readDerivedState(db);
    await requestRecount(db);
    // A starting node looks for unfinished work immediately.
    await chaos.kill(1);
    await chaos.start(1);
    await expect.poll(() => listHurriedWork(db), SETTLES).toEqual([]);
    expect((await readDerivedState(db)).findings?.length).toBeGreaterThanOrEqual(3 * SEEDED);
    expect(await readDerivedState(db)).toEqual(state);
    report(acknowledged, state, await countFailed(db));
  } finally {
    chaos.isOver = true;
    sources.close();
  }
});

async function countFailed(db: Db): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from pgboss.job where state = 'failed'`.execute(db);
  return rows[0]?.n ?? 0;
}

function report({ uploads, vexes, decisions }: Acknowledged, state: object, failed: number): void {
  const counts = Object.entries(state).map(([name, lines]) => `${lines.length} ${name}`);
  console.info(
    `${KILLS} kills: ${uploads.length} uploads, ${vexes.length} VEX imports and ${decisions.length} decisions were ` +
      `acknowledged; ${counts.join(', ')}; ${failed} jobs failed.`,
  );
}
