import { setTimeout } from 'node:timers/promises';
import type { Finding } from '@tallyman/contract';
import type { Random } from '../fuzz/random.ts';
import { bomOf, importBom, npm } from './bom-uploads.ts';
import { untilQueuesAreIdle } from './idle-queues.ts';
import type { TestService } from './test-service.ts';
import { entryOf, postVex, vexOf } from './vex-imports.ts';

/** The jobs that may change findings or decisions. */
const QUEUES = [
  'import-bom',
  'import-vex',
  'analyze-project',
  'match-changed-vulnerabilities',
  'apply-vuln-policies',
  'evaluate-policies',
];

const PACKAGES = ['a', 'b', 'c', 'd', 'e'];
const PROJECTS = ['first', 'second'];

/** What a step may use. */
export interface History {
  readonly service: TestService;
  readonly random: Random;
  /** UUIDs. */
  readonly projects: readonly string[];
  readonly policies: string[];
}

interface Step {
  readonly name: string;
  readonly make: (history: History) => Promise<unknown>;
}

async function send(service: TestService, method: string, path: string, body?: unknown) {
  const answer = await service.asAdmin(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
}

async function pickFinding({ service, random }: History): Promise<Finding | undefined> {
  const listed: Finding[] = await send(service, 'GET', '/api/v1/finding?showSuppressed=true');
  return listed.length === 0 ? undefined : random.pick(listed);
}

function toBom(random: Random) {
  const packages = PACKAGES.filter(() => random.chance(0.6));
  return bomOf(packages.map((item) => npm(item, random.chance(0.8) ? '1.0.0' : '3.0.0')));
}

async function upload({ service, random }: History): Promise<void> {
  await importBom(service, random.pick(PROJECTS), toBom(random));
}

interface Advisory {
  readonly severity: string;
  /** The first version that is not affected. */
  readonly before?: string;
}

/** Creates or changes the advisory INT-… for a package. Waits until the portfolio is matched. */
export async function recordAdvisory(
  service: TestService,
  name: string,
  { severity, before = '2.0.0' }: Advisory,
): Promise<void> {
  const affected = { identityType: 'PURL', identity: `pkg:npm/${name}`, versionType: 'RANGE' };
  const body = {
    vulnId: `INT-${name}`,
    severity,
    affectedComponents: [{ ...affected, versionEndExcluding: before }],
  };
  const known = await service.asAdmin('GET', `/api/v1/vulnerability/source/INTERNAL/vuln/${body.vulnId}`);
  if (known.status === 404) await send(service, 'PUT', '/api/v1/vulnerability', body);
  else await send(service, 'POST', '/api/v1/vulnerability', { ...body, uuid: known.body.uuid });
  await untilFollowed(service);
}

/** An advisory may no longer affect its package. */
async function advise({ service, random }: History): Promise<void> {
  await recordAdvisory(service, random.pick(PACKAGES), {
    severity: random.pick(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']),
    before: random.pick(['0.5.0', '2.0.0', '4.0.0']),
  });
}

async function decide(history: History): Promise<void> {
  const finding = await pickFinding(history);
  if (!finding) return;
  await send(history.service, 'PUT', '/api/v1/analysis', {
    project: finding.component.project,
    component: finding.component.uuid,
    vulnerability: finding.vulnerability.uuid,
    analysisState: history.random.pick(['EXPLOITABLE', 'IN_TRIAGE', 'FALSE_POSITIVE']),
    isSuppressed: history.random.chance(0.4),
  });
}

async function importVex(history: History): Promise<void> {
  const finding = await pickFinding(history);
  if (!finding) return;
  const entry = entryOf(finding.vulnerability.vulnId, {
    state: history.random.pick(['exploitable', 'resolved']),
  });
  await postVex(history.service, { project: finding.component.project }, vexOf([entry]));
}

/** At most one policy applies. */
async function changePolicies({ service, random, policies }: History): Promise<void> {
  const known = policies.pop();
  if (known !== undefined) {
    await send(service, 'DELETE', `/api/v2/vuln-policies/${known}`);
    return;
  }
  const { uuid } = await send(service, 'POST', '/api/v2/vuln-policies', {
    name: `policy ${random.uuid()}`,
    condition: `component.name == "${random.pick(PACKAGES)}"`,
    analysis: { state: 'NOT_AFFECTED', suppress: random.chance(0.5) },
    ratings: random.chance(0.5) ? [{ method: 'CVSSV3', severity: 'INFO', score: 0 }] : [],
    operation_mode: 'APPLY',
  });
  policies.push(uuid);
}

/** Records by hand that a vulnerability affects a component, or not. */
async function assign(history: History): Promise<void> {
  const finding = await pickFinding(history);
  if (!finding) return;
  const path = `/api/v1/vulnerability/${finding.vulnerability.uuid}/component/${finding.component.uuid}`;
  await send(history.service, history.random.pick(['POST', 'DELETE']), path);
}

const STEPS: readonly Step[] = [
  { name: 'an upload', make: upload },
  { name: 'an advisory', make: advise },
  { name: 'a decision', make: decide },
  { name: 'a VEX document', make: importVex },
  { name: 'another policy', make: changePolicies },
  { name: 'an assignment', make: assign },
];

/** Resolves when everything has followed the last change. */
export async function untilFollowed(service: TestService): Promise<void> {
  await untilQueuesAreIdle(service, QUEUES);
  // Times have the precision of a millisecond.
  await setTimeout(2);
}

/** Two projects and advisories. */
export async function createHistory(service: TestService, random: Random): Promise<History> {
  for (const name of PACKAGES) await recordAdvisory(service, name, { severity: 'HIGH' });
  const projects: string[] = [];
  for (const name of PROJECTS) projects.push((await importBom(service, name, toBom(random))).projectUuid);
  return { service, random, projects, policies: [] };
}

/** Makes a random change, and waits until everything has followed it. Returns its name. */
export async function makeStep(history: History): Promise<string> {
  const { name, make } = history.random.pick(STEPS);
  await make(history);
  await untilFollowed(history.service);
  return name;
}
