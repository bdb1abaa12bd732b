import type { Client, ProblemError } from '@tallyman/client';
import type { Project } from '@tallyman/contract';
import { EXIT } from './exit-codes.ts';
import { CommandError } from './failure.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(reference: string): boolean {
  return UUID.test(reference);
}

/** Finds a project by UUID, `name:version`, or the name alone if it is unambiguous. */
export async function getProjectByReference(client: Client, reference: string): Promise<Project> {
  const { projectOperations } = await import('@tallyman/contract');
  const getByUuid = async (uuid: string) =>
    (await client.call(projectOperations.getProject, { params: { uuid } })).body;
  if (isUuid(reference)) return getByUuid(reference);
  for (const query of readings(reference)) {
    const found = await client.call(projectOperations.lookupProject, { query }).catch(nothingWhenUnknown);
    if (found) return found.body;
  }
  // The latest version comes first, so that it is found among any number of versions.
  const query = { name: reference, orderBy: 'isLatest', sortOrder: 'desc', pageNumber: 1, pageSize: 20 };
  const { body: versions } = await client.call(projectOperations.listProjects, { query });
  const [first] = versions;
  if (first && (first.isLatest || versions.length === 1)) return getByUuid(first.uuid);
  throw new CommandError(EXIT.failed, explainMiss(reference, versions));
}

/** Returns the UUID. A UUID is not looked up. */
export async function getProjectUuid(client: Client, reference: string): Promise<string> {
  return isUuid(reference) ? reference : (await getProjectByReference(client, reference)).uuid;
}

interface Reading {
  readonly name: string;
  readonly version?: string;
}

/** Names may contain colons, so the last colon is tried as the separator first. */
export function readings(reference: string): Reading[] {
  const colon = reference.lastIndexOf(':');
  const whole = { name: reference };
  if (colon <= 0 || colon === reference.length - 1) return [whole];
  return [{ name: reference.slice(0, colon), version: reference.slice(colon + 1) }, whole];
}

function nothingWhenUnknown(error: unknown): undefined {
  if ((error as ProblemError)?.status !== 404) throw error;
}

function explainMiss(reference: string, versions: readonly { version?: string }[]): string {
  if (versions.length === 0)
    return `Project "${reference}" does not exist. See: tallyman project list --search <text>`;
  const names = versions.map(({ version }) => `  ${reference}:${version}`);
  return [`"${reference}" has several versions, none of them the latest. Choose one:`, ...names].join('\n');
}
