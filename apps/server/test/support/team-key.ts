import type { Permission } from '@tallyman/contract';
import type { TestService } from './test-service.ts';

export interface TeamKey {
  readonly teamUuid: string;
  readonly teamName: string;
  readonly apiKey: string;
}

let teams = 0;

/** A new team with these permissions and an API key. */
export async function createTeamKey(service: TestService, ...permissions: Permission[]): Promise<TeamKey> {
  const name = `team ${++teams}`;
  const team = await service.asAdmin('PUT', '/api/v1/team', { name });
  await service.asAdmin('PUT', '/api/v1/permission/team', { team: team.body.uuid, permissions });
  const key = await service.asAdmin('PUT', `/api/v1/team/${team.body.uuid}/key`);
  return { teamUuid: team.body.uuid, teamName: name, apiKey: key.body.key };
}

export async function switchAccessControl(service: TestService, on: boolean): Promise<void> {
  const property = { groupName: 'access-management', propertyName: 'acl.enabled', propertyValue: String(on) };
  const answer = await service.asAdmin('POST', '/api/v1/configProperty', property);
  if (answer.status !== 200) throw new Error(`The setting was refused: ${answer.text}`);
}
