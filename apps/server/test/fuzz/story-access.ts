import { signProviderToken } from './fuzz-provider.ts';
import { type Call, STORY_PASSWORD, type StoryPlace } from './story-place.ts';
import { secondFactorStory } from './story-second-factors.ts';

/** Users, teams, keys, secrets, extensions, data sources. */
export async function accessStory(place: StoryPlace): Promise<void> {
  await users(place);
  await teams(place);
  await openIdConnect(place);
  await secrets(place);
  await sources(place);
}

async function users(place: StoryPlace): Promise<void> {
  const { call, round } = place;
  const username = `user-${round}`;
  const team = await call('createTeam', { body: { name: `members ${round}` } });
  const person = { fullname: 'Example user', email: 'user@example.com' };
  const passwords = { newPassword: STORY_PASSWORD, confirmPassword: STORY_PASSWORD };
  await call('createManagedUser', { body: { username, ...person, ...passwords } });
  await call('updateManagedUser', { body: { username, ...person, suspended: false } });
  await call('listManagedUsers');
  for (const kind of ['Ldap', 'Oidc']) {
    await call(`create${kind}User`, { body: { username: `${kind}-${round}` } });
    await call(`list${kind}Users`);
    await call(`delete${kind}User`, { body: { username: `${kind}-${round}` } });
  }
  await call('addUserToTeam', { params: { username }, body: { uuid: team.uuid } });
  await call('removeUserFromTeam', { params: { username }, body: { uuid: team.uuid } });
  await call('setTeamsOfUser', { body: { username, teams: [team.uuid] } });
  const permission = { permission: 'VIEW_PORTFOLIO', username };
  await call('grantToUser', { params: permission });
  await call('revokeFromUser', { params: permission });
  await call('setPermissionsOfUser', { body: { username, permissions: ['VIEW_PORTFOLIO'] } });
  await call('renameUser', { params: { username }, body: { username: `${username}-2` } });
  await secondFactorStory(place, `${username}-2`);
  await session(place, `${username}-2`);
  await call('deleteManagedUser', { body: { username: `${username}-2` } });
}

async function session({ call }: StoryPlace, username: string): Promise<void> {
  const token = await call('signIn', { body: { username, password: STORY_PASSWORD } });
  const headers = { Authorization: `Bearer ${token}` };
  await call('getSelf', { headers });
  await call('listOwnPermissions', { headers });
  await call('updateSelf', { headers, body: { fullname: 'Example user', email: 'user@example.com' } });
  await call('signOut', { headers });
  const page = { 'X-CSRF-Protection': '1', 'Sec-Fetch-Site': 'same-origin' };
  await call('openBrowserSession', { headers: page, body: { username, password: STORY_PASSWORD } });
  await call('closeBrowserSession', { headers: page });
  await passwords(call, username);
}

/** A new password ends the session that sets it. */
async function passwords(call: Call, username: string): Promise<void> {
  const [first, second, third] = [STORY_PASSWORD, `${STORY_PASSWORD} chosen`, `${STORY_PASSWORD} again`];
  const token = await call('signIn', { body: { username, password: first } });
  const headers = { Authorization: `Bearer ${token}` };
  const profile = { fullname: 'Example user', email: 'user@example.com' };
  await call('updateSelf', {
    headers,
    body: { ...profile, password: first, newPassword: second, confirmPassword: second },
  });
  await call('changeForcedPassword', {
    body: { username, password: second, newPassword: third, confirmPassword: third },
  });
}

