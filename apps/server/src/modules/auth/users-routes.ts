import { userOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve-operation.ts';
import type { AccessContext } from './access-context.ts';
import { addToTeam, removeFromTeam, setTeams } from './change-memberships.ts';
import { createExternalUser, createManagedUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { getUserDetails } from './get-user.ts';
import { presentLdapUser, presentManagedUser, presentOidcUser, presentUser } from './present-user.ts';
import { renameUser } from './rename-user.ts';
import { requireUser } from './require-user.ts';
import { updateManagedUser, updateOwnProfile } from './update-user.ts';
import { listUsers, type UserDetails } from './user-store.ts';

export function usersRoutes(server: FastifyInstance, ctx: AccessContext): void {
  selfRoutes(server, ctx);
  listRoutes(server, ctx);
  createRoutes(server, ctx);
  changeRoutes(server, ctx);
  membershipRoutes(server, ctx);
}

function selfRoutes(server: FastifyInstance, ctx: AccessContext): void {
  serve(server, userOperations.getSelf, async ({ principal }) => ({
    status: 200,
    body: presentUser(await getUserDetails(ctx.db, requireUser(principal).id)),
  }));
  serve(server, userOperations.updateSelf, async ({ principal, body, remoteAddress }) => ({
    status: 200,
    body: presentManagedUser(await updateOwnProfile(ctx, requireUser(principal).id, body, remoteAddress)),
  }));
  serve(server, userOperations.listOwnPermissions, async ({ principal }) => ({
    status: 200,
    body: [...principal.permissions].sort(),
  }));
}

function listRoutes(server: FastifyInstance, ctx: AccessContext): void {
  serve(server, userOperations.listManagedUsers, async () =>
    list((await listUsers(ctx.db, 'MANAGED')).map(presentManagedUser)),
  );
  serve(server, userOperations.listLdapUsers, async () =>
    list((await listUsers(ctx.db, 'LDAP')).map(presentLdapUser)),
  );
  serve(server, userOperations.listOidcUsers, async () =>
    list((await listUsers(ctx.db, 'OIDC')).map(presentOidcUser)),
  );
}

function list<T>(body: T[]) {
  return { status: 200 as const, body, headers: { 'X-Total-Count': String(body.length) } };
}

function createRoutes(server: FastifyInstance, ctx: AccessContext): void {
  serve(server, userOperations.createManagedUser, async ({ body }) => ({
    status: 201,
    body: presentManagedUser(await createManagedUser(ctx, body)),
  }));
  serve(server, userOperations.createLdapUser, async ({ body }) => ({
    status: 201,
    body: presentLdapUser(await createExternalUser(ctx, 'LDAP', body.username)),
  }));
  serve(server, userOperations.createOidcUser, async ({ body }) => ({
    status: 201,
    body: presentOidcUser(await createExternalUser(ctx, 'OIDC', body.username)),
  }));
}

function changeRoutes(server: FastifyInstance, ctx: AccessContext): void {
  serve(server, userOperations.updateManagedUser, async ({ principal, body, remoteAddress }) => ({
    status: 200,
    body: presentManagedUser(await updateManagedUser(ctx, principal, body, remoteAddress)),
  }));
  serve(server, userOperations.renameUser, async ({ principal, params, body }) => ({
    status: 200,
    body: presentUser(await renameUser(ctx, principal, params.username, body.username)),
  }));
  serve(server, userOperations.deleteManagedUser, async ({ principal, body }) => {
    await deleteUser(ctx, principal, 'MANAGED', body.username);
    return { status: 204 };
  });
  serve(server, userOperations.deleteLdapUser, async ({ principal, body }) => {
    await deleteUser(ctx, principal, 'LDAP', body.username);
    return { status: 204 };
  });
  serve(server, userOperations.deleteOidcUser, async ({ principal, body }) => {
    await deleteUser(ctx, principal, 'OIDC', body.username);
    return { status: 204 };
  });
}

function membershipRoutes(server: FastifyInstance, ctx: AccessContext): void {
  serve(server, userOperations.addUserToTeam, async ({ principal, params, body }) =>
    changedOrNot(await addToTeam(ctx, principal, params.username, body.uuid)),
  );
  serve(server, userOperations.removeUserFromTeam, async ({ principal, params, body }) =>
    changedOrNot(await removeFromTeam(ctx, principal, params.username, body.uuid)),
  );
  serve(server, userOperations.setTeamsOfUser, async ({ principal, body }) =>
    changedOrNot(await setTeams(ctx, principal, body.username, body.teams)),
  );
}

function changedOrNot(user: UserDetails | undefined) {
  return user ? { status: 200 as const, body: presentUser(user) } : { status: 304 as const };
}
