import type { Team } from '@tallyman/contract';
import { presentApiKey } from './present-api-key.ts';
import { presentGrants } from './present-grants.ts';
import { presentLdapMember, presentManagedMember, presentOidcMember } from './present-user.ts';
import type { TeamDetails } from './team-store.ts';
import type { UserKind } from './user-kind.ts';

/** The prefix of API keys is configured, not stored with the key. */
export function presentTeam(team: TeamDetails, apiKeyPrefix: string): Team {
  const ofKind = (kind: UserKind) => team.users.filter((user) => user.kind === kind);
  return {
    uuid: team.uuid,
    name: team.name,
    permissions: presentGrants(team.permissions),
    apiKeys: team.apiKeys.map((key) => presentApiKey(key, apiKeyPrefix)),
    managedUsers: ofKind('MANAGED').map(presentManagedMember),
    ldapUsers: ofKind('LDAP').map(presentLdapMember),
    oidcUsers: ofKind('OIDC').map(presentOidcMember),
    mappedLdapGroups: [],
    mappedOidcGroups: team.oidcGroups.map(({ uuid, groupUuid, groupName }) => ({
      uuid,
      group: { uuid: groupUuid, name: groupName },
    })),
  };
}
