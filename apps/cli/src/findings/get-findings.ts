import type { Client } from '@tallyman/client';
import type { Finding } from '@tallyman/contract';
import { isSamePackage } from '../check/ignore-file.ts';
import { EXIT } from '../exit-codes.ts';
import { CommandError } from '../failure.ts';
import { getProjectUuid, isUuid } from '../get-project-by-reference.ts';
import { idsOf } from '../report/finding-row.ts';

/** Identifies findings: by the id of the vulnerability, or by the three UUIDs that `--json` shows as `matrix`. */
export interface FindingReference {
  readonly finding: string;
  readonly project?: string | undefined;
  readonly component?: string | undefined;
}

const PAGE_SIZE = 100;

/** Throws if there is none. Includes suppressed findings. */
export async function getFindings(client: Client, reference: FindingReference): Promise<Finding[]> {
  const matrix = toMatrix(reference.finding);
  const project = matrix?.project ?? (await toProject(client, reference));
  const found = (await listFindings(client, project)).filter((finding) =>
    matrix ? finding.matrix === reference.finding.toLowerCase() : isMeant(finding, reference),
  );
  if (found.length > 0) return found;
  const where = reference.component === undefined ? '' : ` of a component "${reference.component}"`;
  throw new CommandError(
    EXIT.failed,
    `Finding "${reference.finding}"${where} does not exist in the project. See: tallyman findings list --suppressed`,
  );
}

function toMatrix(text: string): { project: string } | undefined {
  const parts = text.split(':');
  return parts.length === 3 && parts.every(isUuid) ? { project: parts[0] ?? '' } : undefined;
}

async function toProject(client: Client, { project }: FindingReference): Promise<string> {
  if (project !== undefined) return getProjectUuid(client, project);
  throw new CommandError(EXIT.usage, 'Name the project: --project <name:version>');
}

/** Lists all findings of a project, or of all projects. */
export async function listFindings(client: Client, project: string | undefined): Promise<Finding[]> {
  const { findingOperations } = await import('@tallyman/contract');
  const query = { showSuppressed: true, ...(project === undefined ? {} : { project }) };
  const findings: Finding[] = [];
  for await (const { rows } of client.pages(findingOperations.listFindings, { query, pageSize: PAGE_SIZE }))
    findings.push(...rows);
  return findings;
}

function isMeant(finding: Finding, { finding: id, component }: FindingReference): boolean {
  const isVulnerability = idsOf(finding.vulnerability).some(
    (each) => each.toLowerCase() === id.toLowerCase(),
  );
  return isVulnerability && (component === undefined || isComponent(finding, component));
}

/** Matches a package URL, a UUID, `name` or `group/name`. */
export function isComponent({ component }: Finding, wanted: string): boolean {
  const { uuid, group, name, purl } = component;
  if (wanted.startsWith('pkg:')) return isSamePackage(wanted, purl);
  return [uuid, name, group && `${group}/${name}`].includes(wanted);
}
