import { alertOperations } from '@tallyman/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { pageHeaders } from '../../../platform/http/paging.ts';
import { serve } from '../../../platform/http/serve-operation.ts';
import { toTagName } from '../../portfolio/tags/tag-names.ts';
import { listAlertsOfTag } from './alert-limits-store.ts';
import { type AlertRow, listAlerts } from './alert-store.ts';
import { changeAlertLimit } from './change-alert-limit.ts';
import { changeAlertTags } from './change-alert-tags.ts';
import { createAlert } from './create-alert.ts';
import { deleteAlert } from './delete-alert.ts';
import { getAlert } from './get-alert.ts';
import { presentAlert } from './present-alert.ts';
import { previewAlert } from './preview-alert.ts';
import { updateAlert } from './update-alert.ts';

export function alertRoutes(server: FastifyInstance, ctx: Context): void {
  serveAlerts(server, ctx);
  serveLimits(server, ctx);
  serveTags(server, ctx);
  servePreview(server, ctx);
}

function serveAlerts(server: FastifyInstance, ctx: Context): void {
  serve(server, alertOperations.listAlerts, async ({ url, query, page, principal }) => {
    const { rows, total } = await listAlerts(ctx.db, principal, query, page);
    return { status: 200, body: rows.map(presentAlert), headers: pageHeaders(url, page, total) };
  });
  serve(server, alertOperations.getAlert, async ({ params, principal }) => ({
    status: 200,
    body: presentAlert(await getAlert(ctx.db, principal, params.ruleUuid)),
  }));
  serve(server, alertOperations.createAlert, async ({ body, principal }) => ({
    status: 201,
    body: presentAlert(await createAlert(ctx, principal, body, 'EVENT')),
  }));
  serve(server, alertOperations.createScheduledAlert, async ({ body, principal }) => ({
    status: 201,
    body: presentAlert(await createAlert(ctx, principal, body, 'SCHEDULE')),
  }));
  serve(server, alertOperations.updateAlert, async ({ body, principal }) => ({
    status: 200,
    body: presentAlert(await updateAlert(ctx, principal, body)),
  }));
  serve(server, alertOperations.deleteAlert, async ({ body, principal }) => {
    await deleteAlert(ctx, principal, body.uuid);
    return { status: 204 };
  });
}

function servePreview(server: FastifyInstance, ctx: Context): void {
  serve(server, alertOperations.previewAlert, async ({ params, query, principal }) => ({
    status: 200,
    body: await previewAlert(ctx, principal, params.ruleUuid, query.days ?? 30),
  }));
}

function serveLimits(server: FastifyInstance, ctx: Context): void {
  serve(server, alertOperations.addProjectToAlert, async ({ params, principal }) => {
    const uuids = { alert: params.ruleUuid, limit: params.projectUuid };
    return presentChange(await changeAlertLimit(ctx, principal, 'add', 'project', uuids));
  });
  serve(server, alertOperations.removeProjectFromAlert, async ({ params, principal }) => {
    const uuids = { alert: params.ruleUuid, limit: params.projectUuid };
    return presentChange(await changeAlertLimit(ctx, principal, 'remove', 'project', uuids));
  });
  serve(server, alertOperations.addTeamToAlert, async ({ params, principal }) => {
    const uuids = { alert: params.ruleUuid, limit: params.teamUuid };
    return presentChange(await changeAlertLimit(ctx, principal, 'add', 'team', uuids));
  });
  serve(server, alertOperations.removeTeamFromAlert, async ({ params, principal }) => {
    const uuids = { alert: params.ruleUuid, limit: params.teamUuid };
    return presentChange(await changeAlertLimit(ctx, principal, 'remove', 'team', uuids));
  });
}

function presentChange(changed: AlertRow | undefined) {
  return changed ? ({ status: 200, body: presentAlert(changed) } as const) : ({ status: 304 } as const);
}

function serveTags(server: FastifyInstance, ctx: Context): void {
  serve(server, alertOperations.listAlertsOfTag, async ({ url, params, page }) => {
    const { rows, total } = await listAlertsOfTag(ctx.db, toTagName(params.name), page);
    return { status: 200, body: [...rows], headers: pageHeaders(url, page, total) };
  });
  serve(server, alertOperations.tagAlerts, async ({ params, body }) => {
    await changeAlertTags(ctx, params.name, body, 'tag');
    return { status: 204 };
  });
  serve(server, alertOperations.untagAlerts, async ({ params, body }) => {
    await changeAlertTags(ctx, params.name, body, 'untag');
    return { status: 204 };
  });
}
