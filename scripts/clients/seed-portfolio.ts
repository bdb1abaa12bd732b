import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from './start-service.ts';

type Json = Record<string, unknown>;

/** Data for the drivers: identifiers of existing objects, and an API key with all permissions. */
export interface Seed {
  apiKey: string;
  team: string;
  project: string;
  projectName: string;
  projectVersion: string;
  component: string;
  vulnerability: string;
  vulnId: string;
  violation: string;
  token: string;
  bom: string;
}

export async function seedPortfolio(service: Service, root: string): Promise<Seed> {
  const bearer = await signIn(service);
  const { team, apiKey } = await createKey(service.url, bearer);
  const send = (method: string, path: string, body?: unknown) =>
    sendJson(`${service.url}/api${path}`, method, { 'x-api-key': apiKey }, body);
  const bom = readFileSync(join(root, 'docs', 'examples', 'bom.json'), 'utf8');
  await send('PUT', '/v1/policy', { name: 'every package', operator: 'ANY', violationState: 'INFO' }).then(
    (policy) =>
      send('PUT', `/v1/policy/${text(policy, 'uuid')}/condition`, {
        subject: 'PACKAGE_URL',
        operator: 'MATCHES',
        value: 'pkg:npm/.*',
      }),
  );
  const upload = await send('PUT', '/v1/bom', {
    projectName: 'clients',
    projectVersion: '1.0.0',
    autoCreate: true,
    isLatest: true,
    bom: Buffer.from(bom).toString('base64'),
  });
  await untilTrue(
    async () => (await send('GET', `/v1/event/token/${text(upload, 'token')}`)).processing === false,
  );
  const project = text(await send('GET', '/v1/project/lookup?name=clients&version=1.0.0'), 'uuid');
  const component = await findComponent(send, project);
  const vulnId = 'CLIENTS-2026-0001';
  const vulnerability = await send('PUT', '/v1/vulnerability', {
    vulnId,
    source: 'INTERNAL',
    severity: 'HIGH',
  });
  await send('POST', `/v1/vulnerability/${text(vulnerability, 'uuid')}/component/${component}`);
  return {
    apiKey,
    team,
    project,
    projectName: 'clients',
    projectVersion: '1.0.0',
    component,
    vulnerability: text(vulnerability, 'uuid'),
    vulnId,
    violation: await findViolation(send, component),
    token: text(upload, 'token'),
    bom,
  };
}

type Send = (method: string, path: string, body?: unknown) => Promise<Json>;

async function findComponent(send: Send, project: string): Promise<string> {
  const list = (await send('GET', `/v1/component/project/${project}`)) as unknown as Json[];
  return text(list.find(({ name }) => name === 'basket') ?? {}, 'uuid');
}

async function findViolation(send: Send, component: string): Promise<string> {
  let found: Json | undefined;
  await untilTrue(async () => {
    const list = (await send('GET', `/v1/violation/component/${component}`)) as unknown as Json[];
    found = list[0];
    return found !== undefined;
  });
  return text(found ?? {}, 'uuid');
}

async function signIn({ url, password }: Service): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password });
  const answer = await fetch(`${url}/api/v1/user/login`, { method: 'POST', body });
  if (!answer.ok) throw new Error(`Sign-in failed: ${answer.status} ${await answer.text()}`);
  return await answer.text();
}

/** The team of the key has all permissions, like an administrator. */
async function createKey(url: string, bearer: string): Promise<{ team: string; apiKey: string }> {
  const headers = { authorization: `Bearer ${bearer}` };
  const team = text(await sendJson(`${url}/api/v1/team`, 'PUT', headers, { name: 'clients' }), 'uuid');
  const permissions = (await sendJson(`${url}/api/v1/permission`, 'GET', headers)) as unknown as Json[];
  await sendJson(`${url}/api/v1/permission/team`, 'PUT', headers, {
    team,
    permissions: permissions.map((permission) => text(permission, 'name')),
  });
  return { team, apiKey: text(await sendJson(`${url}/api/v1/team/${team}/key`, 'PUT', headers), 'key') };
}

async function sendJson(
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Json> {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const content = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${content}`);
  return content === '' ? {} : (JSON.parse(content) as Json);
}

function text(object: Json, member: string): string {
  const value = object[member];
  if (typeof value !== 'string') throw new Error(`No ${member} in ${JSON.stringify(object).slice(0, 200)}.`);
  return value;
}

async function untilTrue(condition: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (await condition()) return;
    await sleep(200);
  }
  throw new Error('The service did not finish its work within two minutes.');
}
