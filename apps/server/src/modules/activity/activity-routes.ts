import { activityOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { presentPage, toKeysetPage } from '../../platform/http/keyset-page.ts';
import { serve } from '../../platform/http/serve-operation.ts';
import type { ActivityRow } from './activity-store.ts';
import { listActivity } from './list-activity.ts';
import { presentActivity } from './present-activity.ts';

const byChange = { fields: {}, unsorted: 'change' } as const;
const positionOf = ({ micros, rank }: ActivityRow) => ({ value: micros, id: rank });

export function activityRoutes(server: FastifyInstance, ctx: Context): void {
  serve(server, activityOperations.listActivity, async ({ query, principal }) => {
    const page = toKeysetPage<'change'>('activity', query, byChange);
    const found = await listActivity(ctx.db, principal, query, page);
    return { status: 200, body: presentPage(page, found, presentActivity, positionOf) };
  });
}
