import Type, { type Static } from 'typebox';
import { type Access, anyOf } from '../access.ts';
import { oneOf } from '../one-of.ts';
import { operation } from '../operation.ts';
import { pagingMembers, toListSchema } from '../paging-v2.ts';
import { Timestamp, Uuid } from '../values.ts';
import { deliveryOperations } from './alert-operations.ts';
import { bomOperations } from './bom-operations.ts';
import { vexOperations } from './vex-operations.ts';
import { vulnDataSourceOperations } from './vuln-data-source-operations.ts';

const ACTIVITY_KINDS = ['BOM_UPLOAD', 'VEX_IMPORT', 'MIRROR_RUN', 'DELIVERY'] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

const ACTIVITY_STATES = ['RUNNING', 'COMPLETED', 'FAILED'] as const;
export type ActivityState = (typeof ACTIVITY_STATES)[number];

/** Each kind is listed for those who may call the operation that shows its details. */
export const ACTIVITY_ACCESS: Readonly<Record<ActivityKind, Access>> = {
  BOM_UPLOAD: bomOperations.listBomUploads.access,
  VEX_IMPORT: vexOperations.getVexReceipt.access,
  MIRROR_RUN: vulnDataSourceOperations.listMirrorRuns.access,
  DELIVERY: deliveryOperations.listDeliveries.access,
};

const everyPermission = Object.values(ACTIVITY_ACCESS).flatMap((access) =>
  access.kind === 'any-of' ? access.permissions : [],
);

export const Activity = Type.Object(
  {
    kind: oneOf(ACTIVITY_KINDS),
    id: Type.String({
      format: 'uuid',
      description: 'The token of an upload or import, the UUID of a mirror run or delivery',
    }),
    state: oneOf(ACTIVITY_STATES, { description: 'RUNNING: waits or runs; without progress it waits' }),
    started_at: Timestamp,
    ended_at: Type.Optional(Timestamp),
    requested_by: Type.Optional(Type.String({ description: 'Absent for scheduled work' })),
    reason: Type.Optional(Type.String({ description: 'Why it failed' })),
    progress: Type.Optional(
      Type.Object({
        phase: Type.Optional(Type.String({ examples: ['reading', 'downloading npm'] })),
        done: Type.Integer(),
        total: Type.Optional(Type.Integer()),
      }),
    ),
    project: Type.Optional(
      Type.Object({ uuid: Uuid, name: Type.String(), version: Type.Optional(Type.String()) }),
    ),
    source: Type.Optional(
      Type.Object(
        { name: Type.String({ examples: ['osv'] }), display_name: Type.String() },
        { description: 'Of a mirror run' },
      ),
    ),
    alert: Type.Optional(
      Type.Object(
        { uuid: Type.Optional(Uuid), name: Type.String() },
        { description: 'Of a delivery. Without UUID if the alert was deleted' },
      ),
    ),
    notification: Type.Optional(
      Type.Object({ id: Uuid, title: Type.String() }, { description: 'Of a delivery' }),
    ),
  },
  { title: 'Activity', description: 'Work of the service: an upload, an import, a mirror run or a delivery' },
);
export type Activity = Static<typeof Activity>;

export const activityOperations = {
  listActivity: operation({
    id: 'listActivity',
    method: 'GET',
    path: '/api/v2/activity',
    access: anyOf(...new Set(everyPermission)),
    tag: 'activity (v2)',
    summary: 'List running, finished and failed work, latest first',
    description:
      'BOM uploads, VEX imports and mirror runs in every state, and deliveries of notifications that failed. Work is ' +
      'sorted by its end, or by its start while it runs. A kind is listed for callers who may read its details: ' +
      'BOM_UPLOAD needs VIEW_PORTFOLIO, VEX_IMPORT what receipts need, MIRROR_RUN and DELIVERY need ' +
      'SYSTEM_CONFIGURATION or SYSTEM_CONFIGURATION_READ. Work on projects is listed for callers who may access the ' +
      'project. The total is exact if everything fits on the first page, otherwise the number of items of the page.',
    query: Type.Object({
      limit: pagingMembers.limit,
      page_token: pagingMembers.page_token,
      kind: Type.Optional(oneOf(ACTIVITY_KINDS)),
      state: Type.Optional(oneOf(ACTIVITY_STATES)),
      project: Type.Optional(Uuid),
    }),
    responses: { 200: toListSchema(Activity, 'ActivityList') },
  }),
};
