import { type Outcome, renderFacts } from '../output.ts';
import type { ListedUser } from './get-user.ts';

export function describeUser(user: ListedUser): Outcome {
  const managed = 'suspended' in user ? user : undefined;
  return {
    document: user,
    text: renderFacts([
      ['Name', user.username],
      ['Kind', user.kind],
      ['Full name', managed?.fullname],
      ['Email', user.email],
      ['State', managed?.suspended ? 'suspended' : 'active'],
      ['Password', managed?.forcePasswordChange ? 'must be changed at the next sign-in' : undefined],
      ['Teams', user.teams.map(({ name }) => name).join(', ')],
      ['Permissions', user.permissions.map(({ name }) => name).join('\n')],
    ]),
  };
}
