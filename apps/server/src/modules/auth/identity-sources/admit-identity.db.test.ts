import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';
import { createUser } from '../../../../test/support/test-users.ts';
import { findUser } from '../user-store.ts';
import { admitIdentity } from './admit-identity.ts';
import type { Identity, IdentitySource } from './identity-source.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

type Rules = IdentitySource<never>['rules'];

/** A source that knows its users by name. Group names are the ids of teams. */
function sourceWith(rules: Partial<Rules>): IdentitySource<never> {
  return {
    kind: 'LDAP',
    rules: { createsUsers: true, synchronizesTeams: false, defaultTeams: [], ...rules },
    verify: async () => undefined,
    findUser: async (db, { username }) => {
      const user = await findUser(db, username);
      return user?.kind === 'LDAP' ? user : undefined;
    },
    recordIdentity: async () => {},
    listTeamIds: async (_db, groups) => groups.map(Number),
    findLogoutUrl: async () => undefined,
  };
}

const newIdentity = (username: string = crypto.randomUUID(), groups: readonly string[] = []): Identity => ({
  username,
  subject: `cn=${username}`,
  groups,
});

async function createTeams(count: number) {
  const names = Array.from({ length: count }, () => `team ${crypto.randomUUID()}`);
  for (const name of names) await service.asAdmin('PUT', '/api/v1/team', { name });
  const rows = await service.db
    .selectFrom('team')
    .select(['id', 'name'])
    .where('name', 'in', names)
    .execute();
  return names.map((name) => ({ name, id: String(rows.find((row) => row.name === name)?.id) }));
}

async function teamsOf(username: string): Promise<string[]> {
  const { body } = await service.asAdmin('GET', '/api/v1/user/ldap');
  const user = body.find((candidate: { username: string }) => candidate.username === username);
  return user.teams.map((team: { name: string }) => team.name).sort();
}

describe('An identity that a source has verified', () => {
  it('is refused with UNMAPPED_ACCOUNT if it has no user and the source creates none', async () => {
    const refused = admitIdentity(service.context, sourceWith({ createsUsers: false }), newIdentity());
    await expect(refused).rejects.toMatchObject({
      kind: 'forbidden',
      extras: { plainText: 'UNMAPPED_ACCOUNT' },
    });
  });

  it('becomes a user in the default teams, once', async () => {
    const [team] = await createTeams(1);
    const source = sourceWith({ defaultTeams: [team?.name ?? '', 'no such team'] });
    const identity = newIdentity();
    const both = await Promise.all([
      admitIdentity(service.context, source, identity),
      admitIdentity(service.context, source, identity),
    ]);
    expect(both.map(({ username }) => username)).toEqual([identity.username, identity.username]);
    expect(both[0].id).toBe(both[1].id);
    expect(await teamsOf(identity.username)).toEqual([team?.name]);
  });

  it('gets exactly the teams of its groups at every sign-in if teams are synchronised', async () => {
    const [first, second] = await createTeams(2);
    const source = sourceWith({ synchronizesTeams: true, defaultTeams: ['Administrators'] });
    const { username } = newIdentity();
    const teamsAfter = async (...groups: (string | undefined)[]) => {
      await admitIdentity(service.context, source, newIdentity(username, groups.map(String)));
      return teamsOf(username);
    };
    expect(await teamsAfter(first?.id)).toEqual([first?.name]);
    expect(await teamsAfter(first?.id, second?.id)).toEqual([first?.name, second?.name].sort());
    expect(await teamsAfter(second?.id)).toEqual([second?.name]);
    expect(await teamsAfter()).toEqual([]);
  });

  it('whose name belongs to a user of another kind gets the suffix -CONFLICT-LDAP', async () => {
    const username = await createUser(service);
    const admitted = await admitIdentity(service.context, sourceWith({}), newIdentity(username));
    expect(admitted).toMatchObject({ username: `${username}-CONFLICT-LDAP`, nameConflict: true });
  });

  it('whose name looks like that of another user gets the suffix too', async () => {
    const username = await createUser(service);
    const identity = newIdentity(username.toUpperCase());
    const admitted = await admitIdentity(service.context, sourceWith({}), identity);
    expect(admitted.username).toBe(`${username.toUpperCase()}-CONFLICT-LDAP`);
  });

  it('whose name no user may have is refused with UNMAPPED_ACCOUNT', async () => {
    const refused = admitIdentity(service.context, sourceWith({}), newIdentity('ada-CONFLICT-LDAP'));
    await expect(refused).rejects.toMatchObject({ extras: { plainText: 'UNMAPPED_ACCOUNT' } });
  });
});
