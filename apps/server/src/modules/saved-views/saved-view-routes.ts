import { savedViewOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { presentPage, toKeysetPage } from '../../platform/http/keyset-page.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import { requireUser } from '../auth/require-user.ts';
import { createSavedView } from './create-saved-view.ts';
import { deleteSavedView } from './delete-saved-view.ts';
import { listSavedViews } from './list-saved-views.ts';
import { presentSavedView } from './present-saved-view.ts';
import type { ListedView } from './saved-view-store.ts';
import { updateSavedView } from './update-saved-view.ts';

const byPosition = { fields: {}, unsorted: 'position' } as const;
const positionOf = ({ position, id }: ListedView) => ({ value: position, id });

export function savedViewRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, savedViewOperations.listSavedViews, async ({ query, principal }) => {
    const user = requireUser(principal);
    const page = toKeysetPage<'position'>(`saved-views of ${user.id}`, query, byPosition);
    const found = await listSavedViews(ctx.db, user, query.page, page);
    const present = (view: ListedView) => presentSavedView(user, view);
    return { status: 200, body: presentPage(page, found, present, positionOf) };
  });
  serve(server, savedViewOperations.createSavedView, async ({ body, principal }) => {
    const user = requireUser(principal);
    return { status: 201, body: presentSavedView(user, await createSavedView(ctx, user, body)) };
  });
  serve(server, savedViewOperations.updateSavedView, async ({ params, body, principal }) => {
    const user = requireUser(principal);
    return {
      status: 200,
      body: presentSavedView(user, await updateSavedView(ctx, user, params.uuid, body)),
    };
  });
  serve(server, savedViewOperations.deleteSavedView, async ({ params, principal }) => {
    await deleteSavedView(ctx, requireUser(principal), params.uuid);
    return { status: 204 };
  });
}
