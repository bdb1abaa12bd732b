import { type ApiKey, teamOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve-operation.ts';
import type { AccessContext } from './access-context.ts';
import {
  commentApiKey,
  type IssuedApiKey,
  issueApiKey,
  regenerateApiKey,
  revokeApiKey,
} from './manage-api-keys.ts';
import { presentApiKey } from './present-api-key.ts';

export function apiKeysRoutes(server: FastifyInstance, ctx: AccessContext): void {
  const prefix = ctx.config['svc.api-key.prefix'];
  const presentIssued = ({ record, key }: IssuedApiKey): ApiKey => ({
    ...presentApiKey(record, prefix),
    key,
  });

  serve(server, teamOperations.createApiKey, async ({ principal, params }) => ({
    status: 201,
    body: presentIssued(await issueApiKey(ctx, principal, params.uuid)),
  }));
  serve(server, teamOperations.regenerateApiKey, async ({ principal, params }) => ({
    status: 200,
    body: presentIssued(await regenerateApiKey(ctx, principal, params.publicIdOrKey)),
  }));
  serve(server, teamOperations.commentApiKey, async ({ principal, params, body }) => ({
    status: 200,
    body: presentApiKey(await commentApiKey(ctx, principal, params.publicIdOrKey, body), prefix),
  }));
  serve(server, teamOperations.deleteApiKey, async ({ principal, params }) => {
    await revokeApiKey(ctx, principal, params.publicIdOrKey);
    return { status: 204 };
  });
}
