import { openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@tallyman/client';
import {
  bomOperations,
  licenseOperations,
  policyOperations,
  projectOperations,
  sessionOperations,
  vulnDataSourceOperations,
  vulnPolicyOperations,
} from '@tallyman/contract';
import { zipRecords } from '../../apps/cli/src/mirror/zip-records.ts';
import { waitForWork } from '../../apps/cli/src/wait-for-work.ts';
import { createAdvisories, type DemoAdvisory } from './advisories.ts';
import { createEpssTable, createKevCatalogue } from './exploitation.ts';
import { createCatalogue } from './package-catalogue.ts';
import { poll } from './poll.ts';
import { createUploads, type DemoUpload, PRODUCTS } from './portfolio.ts';

const AT_ONCE = 4;

type SourceName = 'osv' | 'epss' | 'kev';

export type Report = (step: string) => void;

/** A project of the demo, after its upload. */
export interface FilledProject extends DemoUpload {
  readonly uuid: string;
}

/** Fills an empty service by its interface, as users would. */
export async function fillPortfolio(client: Client, now: Date, report: Report): Promise<FilledProject[]> {
  const catalogue = createCatalogue();
  report('advisories');
  await importVulnerabilities(client, createAdvisories(catalogue, now), now);
  report('policies');
  await createPolicies(client);
  report('projects');
  const parents = await createProducts(client);
  const uploads = createUploads(catalogue);
  const filled: FilledProject[] = [];
  const upload = async (one: DemoUpload) => {
    const uuid = await uploadDocument(client, one, parents.get(one.product) ?? '');
    filled.push({ ...one, uuid });
    report(`${filled.length} of ${uploads.length} documents`);
  };
  // The versions of a project one after the other, so that the newest is the latest.
  const projects = [...Map.groupBy(uploads, ({ name }) => name).values()];
  const takeProjects = async () => {
    for (let versions = projects.pop(); versions; versions = projects.pop()) {
      for (const one of versions) await upload(one);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeProjects));
  return filled;
}

export async function signInAs(baseUrl: string, username: string, password: string): Promise<Client> {
  const anonymous = createClient({ baseUrl });
  const { body } = await anonymous.call(sessionOperations.signIn, { body: { username, password } });
  return createClient({ baseUrl, token: body });
}

/** What the mirrors of OSV, EPSS and CISA would store. */
async function importVulnerabilities(client: Client, advisories: readonly DemoAdvisory[], now: Date) {
  await importAdvisories(client, advisories);
  const scores = new Blob([createEpssTable(advisories, now)]);
  await importFile(client, 'epss', scores, 'epss_scores-current.csv');
  const catalogue = new Blob([JSON.stringify(createKevCatalogue(advisories, now))]);
  await importFile(client, 'kev', catalogue, 'known_exploited_vulnerabilities.json');
}

async function importAdvisories(client: Client, advisories: readonly DemoAdvisory[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tallyman-demo-'));
  try {
    const paths = advisories.map((_, n) => join(folder, String(n), 'advisory.json'));
    for (const [n, path] of paths.entries()) {
      await mkdir(join(folder, String(n)));
      await writeFile(path, JSON.stringify(advisories[n]));
    }
    await using archive = await zipRecords(paths);
    await importFile(client, 'osv', await openAsBlob(archive.path), 'all.zip');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function importFile(client: Client, source: SourceName, file: Blob, fileName: string): Promise<void> {
  const body = new FormData();
  body.set('file', file, fileName);
  const params = { name: source };
  const { uuid } = (await client.call(vulnDataSourceOperations.importVulnData, { params, body })).body;
  await poll(async () => {
    const run = (await client.call(vulnDataSourceOperations.getMirrorRun, { params: { ...params, uuid } }))
      .body;
    if (run.status === 'FAILED') throw new Error(`${fileName} was not imported: ${run.failure_reason}`);
    return run.status === 'COMPLETED';
  });
}

const POLICIES = [
  {
    name: 'No strong copyleft in products',
    violationState: 'FAIL',
    condition: { subject: 'LICENSE', operator: 'IS', value: 'AGPL-3.0-only' },
  },
  {
    name: 'Ask the legal department about GPL',
    violationState: 'WARN',
    condition: { subject: 'LICENSE', operator: 'IS', value: 'GPL-3.0-only' },
  },
  {
    name: 'Critical vulnerabilities block a release',
    violationState: 'FAIL',
    condition: { subject: 'SEVERITY', operator: 'IS', value: 'CRITICAL' },
  },
] as const;

async function createPolicies(client: Client): Promise<void> {
  for (const { name, violationState, condition } of POLICIES) {
    const policy = await client.call(policyOperations.createPolicy, {
      body: { name, operator: 'ANY', violationState },
    });
    const value =
      condition.subject === 'LICENSE' ? await findLicense(client, condition.value) : condition.value;
    const params = { uuid: policy.body.uuid };
    await client.call(policyOperations.createPolicyCondition, { params, body: { ...condition, value } });
  }
  await client.call(vulnPolicyOperations.createVulnPolicy, {
    body: {
      name: 'Debug logs are off in production',
      description: 'Log files of production services contain no debug messages.',
      condition: 'vuln.cwes.exists(cwe, cwe == 532)',
      analysis: { state: 'NOT_AFFECTED', justification: 'REQUIRES_CONFIGURATION', suppress: true },
      operation_mode: 'APPLY',
    },
  });
}

async function findLicense(client: Client, licenseId: string): Promise<string> {
  return (await client.call(licenseOperations.getLicense, { params: { licenseId } })).body.uuid;
}

/** UUIDs by name. */
async function createProducts(client: Client): Promise<Map<string, string>> {
  const parents = new Map<string, string>();
  for (const { name } of PRODUCTS) {
    const body = { name, classifier: 'APPLICATION', collectionLogic: 'AGGREGATE_DIRECT_CHILDREN' } as const;
    parents.set(name, (await client.call(projectOperations.createProject, { body })).body.uuid);
  }
  return parents;
}

async function uploadDocument(client: Client, upload: DemoUpload, parent: string): Promise<string> {
  const { name, version, tags, isLatest, bom } = upload;
  const body = new FormData();
  body.set('projectName', name);
  body.set('projectVersion', version);
  body.set('parentUUID', parent);
  body.set('autoCreate', 'true');
  body.set('isLatest', String(isLatest));
  if (tags.length > 0) body.set('projectTags', tags.join(','));
  body.set('bom', new Blob([JSON.stringify(bom)]), 'bom.json');
  const { token } = (await client.call(bomOperations.uploadBom, { body })).body;
  await waitForWork(client, token, () => {});
  return (await client.call(bomOperations.getBomUpload, { params: { uuid: token } })).body.projectUuid;
}
