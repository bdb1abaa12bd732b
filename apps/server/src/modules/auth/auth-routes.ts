import type { FastifyInstance } from 'fastify';
import type { AccessContext } from './access-context.ts';
import { apiKeysRoutes } from './api-keys-routes.ts';
import { browserSessionRoutes } from './browser-session-routes.ts';
import { createIdentitySources } from './identity-sources/identity-sources.ts';
import { oidcGroupRoutes } from './oidc/oidc-group-routes.ts';
import { oidcSignInRoutes } from './oidc/oidc-sign-in-routes.ts';
import { permissionsRoutes } from './permissions-routes.ts';
import { secondFactorRoutes } from './second-factor/second-factor-routes.ts';
import { sessionsRoutes } from './sessions-routes.ts';
import { teamsRoutes } from './teams-routes.ts';
import { usersRoutes } from './users-routes.ts';

/** Sign-in uses its own database connections, so that it works while other requests wait for theirs. */
export function authRoutes(server: FastifyInstance, ctx: AccessContext, signInDb: AccessContext['db']): void {
  const sources = createIdentitySources(ctx);
  server.addHook('onClose', () => sources.close());
  const signInContext = { ...ctx, db: signInDb, sources };
  sessionsRoutes(server, signInContext);
  browserSessionRoutes(server, signInContext);
  secondFactorRoutes(server, ctx, signInContext);
  oidcSignInRoutes(server, signInContext);
  oidcGroupRoutes(server, ctx);
  usersRoutes(server, ctx);
  teamsRoutes(server, ctx);
  apiKeysRoutes(server, ctx);
  permissionsRoutes(server, ctx);
}
