import { PERMISSIONS, permissionNames, permissionOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve-operation.ts';
import type { AccessContext } from './access-context.ts';
import {
  grantPermission,
  revokePermission,
  setPermissions,
  teamHolder,
  userHolder,
} from './change-grants.ts';
import { getTeamDetails } from './get-team.ts';
import { getUserDetails } from './get-user.ts';
import type { Holder } from './permission-store.ts';
import { presentTeam } from './present-team.ts';
import { presentUser } from './present-user.ts';

export function permissionsRoutes(server: FastifyInstance, ctx: AccessContext): void {
  serve(server, permissionOperations.listPermissions, async () => ({
    status: 200,
    body: permissionNames.toSorted().map((name) => ({ name, description: PERMISSIONS[name] })),
  }));
  userGrantRoutes(server, ctx);
  teamGrantRoutes(server, ctx);
}

function userGrantRoutes(server: FastifyInstance, ctx: AccessContext): void {
  const answer = async (changed: Holder | undefined) =>
    changed
      ? { status: 200 as const, body: presentUser(await getUserDetails(ctx.db, changed.id)) }
      : { status: 304 as const };

  serve(server, permissionOperations.grantToUser, async ({ principal, params }) =>
    answer(await grantPermission(ctx, principal, userHolder(params.username), params.permission)),
  );
  serve(server, permissionOperations.revokeFromUser, async ({ principal, params }) =>
    answer(await revokePermission(ctx, principal, userHolder(params.username), params.permission)),
  );
  serve(server, permissionOperations.setPermissionsOfUser, async ({ principal, body }) =>
    answer(await setPermissions(ctx, principal, userHolder(body.username), body.permissions)),
  );
}

function teamGrantRoutes(server: FastifyInstance, ctx: AccessContext): void {
  const prefix = ctx.config['svc.api-key.prefix'];
  const answer = async (changed: Holder | undefined) =>
    changed
      ? { status: 200 as const, body: presentTeam(await getTeamDetails(ctx.db, changed.id), prefix) }
      : { status: 304 as const };

  serve(server, permissionOperations.grantToTeam, async ({ principal, params }) =>
    answer(await grantPermission(ctx, principal, teamHolder(params.uuid), params.permission)),
  );
  serve(server, permissionOperations.revokeFromTeam, async ({ principal, params }) =>
    answer(await revokePermission(ctx, principal, teamHolder(params.uuid), params.permission)),
  );
  serve(server, permissionOperations.setPermissionsOfTeam, async ({ principal, body }) =>
    answer(await setPermissions(ctx, principal, teamHolder(body.team), body.permissions)),
  );
}
