import type { AccessContext, VisibleProject } from './access-context.ts';
import { listManagedApiKeys, type ManagedApiKeyRow } from './api-key-store.ts';
import { getTeam } from './get-team.ts';
import { unknownApiKey } from './manage-api-keys.ts';

export interface FullApiKey extends ManagedApiKeyRow {
  readonly projects: readonly VisibleProject[];
}

export async function listApiKeys(ctx: AccessContext, teamUuid: string | undefined): Promise<FullApiKey[]> {
  const teamId = teamUuid === undefined ? undefined : (await getTeam(ctx.db, teamUuid)).id;
  return withProjects(ctx, await listManagedApiKeys(ctx.db, { teamId }));
}

export async function getFullApiKey(ctx: AccessContext, id: number): Promise<FullApiKey> {
  const [key] = await withProjects(ctx, await listManagedApiKeys(ctx.db, { id }));
  if (key) return key;
  throw unknownApiKey();
}

async function withProjects(ctx: AccessContext, keys: readonly ManagedApiKeyRow[]): Promise<FullApiKey[]> {
  const ids = [...new Set(keys.flatMap(({ projectIds }) => projectIds))];
  const projects = await ctx.visibility.listProjects(ctx.db, ids);
  return keys.map((key) => ({ ...key, projects: projects.filter(({ id }) => key.projectIds.includes(id)) }));
}
