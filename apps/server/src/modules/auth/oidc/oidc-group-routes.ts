import { oidcGroupOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../platform/http/serve-operation.ts';
import type { AccessContext } from '../access-context.ts';
import { presentTeam } from '../present-team.ts';
import { listTeamDetailsById } from '../team-store.ts';
import {
  createOidcGroup,
  deleteOidcGroup,
  deleteOidcMapping,
  getOidcGroup,
  mapOidcGroup,
  renameOidcGroup,
  unmapOidcGroup,
} from './manage-oidc-groups.ts';
import { listOidcGroups, listTeamIdsOfGroup } from './oidc-group-store.ts';

export function oidcGroupRoutes(server: FastifyInstance, ctx: AccessContext): void {
  groupRoutes(server, ctx);
  mappingRoutes(server, ctx);
}

function groupRoutes(server: FastifyInstance, ctx: AccessContext): void {
  serve(server, oidcGroupOperations.listOidcGroups, async () => {
    const groups = await listOidcGroups(ctx.db);
    return {
      status: 200,
      body: groups.map(presentGroup),
      headers: { 'X-Total-Count': String(groups.length) },
    };
  });
  serve(server, oidcGroupOperations.createOidcGroup, async ({ body }) => ({
    status: 201,
    body: await createOidcGroup(ctx, body.name),
  }));
  serve(server, oidcGroupOperations.updateOidcGroup, async ({ principal, body }) => ({
    status: 200,
    body: await renameOidcGroup(ctx, principal, body.uuid, body.name),
  }));
  serve(server, oidcGroupOperations.deleteOidcGroup, async ({ principal, params }) => {
    await deleteOidcGroup(ctx, principal, params.uuid);
    return { status: 204 };
  });
  serve(server, oidcGroupOperations.listTeamsOfOidcGroup, async ({ params }) => {
    const { id } = await getOidcGroup(ctx.db, params.uuid);
    const teams = await listTeamDetailsById(ctx.db, await listTeamIdsOfGroup(ctx.db, id));
    return { status: 200, body: teams.map((team) => presentTeam(team, ctx.config['svc.api-key.prefix'])) };
  });
}

function mappingRoutes(server: FastifyInstance, ctx: AccessContext): void {
  serve(server, oidcGroupOperations.mapOidcGroup, async ({ principal, body }) => {
    const { uuid, group } = await mapOidcGroup(ctx, principal, body);
    return { status: 200, body: { uuid, group: presentGroup(group) } };
  });
  serve(server, oidcGroupOperations.deleteOidcMapping, async ({ principal, params }) => {
    await deleteOidcMapping(ctx, principal, params.uuid);
    return { status: 204 };
  });
  serve(server, oidcGroupOperations.unmapOidcGroup, async ({ principal, params }) => {
    await unmapOidcGroup(ctx, principal, params);
    return { status: 204 };
  });
}

function presentGroup({ uuid, name }: { readonly uuid: string; readonly name: string }) {
  return { uuid, name };
}
