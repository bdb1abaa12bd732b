import type { NewComponent, NewVulnerability } from '@tallyman/contract';
import { vi } from 'vitest';
import { bomOf, importBom, npm } from './bom-uploads.ts';
import type { TestService } from './test-service.ts';
import { timeoutFactor } from './timeout-factor.ts';

/** A finding as the API names it. */
export interface CreatedFinding {
  readonly component: { readonly uuid: string };
  readonly vulnerability: { readonly uuid: string };
}

type GivenComponent = Partial<NewComponent> & { readonly name: string };

/** An internal vulnerability, which is created if it does not exist, or an imported one. */
type GivenVulnerability = string | NewVulnerability | ImportedVulnerability;

interface ImportedVulnerability {
  readonly source: string;
  readonly vulnId: string;
}

export interface GivenFindings {
  readonly component: GivenComponent;
  readonly vulnerabilities: readonly GivenVulnerability[];
}

export interface ProjectWithFindings {
  readonly uuid: string;
  readonly name: string;
  readonly version: string;
  readonly findings: CreatedFinding[];
}

let projects = 0;

/** A new project with components and manually assigned vulnerabilities. */
export async function createProjectWithFindings(
  service: TestService,
  given: readonly GivenFindings[] = [
    { component: { name: 'a', version: '1.0' }, vulnerabilities: ['CVE-2024-1'] },
  ],
  { name = `project ${++projects}`, version = '1.0' }: { name?: string; version?: string } = {},
): Promise<ProjectWithFindings> {
  const { uuid } = await put(service, '/api/v1/project', { name, version });
  return { uuid, name, version, findings: await createFindings(service, uuid, given) };
}

/** New components of a project with manually assigned vulnerabilities, in this order. No analysis retracts the findings. */
export async function createFindings(
  service: TestService,
  project: string,
  given: readonly GivenFindings[],
): Promise<CreatedFinding[]> {
  const findings: CreatedFinding[] = [];
  for (const { component, vulnerabilities } of given) {
    const created = await createComponent(service, project, component);
    for (const vulnerability of vulnerabilities) {
      const { uuid } = await createVulnerability(service, vulnerability);
      await assignVulnerability(service, uuid, created.uuid);
      findings.push({ component: created, vulnerability: { uuid } });
    }
  }
  return findings;
}

/** Uploads components that the internal analyzer finds to be affected by a new vulnerability, and returns the project. */
export async function importAffectedComponents(
  service: TestService,
  { vulnId, project, count }: { vulnId: string; project: string; count: number },
): Promise<string> {
  const name = `affected-${vulnId.toLowerCase()}`;
  const affectedComponents = [{ identity: `pkg:npm/${name}`, versionStartIncluding: '0' }];
  await put(service, '/api/v1/vulnerability', { vulnId, severity: 'HIGH', affectedComponents });
  const components = Array.from({ length: count }, (_, n) => npm(name, `1.0.${n}`));
  const { projectUuid } = await importBom(service, project, bomOf(components));
  const path = `/api/v1/finding/project/${projectUuid}?limit=1&offset=0`;
  const total = async () => Number((await service.asAdmin('GET', path)).headers.get('x-total-count'));
  await vi.waitUntil(async () => (await total()) === count, {
    interval: 50,
    timeout: 90_000 * timeoutFactor,
  });
  return projectUuid;
}

export function createComponent(
  service: TestService,
  project: string,
  component: GivenComponent,
): Promise<{ uuid: string }> {
  return put(service, `/api/v1/component/project/${project}`, { classifier: 'LIBRARY', ...component });
}

/** Returns the existing vulnerability, or creates an internal one, by default of high severity. */
export async function createVulnerability(
  service: TestService,
  given: GivenVulnerability,
): Promise<{ uuid: string }> {
  const members = typeof given === 'string' ? { vulnId: given } : given;
  const source = 'source' in members ? members.source : 'INTERNAL';
  const path = `/api/v1/vulnerability/source/${source}/vuln/${members.vulnId}`;
  const known = await service.asAdmin('GET', path);
  if (known.status === 200) return known.body;
  if (source !== 'INTERNAL') throw new Error(`${source} ${members.vulnId} was not imported.`);
  return put(service, '/api/v1/vulnerability', { severity: 'HIGH', ...members });
}

export async function assignVulnerability(
  service: TestService,
  vulnerability: string,
  component: string,
): Promise<void> {
  const path = `/api/v1/vulnerability/${vulnerability}/component/${component}`;
  const { status, text } = await service.asAdmin('POST', path);
  if (status !== 200) throw new Error(`The vulnerability was not assigned: ${text}`);
}

/** Makes a finding inactive. */
export async function retractFinding(service: TestService, finding: CreatedFinding): Promise<void> {
  const path = `/api/v1/vulnerability/${finding.vulnerability.uuid}/component/${finding.component.uuid}`;
  const { status, text } = await service.asAdmin('DELETE', path);
  if (status !== 200) throw new Error(`The finding was not retracted: ${text}`);
}

async function put(service: TestService, path: string, body: object): Promise<{ uuid: string }> {
  const answer = await service.asAdmin('PUT', path, body);
  if (answer.status !== 201) throw new Error(`PUT ${path} was refused: ${answer.text}`);
  return answer.body;
}
