import { type ApiKey, apiKeyOperations, teamOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/serve-operation.ts';
import type { AccessContext } from './access-context.ts';
import { issueLimitedApiKey, rotateApiKey, updateApiKey } from './limit-api-keys.ts';
import { type FullApiKey, listApiKeys } from './list-api-keys.ts';
import {
  commentApiKey,
  type IssuedApiKey,
  issueApiKey,
  regenerateApiKey,
  revokeApiKey,
} from './manage-api-keys.ts';
import { presentApiKey } from './present-api-key.ts';
import { presentManagedApiKey } from './present-managed-api-key.ts';

const DEFAULT_OVERLAP_HOURS = 24;

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
  const present = (key: FullApiKey) => presentManagedApiKey(key, prefix, ctx.now());
  serve(server, apiKeyOperations.listApiKeys, async ({ query }) => {
    const items = (await listApiKeys(ctx, query.team)).map(present);
    return { status: 200, body: { items, total: { count: items.length, type: 'EXACT' } } };
  });
  serve(server, apiKeyOperations.createManagedApiKey, async ({ principal, params, body }) => {
    const { record, key } = await issueLimitedApiKey(ctx, principal, params.uuid, body);
    return { status: 201, body: { ...present(record), key } };
  });
  serve(server, apiKeyOperations.updateApiKey, async ({ principal, params, body }) => ({
    status: 200,
    body: present(await updateApiKey(ctx, principal, params.public_id, body)),
  }));
  serve(server, apiKeyOperations.rotateApiKey, async ({ principal, params, body }) => {
    const overlap = body.overlap_hours ?? DEFAULT_OVERLAP_HOURS;
    const { record, key } = await rotateApiKey(ctx, principal, params.public_id, overlap);
    return { status: 201, body: { ...present(record), key } };
  });
  serve(server, teamOperations.deleteApiKey, async ({ principal, params }) => {
    await revokeApiKey(ctx, principal, params.publicIdOrKey);
    return { status: 204 };
  });
}
