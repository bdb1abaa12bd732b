import { type Access, type Operation, type Permission, permissionNames } from '@tallyman/contract';
import { expect, it } from 'vitest';
import type { TestService } from './test-service.ts';

/** An API key with exactly these permissions. */
export async function apiKeyWith(service: TestService, permissions: readonly Permission[]): Promise<string> {
  const name = `team ${crypto.randomUUID()}`;
  const { body: team } = await service.asAdmin('PUT', '/api/v1/team', { name });
  if (permissions.length > 0) {
    await service.asAdmin('PUT', '/api/v1/permission/team', { team: team.uuid, permissions });
  }
  return (await service.asAdmin('PUT', `/api/v1/team/${team.uuid}/key`)).body.key;
}

/** Valid path parameters of objects that do not exist. */
const NOTHING: Record<string, string> = {
  uuid: '00000000-0000-0000-0000-000000000000',
  username: 'nobody',
  permission: 'NO_SUCH_PERMISSION',
  publicIdOrKey: 'AAAAAAAA',
  groupName: 'no-such-group',
  propertyName: 'no-such-name',
};

function pathOf(operation: Operation): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => NOTHING[name] ?? NOTHING.uuid ?? '');
}

/**
 * Tests that each operation admits exactly the callers of its access rule. The calls themselves are tested elsewhere: here
 * they may fail, but not with 401 or 403.
 */
export function itKeepsAccessRules(operations: readonly Operation[], service: () => TestService): void {
  const cases = operations.map((operation) => ({ operation, name: `${operation.method} ${operation.path}` }));

  it.each(cases.filter(({ operation }) => operation.access.kind !== 'public'))(
    '$name answers 401 to a caller without credentials',
    async ({ operation }) => {
      const answer = await service().request(operation.method, pathOf(operation));
      expect(answer.status).toBe(401);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    },
  );

  it.each(cases.filter(({ operation }) => operation.access.kind === 'any-of'))(
    '$name answers 403 to a caller who has every other permission',
    async ({ operation }) => {
      const needed = permissionsOf(operation.access);
      const apiKey = await apiKeyWith(
        service(),
        permissionNames.filter((permission) => !needed.includes(permission)),
      );
      const answer = await service().request(operation.method, pathOf(operation), { apiKey });
      expect(answer.status).toBe(403);
      expect(answer.body.detail).toContain(needed[0]);
    },
  );

  const single = cases.flatMap(({ operation, name }) =>
    permissionsOf(operation.access).map((permission) => ({ operation, name, permission })),
  );
  it.each(single)('$name lets in a caller who has only $permission', async ({ operation, permission }) => {
    const apiKey = await apiKeyWith(service(), [permission]);
    const answer = await service().request(operation.method, pathOf(operation), { apiKey });
    expect([401, 403, 500]).not.toContain(answer.status);
  });
}

function permissionsOf(access: Access): readonly Permission[] {
  return access.kind === 'any-of' ? access.permissions : [];
}