async function openIdConnect({ call, round, receiver }: StoryPlace): Promise<void> {
  const { uuid: team } = await call('createTeam', { body: { name: `mapped ${round}` } });
  const { uuid: group } = await call('createOidcGroup', { body: { name: `group ${round}` } });
  await call('updateOidcGroup', { body: { uuid: group, name: `group ${round} renamed` } });
  await call('listOidcGroups');
  const mapping = await call('mapOidcGroup', { body: { team, group } });
  await call('listTeamsOfOidcGroup', { params: { uuid: group } });
  await call('deleteOidcMapping', { params: { uuid: mapping.uuid } });
  await call('mapOidcGroup', { body: { team, group } });
  await call('unmapOidcGroup', { params: { groupUuid: group, teamUuid: team } });
  await call('deleteOidcGroup', { params: { uuid: group } });
  const person = { sub: `subject ${round}`, name: `person ${round}` };
  await call('signInWithOidc', { body: { idToken: await signProviderToken(receiver, person) } });
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const logout = await signProviderToken(receiver, { sub: person.sub, events });
  await call('endOidcSessions', { body: { logout_token: logout } });
  await call('listOidcProviders');
  const page = { 'X-CSRF-Protection': '1', 'Sec-Fetch-Site': 'same-origin' };
  await call('startOidcSignIn', { params: { provider: 'default' }, headers: page, body: {} });
  await call('completeOidcSignIn', { query: { state: 'unknown', code: 'unknown' } });
}

async function teams({ call, round }: StoryPlace): Promise<void> {
  const team = await call('createTeam', { body: { name: `team ${round}` } });
  await call('updateTeam', { body: { uuid: team.uuid, name: `team ${round} renamed` } });
  for (const id of ['listTeams', 'listVisibleTeams']) await call(id);
  await call('getTeam', { params: { uuid: team.uuid } });
  const params = { permission: 'VIEW_PORTFOLIO', uuid: team.uuid };
  await call('grantToTeam', { params });
  await call('revokeFromTeam', { params });
  await call('setPermissionsOfTeam', { body: { team: team.uuid, permissions: ['VIEW_PORTFOLIO'] } });
  const key = await call('createApiKey', { params: { uuid: team.uuid } });
  await call('getOwnTeam', { headers: { 'X-Api-Key': key.key } });
  const publicIdOrKey = key.publicId;
  await call('commentApiKey', { params: { publicIdOrKey }, body: 'for the build' });
  const next = await call('regenerateApiKey', { params: { publicIdOrKey } });
  await call('deleteApiKey', { params: { publicIdOrKey: next.publicId ?? publicIdOrKey } });
  const expires_at = Date.now() + 86_400_000;
  const { public_id } = await call('createManagedApiKey', {
    params: { uuid: team.uuid },
    body: { expires_at },
  });
  await call('updateApiKey', { params: { public_id }, body: { comment: 'for a day' } });
  await call('rotateApiKey', { params: { public_id }, body: { overlap_hours: 1 } });
  const spare = await call('createTeam', { body: { name: `spare ${round}` } });
  await call('deleteTeam', { body: { uuid: spare.uuid } });
}

async function secrets({ call, round }: StoryPlace): Promise<void> {
  const name = `secret-${round}`;
  await call('createSecret', { body: { name, value: 'hush' } });
  await call('listSecrets');
  await call('getSecret', { params: { name } });
  await call('updateSecret', { params: { name }, body: { value: 'hush hush' } });
  await call('deleteSecret', { params: { name } });
  await call('listExtensionPoints');
  const point = 'notification-publisher';
  await call('listExtensions', { params: { point } });
  const params = { point, extension: 'email' };
  const { config } = (await call('getExtensionConfig', { params })) ?? {};
  await call('getExtensionSchema', { params });
  const body = { config: { ...config, enabled: false } };
  await call('updateExtensionConfig', { params, body });
  await call('testExtension', { params, body });
}

async function sources({ call, round }: StoryPlace): Promise<void> {
  await call('listVulnDataSources');
  const params = { name: 'osv' };
  const record = {
    id: `OSV-${round}`,
    modified: '2024-01-01T00:00:00Z',
    affected: [{ package: { ecosystem: 'npm', name: 'left' }, versions: ['1.0.0'] }],
  };
  const file = JSON.stringify(record);
  await call('importVulnData', { params, body: { file_name: `OSV-${round}.json`, file } });
  await call('startMirrorRun', { params });
  await call('listMirrorRuns', { params });
  const run = await call('getLatestMirrorRun', { params });
  await call('getMirrorRun', { params: { ...params, uuid: run.uuid ?? '' } });
  await call('startKevMirrorRun', { params: { name: 'kev' } });
  await call('getLatestKevMirrorRun', { params: { name: 'kev' } });
}
